"""The PIO program of the LED chain, run instruction by instruction against the times of the WS2812B.

The simulated board hands bytes to the chain and never runs the program, so this is where its cycles are counted.
"""

import types
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "firmware/drivers/ws2812.py"

# Data sheet of the WS2812B, in ns: how long a bit is high and low, 150 either way.
HIGH = {0: 400, 1: 800}
LOW = {0: 850, 1: 450}
SLACK = 150


class Instruction:
    """One recorded instruction: `.side(n)[delay]` as PIO assembly writes it."""

    def __init__(self, name, *arguments):
        self.name, self.arguments, self.level, self.cycles = name, arguments, None, 1

    def side(self, level):
        self.level = level
        return self

    def __getitem__(self, delay):
        self.cycles = 1 + delay
        return self


def assemble():
    """The program as a list of instructions with its labels, its settings, and the clock it runs at."""
    settings = {}
    program = []
    labels = {}
    bodies = []

    def record(name):
        def emit(*arguments):
            program.append(Instruction(name, *arguments))
            return program[-1]

        return emit

    def asm_pio(**given):
        settings.update(given)
        return lambda function: bodies.append(function)

    names = types.SimpleNamespace(OUT_LOW="low", SHIFT_LEFT="left", JOIN_TX="tx")
    scope = {
        "wrap_target": lambda: labels.update(top=len(program)),
        "wrap": lambda: labels.update(bottom=len(program)),
        "label": lambda name: labels.update({name: len(program)}),
        "out": record("out"),
        "jmp": record("jmp"),
        "nop": record("nop"),
        "x": "x",
        "not_x": "not_x",
    }
    fakes = {
        "rp2": types.SimpleNamespace(asm_pio=asm_pio, PIO=names),
        "const": lambda value: value,
        **scope,
    }
    text = SOURCE.read_text().replace("import rp2\n", "").replace("from micropython import const\n", "")
    exec(compile(text, str(SOURCE), "exec"), fakes)
    bodies[0]()
    return program, labels, settings, fakes["_HZ"]


def wave(bits):
    """The level of the pin in every cycle while the bits go out."""
    program, labels, _, _ = assemble()
    bits = list(bits)
    cycles = []
    at = labels["top"]
    x = None
    while True:
        step = program[at]
        if step.name == "out":
            if not bits:
                return cycles
            x = bits.pop(0)
        cycles += [step.level] * step.cycles
        at = labels["top"] if at + 1 == labels["bottom"] else at + 1
        if step.name == "jmp" and (len(step.arguments) == 1 or x == 0):
            at = labels[step.arguments[-1]]


def runs(levels):
    """Lengths of equal neighbours, as (level, length)."""
    found = []
    for level in levels:
        if found and found[-1][0] == level:
            found[-1][1] += 1
        else:
            found.append([level, 1])
    return found


@pytest.mark.parametrize("bits", [(0, 0, 0), (1, 1, 1), (0, 1, 0, 0, 1, 1)])
def test_bit_times(bits):
    ns = 1e9 / assemble()[3]
    # The low of a bit ends when the next one begins: the first run is low before bit 0, the last is cut off.
    pulses = runs(wave([*bits, 0]))[1:]
    for i, bit in enumerate(bits):
        (high, up), (low, down) = pulses[2 * i], pulses[2 * i + 1]
        assert (high, low) == (1, 0)
        assert abs(up * ns - HIGH[bit]) <= SLACK
        assert abs(down * ns - LOW[bit]) <= SLACK


def test_settings_take_whole_bytes_from_the_top():
    settings = assemble()[2]
    assert settings["autopull"] and settings["pull_thresh"] == 8 and settings["out_shiftdir"] == "left"
    assert settings["sideset_init"] == "low"
