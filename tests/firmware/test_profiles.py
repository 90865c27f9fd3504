"""The hardware pages hold the same facts as the profiles that the firmware reads, and the profiles can be built."""

import csv
import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"
NAMES = ("tap", "grid")
COILS_A_MODULE = 16

# RP2040 data sheet, GPIO functions; and the numbers on the edge of a Pico.
SPI0 = {"sck": {2, 6, 18, 22}, "mosi": {3, 7, 19, 23}, "miso": {0, 4, 16, 20}}
I2C0 = {"sda": {0, 4, 8, 12, 16, 20, 24, 28}, "scl": {1, 5, 9, 13, 17, 21, 25, 29}}
PADS = dict(
    zip(
        [*range(23), 26, 27, 28],
        [1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31, 32, 34],
        strict=True,
    )
)


def profile(name):
    return json.loads((ROOT / "firmware/profiles" / (name + ".json")).read_text())


def hardware_module(name):
    """A script of hardware/, which is a folder of documents and not a package."""
    sys.path.insert(0, str(HARDWARE))
    try:
        spec = importlib.util.spec_from_file_location(name, HARDWARE / (name + ".py"))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        sys.path.remove(str(HARDWARE))


def page(name):
    return (HARDWARE / name).read_text()


def table(name, heading):
    """The rows of the first table below a heading, as dicts by column."""
    lines = page(name).split("\n## %s\n" % heading)[1].splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[first:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


def gpios(name):
    """Every pin of a profile as (key, GPIO), the members of a list in order."""
    found = []
    for key, value in profile(name)["pins"].items():
        found += [(key, pin) for pin in (value if isinstance(value, list) else [value])]
    return found


def cells(name):
    """Where everything that reads tiles is: (kind, number) -> (reader, coil)."""
    data = profile(name)
    places = {}
    if "pads" in data:
        for seat in range(1, data["pads"]["seats"] + 1):
            places["pad", seat] = (data["pads"]["first_reader"] + seat - 1, 0)
        return places
    columns = data["board"]["columns"]
    for y in range(data["board"]["rows"]):
        for x in range(columns):
            module = y // 4 * (columns // 4) + x // 4
            places["cell", y * columns + x] = (data["board"]["first_reader"] + module, y % 4 * 4 + x % 4)
    for rack_cell in range(data["racks"]["seats"] * data["racks"]["cells"]):
        reader, coil = divmod(rack_cell, COILS_A_MODULE)
        places["rack", rack_cell] = (data["racks"]["first_reader"] + reader, coil)
    return places


def span(text):
    """`4..15` or `3` as a list of numbers."""
    first, _, last = text.partition("..")
    return list(range(int(first), int(last or first) + 1))


@pytest.mark.parametrize("name", NAMES)
def test_hardware_carries_the_same_bytes(name):
    theirs = HARDWARE / "profiles" / (name + ".json")
    assert theirs.read_bytes() == (ROOT / "firmware/profiles" / (name + ".json")).read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_pins_exist_can_do_their_work_and_are_used_once(name):
    pins = [pin for _, pin in gpios(name)]
    assert len(set(pins)) == len(pins)
    assert set(pins) <= set(PADS)
    for key, allowed in {**SPI0, **I2C0}.items():
        assert profile(name)["pins"][key] in allowed, key


@pytest.mark.parametrize("name", NAMES)
def test_every_reader_and_coil_can_be_selected_and_serves_one_place(name):
    places = cells(name)
    pins = profile(name)["pins"]
    assert len(set(places.values())) == len(places)
    assert max(reader for reader, _ in places.values()) < 2 ** len(pins["select"])
    assert max(coil for _, coil in places.values()) < 2 ** len(pins.get("coil", []))


@pytest.mark.parametrize("name", NAMES)
def test_lights_and_buttons_do_not_overlap(name):
    data = profile(name)
    leds = data["leds"]
    seats = (data.get("pads") or data["racks"])["seats"]
    places = [leds["seat"] + seat for seat in range(seats)]
    if "board" in data:
        places += [leds["board"] + cell for cell in range(data["board"]["columns"] * data["board"]["rows"])]
    assert sorted(places) == list(range(leds["count"]))
    assert 2 * seats <= 16


@pytest.mark.parametrize("name", NAMES)
def test_pin_map_is_the_profile(name):
    rows = [row for row in table("pins.md", "Pin map") if row[name] != "-"]
    assert [(row["key in the profile"], int(row[name][2:])) for row in rows] == gpios(name)
    for row in rows:
        assert int(row["pad"]) == PADS[int(row[name][2:])], row


def test_bus_addresses():
    told = {row["chip"]: int(row["address"], 16) for row in table("pins.md", "Bus addresses")}
    for name in NAMES:
        data = profile(name)
        assert told == {"MCP23017": data["buttons"]["address"], "SSD1306": data["display"]["address"]}


@pytest.mark.parametrize("name", NAMES)
def test_reader_numbers(name):
    told = []
    for row in table("pins.md", "Readers"):
        if row["profile"] == name:
            assert len(span(row["number"])) == int(row["readers"])
            told += span(row["number"])
    assert told == sorted({reader for reader, _ in cells(name).values()})


def test_the_formula_for_board_cells():
    text = page("pins.md")
    assert "column `m % 4 * 4 + c % 4` and row\n`m // 4 * 4 + c // 4`" in text
    for (kind, number), (m, c) in cells("grid").items():
        if kind == "cell":
            assert number == (m // 4 * 4 + c // 4) * 16 + m % 4 * 4 + c % 4


def test_rack_cells():
    text = page("pins.md").split("corner between them:\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")][1:]
    places = cells("grid")
    a_seat = profile("grid")["racks"]["cells"]
    told = {}
    for seat, numbers, where in rows[1:]:
        own = span(numbers.strip())
        assert own == list(range((int(seat) - 1) * a_seat, int(seat) * a_seat))
        coils = []
        for part in where.split(","):
            reader, spread = part.split(":")
            coils += [(int(reader), coil) for coil in span(spread.strip())]
        told.update(zip((("rack", cell) for cell in own), coils, strict=True))
    assert told == {key: value for key, value in places.items() if key[0] == "rack"}


def test_light_numbers():
    for row in table("pins.md", "Lights"):
        leds = profile(row["profile"])["leds"]
        assert int(row["count"]) == leds["count"]
        assert span(row["seats"])[0] == leds["seat"]
        assert row["cells"] == "-" or span(row["cells"])[0] == leds["board"]


def test_button_bits():
    for row in table("pins.md", "Buttons"):
        first = 2 * (int(row["seat"]) - 1)
        assert (row["PASS"], row["OK"]) == ("GPA%d" % first, "GPA%d" % (first + 1))


@pytest.mark.parametrize("name", NAMES)
def test_net_list_is_made_from_the_profile(name):
    assert page("nets-%s.csv" % name) == hardware_module("nets").net_list(name)


@pytest.mark.parametrize("name", NAMES)
def test_net_list_joins_pins_and_selects_each_reader(name):
    rows = list(csv.DictReader(page("nets-%s.csv" % name).splitlines()))
    ends = [(row["part"], row["pin"]) for row in rows]
    assert len(set(ends)) == len(ends), "a pin is on two nets"
    assert {row["pin"] for row in rows if row["part"] == "pico"} == {"GP%d" % pin for _, pin in gpios(name)}
    chosen = {row["part"] for row in rows if row["net"].startswith("CS") and row["pin"] == "NSS"}
    assert chosen == {"reader%d" % reader for reader, _ in cells(name).values()}


@pytest.mark.parametrize(("name", "about"), [("tap", 46), ("grid", 455)])
def test_bill_of_materials_adds_up(name, about):
    *items, total = csv.DictReader(page("bom-%s.csv" % name).splitlines())
    assert total["item"] == "TOTAL"
    for row in items:
        assert round(int(row["quantity"]) * float(row["unit_usd"]), 2) == float(row["total_usd"]), row
    assert round(sum(float(row["total_usd"]) for row in items), 2) == float(total["total_usd"])
    assert abs(float(total["total_usd"]) - about) < 1
    assert "%d USD" % about in page("README.md")
    assert "estimates" in total["note"]


@pytest.mark.parametrize("name", NAMES)
def test_bill_of_materials_counts_what_the_profile_has(name):
    counts = {row["item"]: row["quantity"] for row in csv.DictReader(page("bom-%s.csv" % name).splitlines())}
    readers = len({reader for reader, _ in cells(name).values()})
    lights = profile(name)["leds"]["count"]
    assert {int(n) for item, n in counts.items() if item.startswith("MFRC522")} == {readers}
    assert {int(n) for item, n in counts.items() if item.startswith("WS2812B")} == {lights}
    assert {int(n) for item, n in counts.items() if "74LVC1G125" in item} == {readers}
    assert {int(n) for item, n in counts.items() if "MOSFET" in item} <= {readers * COILS_A_MODULE}


def test_readme_counts_the_readers():
    calc = hardware_module("calc")
    for name in NAMES:
        readers = len({reader for reader, _ in cells(name).values()})
        assert calc.readers(profile(name)) == readers
    row = next(line for line in page("README.md").splitlines() if line.startswith("| readers"))
    assert row.startswith("| readers (MFRC522) | 4 ") and "| 21: 16 board modules, 5 rack modules |" in row


def test_pages_hold_the_calculated_numbers():
    calc = hardware_module("calc")
    assert "\n".join(calc.coil_table()) in page("coil.md")
    assert "\n".join(calc.power_table()) in page("power.md")


def test_supplies_carry_the_budget():
    calc = hardware_module("calc")
    for name in NAMES:
        assert sum(calc.budget(name).values()) < calc.SUPPLY_MA[name]


def test_inductance_against_a_coil_worked_by_hand():
    # 20 mm, 6 turns: inner side 13.4, mean 16.7, fill 0.1976: 2.34 * 4e-7 pi * 36 * 0.0167 / 1.5434.
    assert abs(hardware_module("calc").inductance(20, 6) * 1e6 - 1.1454) < 0.001
