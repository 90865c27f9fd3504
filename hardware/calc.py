"""The numbers of coil.md and power.md. `python calc.py` prints the tables; a test holds the pages to them.

Formulas: inductance by the modified Wheeler formula for a square planar spiral (Mohan et al., 1999), copper
resistance with the skin effect, resonance by Thomson. Currents are data-sheet values unless marked E, an
estimate.
"""

import json
import math
from pathlib import Path

CARRIER_HZ = 13.56e6
MU_0 = 4e-7 * math.pi
COPPER_OHM_M = 1.72e-8
COPPER_M = 35e-6
SWITCH_OFF_F = 11e-12  # output capacitance of a 2N7002 that is off
SWITCH_ON_OHM = 3  # E: the same one, closed by 3.3 V

COILS = ((18, 7), (20, 6), (22, 5))  # outer side in mm, turns
TRACK_MM = 0.3
GAP_MM = 0.3

COILS_A_MODULE = 16
READER_IDLE_MA = 14  # E: 6.5 digital, 7 analogue, receiver on
READER_FIELD_MA = 100  # the most; 60 is usual
LED_IDLE_MA = 1  # E
LED_CHANNEL_MA = 20  # E: one colour at full
CONTROLLER_MA = 60  # E
DISPLAY_MA = 25  # E: every pixel lit
LOGIC_MA = 10  # E
FIELDS_AT_ONCE = {"tap": 1, "grid": 4}  # grid: four modules settle while one is read
SUPPLY_MA = {"tap": 1000, "grid": 3000}

HERE = Path(__file__).parent


def inductance(outer_mm: float, turns: int) -> float:
    """Henry of a square spiral: K1 mu0 n^2 d_avg / (1 + K2 fill) with K1 = 2.34, K2 = 2.75."""
    inner_mm = outer_mm - 2 * (turns * TRACK_MM + (turns - 1) * GAP_MM)
    average_m = (outer_mm + inner_mm) / 2000
    fill = (outer_mm - inner_mm) / (outer_mm + inner_mm)
    return 2.34 * MU_0 * turns**2 * average_m / (1 + 2.75 * fill)


def resistance(outer_mm: float, turns: int) -> float:
    """Ohm at the carrier: current flows in one skin depth of the track."""
    width_m = TRACK_MM / 1000
    length_m = 4 * turns * (outer_mm / 1000 - turns * (TRACK_MM + GAP_MM) / 1000)
    skin_m = math.sqrt(COPPER_OHM_M / (math.pi * CARRIER_HZ * MU_0))
    depth_m = skin_m * (1 - math.exp(-COPPER_M / skin_m))
    return COPPER_OHM_M * length_m / (width_m * depth_m)


def tuning(henry: float) -> float:
    """Farad that resonate with the coil at the carrier."""
    return 1 / ((2 * math.pi * CARRIER_HZ) ** 2 * henry)


def idle_resonance(farad: float) -> float:
    """Hz of a coil whose switch is open: the tuning capacitor in series with the switch."""
    series = farad * SWITCH_OFF_F / (farad + SWITCH_OFF_F)
    return CARRIER_HZ * math.sqrt(farad / series)


def quality(henry: float, ohm: float) -> float:
    return 2 * math.pi * CARRIER_HZ * henry / ohm


def readers(profile: dict) -> int:
    """How many reader chips a profile needs."""
    if "pads" in profile:
        return profile["pads"]["seats"]
    board = profile["board"]["columns"] * profile["board"]["rows"] // COILS_A_MODULE
    racks = -(-profile["racks"]["seats"] * profile["racks"]["cells"] // COILS_A_MODULE)
    return board + racks


def load(name: str) -> dict:
    return json.loads((HERE / "profiles" / (name + ".json")).read_text())


def coil_table() -> list[str]:
    rows = [
        "| side, mm | turns | uH | ohm | tuning, pF | Q alone | Q with switch | idle at, MHz |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for outer, turns in COILS:
        henry, ohm = inductance(outer, turns), resistance(outer, turns)
        farad = tuning(henry)
        rows.append(
            f"| {outer} | {turns} | {henry * 1e6:.2f} | {ohm:.2f} | {farad * 1e12:.0f} "
            f"| {quality(henry, ohm):.0f} | {quality(henry, ohm + SWITCH_ON_OHM):.0f} "
            f"| {idle_resonance(farad) / 1e6:.0f} |"
        )
    return rows


def budget(name: str) -> dict[str, int]:
    """Milliampere by consumer at worst, in the order of the table."""
    profile = load(name)
    leds = profile["leds"]
    light = min(leds["max_ma"], 3 * LED_CHANNEL_MA * leds["count"])
    return {
        "readers, idle": readers(profile) * READER_IDLE_MA,
        "readers, fields on": FIELDS_AT_ONCE[name] * READER_FIELD_MA,
        "LEDs, dark": leds["count"] * LED_IDLE_MA,
        "LEDs, light": light,
        "controller": CONTROLLER_MA,
        "display": DISPLAY_MA,
        "logic": LOGIC_MA,
    }


def power_table() -> list[str]:
    tap, grid = budget("tap"), budget("grid")
    rows = ["| consumer, mA at worst | tap | grid |", "| --- | ---: | ---: |"]
    rows += [f"| {name} | {tap[name]} | {grid[name]} |" for name in tap]
    rows.append(f"| **sum** | **{sum(tap.values())}** | **{sum(grid.values())}** |")
    rows.append(f"| supply | {SUPPLY_MA['tap']} | {SUPPLY_MA['grid']} |")
    on_readers = [sum(list(side.values())[:2]) for side in (tap, grid)]
    rows.append(f"| of the sum, on the readers' own 3.3 V | {on_readers[0]} | {on_readers[1]} |")
    return rows


def main() -> None:
    print("\n".join(coil_table()))
    print()
    print("\n".join(power_table()))


if __name__ == "__main__":
    main()
