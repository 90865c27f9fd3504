"""Every driver check, run once in real MicroPython on the chip models, shown as a test of its own."""

import pytest

import driver_checks


@pytest.fixture(scope="module")
def outcome(micropython):
    return driver_checks.run(micropython)


@pytest.mark.parametrize("name", driver_checks.names())
def test_driver(outcome, name):
    assert outcome[name] == ""


def test_every_check_ran(outcome):
    assert sorted(outcome) == sorted(driver_checks.names())
