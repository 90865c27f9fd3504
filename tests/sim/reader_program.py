"""A small program for the simulated board: register accesses through `machine`, as a driver makes them."""

READER = """
import time
from machine import Pin, SPI

spi = SPI(0, baudrate=4000000, polarity=0, phase=0, sck=Pin(18), mosi=Pin(19), miso=Pin(16))
strobe = Pin(7, Pin.OUT, value=1)
select = [Pin(n, Pin.OUT, value=0) for n in (2, 3, 4, 5, 6)]
coils = [Pin(n, Pin.OUT, value=0) for n in (10, 11, 12, 13)]

def address(lines, number):
    for bit, pin in enumerate(lines):
        pin(number >> bit & 1)

def window(*tx):
    rx = bytearray(len(tx))
    strobe(0)
    spi.write_readinto(bytes(tx), rx)
    strobe(1)
    return list(rx)

def read(reg):
    return window(0x80 | reg << 1, 0)[1]

def write(reg, value):
    strobe(0)
    spi.write(bytes((reg << 1, value)))
    strobe(1)

def field(on):
    for reg, value in ((0x15, 0x40), (0x2A, 0x80), (0x2B, 0xA9), (0x2C, 0), (0x2D, 39), (0x14, 0x83 if on else 0x80)):
        write(reg, value)
    time.sleep_ms(2)

def exchange(data, last=0):
    for reg, value in ((0x01, 0), (0x04, 0x7F), (0x0A, 0x80)):
        write(reg, value)
    window(0x12, *data)
    write(0x01, 0x0C)
    write(0x0D, 0x80 | last)
    while not read(0x04) & 0x21:
        pass
    return [read(0x09) for _ in range(read(0x0A))]
"""
