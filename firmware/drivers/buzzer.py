"""A piezo buzzer on a PWM pin. How long it sounds is the caller's business: a driver does not wait."""

from micropython import const

_HALF = const(32768)


class Buzzer:
    def __init__(self, pwm):
        self._pwm = pwm
        self.off()

    def on(self, hertz: int) -> None:
        self._pwm.freq(hertz)
        self._pwm.duty_u16(_HALF)

    def off(self) -> None:
        self._pwm.duty_u16(0)
