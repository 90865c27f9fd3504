"""Wiring: builds the hardware that the profile describes and hands it to the application. No decisions here.

A Pico has room for few nested calls and every nested import takes some. So all modules are imported here, before
asyncio starts, each one after those that it imports itself: no import nests. Of grid and tap only one is loaded.
"""
# ruff: noqa: E402, F401, I001

import gc

gc.threshold(16384)  # collect while importing: a heap in pieces would not take the last modules

import asyncio
import framebuf
import os
import sys
from time import ticks_ms

import machine
import micropython
import rp2
from machine import I2C, PWM, SPI, WDT, Pin

import dominocore.compat
import dominocore.faults
import dominocore.tiles
import dominocore.events
import dominocore.holdings
import dominocore.layout
import dominocore.scoring
import dominocore.rules
import dominocore.judging
import dominocore.match
import dominocore.referee
import dominocore.games
import dominocore.hmac
import dominocore.cobs
import dominocore.wire
import dominocore.messages
import dominocore.journal
from dominocore import prompts

import drivers.crc_a
from drivers.buzzer import Buzzer
from drivers.mcp23017 import MCP23017
from drivers.mfrc522 import MFRC522
from drivers.readers import Readers
from drivers.ssd1306 import SSD1306
from drivers.ws2812 import WS2812

from table import flow
from table import boot
from table.profile import Profile, load as load_profile
from table import tags as tag_table
from table.buttons import Buttons
from table.lights import Lights
from table.screen import Screen
from table.face import Face
from table.sight import Sight
from table.scan import Scanner
from table.store import Store
from table.watchers import Watchers
from table.game import Game
from table.senses import Senses
from table.app import App
from table.desk import Desk
from table.link import Port, TableLink

WATCHDOG_MS = 8000


class Hardware:
    """The chips of a table, on the pins that its profile names."""

    def __init__(self, data):
        pins = data["pins"]
        Pin(pins["reset"], Pin.OUT, value=1)  # readers awake
        i2c = I2C(0, sda=Pin(pins["sda"]), scl=Pin(pins["scl"]), freq=data["i2c_hz"])
        spi = SPI(
            0,
            baudrate=data["spi_hz"],
            polarity=0,
            phase=0,
            sck=Pin(pins["sck"]),
            mosi=Pin(pins["mosi"]),
            miso=Pin(pins["miso"]),
        )
        self.menu = Pin(pins["menu"], Pin.IN, Pin.PULL_UP)
        self.readers = Readers(
            MFRC522(spi, Pin(pins["strobe"], Pin.OUT, value=1)),
            [Pin(pin, Pin.OUT, value=0) for pin in pins["select"]],
            [Pin(pin, Pin.OUT, value=0) for pin in pins.get("coil", ())],
        )
        self.display = SSD1306(i2c, data["display"]["address"])
        self.display.init()
        self.buttons = MCP23017(i2c, data["buttons"]["address"])
        self.buttons.init()
        self.leds = WS2812(Pin(pins["leds"], Pin.OUT), data["leds"]["count"], data["leds"]["max_ma"])
        self.buzzer = Buzzer(PWM(Pin(pins["buzzer"]), freq=880, duty_u16=0))


def leave(start):
    """The host asked for the port: a reset into maintenance."""
    start.wish_maintenance()
    machine.reset()


def rest(start, screen):
    """Maintenance or a lost memory: say so and leave the port to the REPL."""
    words = prompts.text(start.language, start.says())
    screen.show("dominotable", words)
    print(words)
    print(start.error)


async def serve(*parts):
    await asyncio.gather(*[part.run() for part in parts])


def play(start, hardware, profile, screen):
    """Build the application and run it for as long as the table is on."""
    key = bytes.fromhex(start.identity["key"])
    store = Store(ticks_ms)
    watchers = Watchers()
    tags = tag_table.load()
    sight = Sight(profile, ticks_ms)
    face = Face(Lights(hardware.leds, profile), screen, hardware.buzzer, start.language, watchers)
    game = Game(store, key, watchers)
    buttons = Buttons(hardware.buttons, profile.seats)
    scanner = Scanner(hardware.readers, profile, tags, sight)
    if profile.cells:
        import dominocore.areas
        from table.grid import Grid

        senses = Grid(game, sight, scanner, profile, face, buttons)
    else:
        from table.tap import Tap

        senses = Tap(game, sight, profile, face, buttons)
    watchdog = WDT(timeout=WATCHDOG_MS)
    app = App(game, senses, sight, scanner, buttons, face, watchdog.feed, start.healthy)
    board_id = machine.unique_id().hex()
    desk = Desk(app, game, store, face, start, profile, tags, board_id, lambda: leave(start))
    link = TableLink(
        Port(sys.stdin, sys.stdout), desk, key, start.boots, ticks_ms, os.urandom, micropython.kbd_intr
    )
    watchers.add(link)
    scanner.start()
    app.begin(store.recover(), start)
    asyncio.run(serve(scanner, link, app))


def build():
    """Hardware and profile of this table; None when its memory is gone."""
    try:
        data = load_profile()
    except OSError:
        return None
    return Hardware(data), Profile(data)


def main():
    table = build()
    if table is None:
        print(prompts.text("en", "lost_memory"))
        return
    hardware, profile = table
    screen = Screen(hardware.display)
    start = boot.Boot(machine.reset_cause() == machine.WDT_RESET, not hardware.menu())
    if start.state in (boot.MAINTENANCE, boot.LOST):
        rest(start, screen)
        return
    try:
        play(start, hardware, profile, screen)
    except Exception as error:
        start.crash(error)
        machine.reset()


main()
