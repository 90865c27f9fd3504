"""The net lists, made from the profiles: `python nets.py` writes nets-tap.csv and nets-grid.csv.

One row a connection: net, part, pin. A test fails when a list no longer says what its profile says.
Power, ground and decoupling are left out: every chip has them.
"""

import csv
import io

from calc import HERE, load, readers

OUTPUTS = {3: 8, 4: 16}  # of a 74HC138 and a 74HC154


def bus(profile: dict, count: int) -> list[tuple[str, str, str]]:
    """What all readers share. Each drives MISO through a buffer that its own select line opens."""
    pins = profile["pins"]
    rows = []
    for net, pin in (("SCK", "SCK"), ("MOSI", "MOSI"), ("RESET", "NRSTPD")):
        rows.append((net, "pico", "GP%d" % pins[net.lower()]))
        rows += [(net, "reader%d" % k, pin) for k in range(count)]
    rows.append(("MISO", "pico", "GP%d" % pins["miso"]))
    rows += [("MISO", "buffer%d" % k, "Y") for k in range(count)]
    for k in range(count):
        rows += [("MISO%d" % k, "reader%d" % k, "MISO"), ("MISO%d" % k, "buffer%d" % k, "A")]
    return rows


def select(profile: dict, count: int) -> list[tuple[str, str, str]]:
    """The decoders: address on A0.., strobe on the active-low enable, output k to reader k."""
    pins = profile["pins"]
    lines = pins["select"]
    inputs = min(len(lines), 4)
    size = OUTPUTS[inputs]
    decoders = -(-count // size)
    rows = []
    for i, gpio in enumerate(lines):
        rows.append(("SEL%d" % i, "pico", "GP%d" % gpio))
        if i < inputs:
            rows += [("SEL%d" % i, "decoder%d" % d, "A%d" % i) for d in range(decoders)]
    rows.append(("STROBE", "pico", "GP%d" % pins["strobe"]))
    strobe_pin = "E1" if inputs == 3 else "E0"
    rows += [("STROBE", "decoder%d" % d, strobe_pin) for d in range(decoders)]
    if inputs == 3:  # a 74HC138 has two more enables
        rows += [("GND", "decoder0", "E2"), ("3V3", "decoder0", "E3")]
    if len(lines) > inputs:  # the fifth line chooses one of two decoders
        rows += [("SEL4", "decoder0", "E1"), ("SEL4", "inverter", "A")]
        rows += [("SEL4N", "inverter", "Y"), ("SEL4N", "decoder1", "E1")]
    for k in range(count):
        net = "CS%d" % k
        rows += [(net, "decoder%d" % (k // size), "Y%d" % (k % size))]
        rows += [(net, "reader%d" % k, "NSS"), (net, "buffer%d" % k, "OE")]
    return rows


def coils(profile: dict, count: int) -> list[tuple[str, str, str]]:
    """The coil address goes to a 74HC4514 on every module, whose outputs close the coil switches."""
    rows = []
    for i, gpio in enumerate(profile["pins"].get("coil", ())):
        rows.append(("COIL%d" % i, "pico", "GP%d" % gpio))
        rows += [("COIL%d" % i, "module%d" % k, "A%d" % i) for k in range(count)]
    return rows


def panel(profile: dict) -> list[tuple[str, str, str]]:
    """Display, buttons, lights and sound."""
    pins = profile["pins"]
    rows = []
    for net in ("SDA", "SCL"):
        rows.append((net, "pico", "GP%d" % pins[net.lower()]))
        rows += [(net, "display", net), (net, "expander", net)]
    rows += [("LEDS", "pico", "GP%d" % pins["leds"]), ("LEDS", "led0", "DIN")]
    rows += [("MENU", "pico", "GP%d" % pins["menu"]), ("MENU", "menu button", "1")]
    rows += [("BUZZER", "pico", "GP%d" % pins["buzzer"]), ("BUZZER", "buzzer", "+")]
    seats = (profile.get("pads") or profile["racks"])["seats"]
    for bit in range(2 * seats):
        button = ("pass%d" if bit % 2 == 0 else "ok%d") % (bit // 2 + 1)
        net = "BUTTON%d" % bit
        port = "GPA%d" % bit if bit < 8 else "GPB%d" % (bit - 8)
        rows += [(net, "expander", port), (net, button, "1")]
    return rows


def net_list(name: str) -> str:
    profile = load(name)
    count = readers(profile)
    rows = bus(profile, count) + select(profile, count) + coils(profile, count) + panel(profile)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([("net", "part", "pin"), *rows])
    return text.getvalue()


def main() -> None:
    for name in ("tap", "grid"):
        (HERE / ("nets-%s.csv" % name)).write_text(net_list(name))


if __name__ == "__main__":
    main()
