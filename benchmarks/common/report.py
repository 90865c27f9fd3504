"""What the benchmarks share: their options, and showing the figures to a person or to a program."""

import argparse
import json


def arguments(text):
    parser = argparse.ArgumentParser(description=text.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")
    parser.add_argument("--quick", action="store_true", help="a rougher figure in well under a minute")
    parser.add_argument("--seed", type=int, default=1, help="for the random hands (default 1)")
    return parser.parse_args()


def show(options, figures):
    if options.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        rows = value.items() if isinstance(value, dict) else [("", value)]
        for key, figure in rows:
            print("%-16s %-14s %s" % (name, key, figure))
            name = ""
