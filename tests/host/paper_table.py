"""A table of paper on a pty, made of the shared codec, that can be told to misbehave."""

import os
import pty
import select
import threading
import time
import tty

from dominocore import messages, wire
from dominocore.faults import DominoError


class PaperTable:
    """Answers requests with `answers[code](body)`; runs in a thread until it is closed."""

    def __init__(self, answers=None, drop=0):
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self.answers = answers or {}
        self.asked = []
        self._drop = drop  # lose every so many-th piece of output, 0: none
        self._written = 0
        self._session = 500
        self._jobs = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.restart()
        self._jobs.clear()

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *error):
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(5)
        os.close(self.master)
        os.close(self._slave)

    def restart(self):
        """Forget everything, as a power cut does; takes effect at the next round."""
        self._session += 1
        self._link = wire.Link(wire.TABLE, self._session, 4)
        self._joiner = messages.Joiner(messages.REQUEST_MOST)
        self._outbox = []

    def later(self, job):
        """Have something done by the table's own thread."""
        self._jobs.append(job)

    def notify(self, code, body):
        self.later(lambda: self._outbox.extend(messages.pieces(messages.message(code, 0, body))))

    def _run(self):
        while not self._stop.is_set():
            if select.select([self.master], [], [], 0.005)[0]:
                self._hear(os.read(self.master, 1000))
            while self._jobs:
                self._jobs.pop(0)()
            while self._outbox and self._link.send(self._outbox[0]):
                self._outbox.pop(0)
            self._write(self._link.poll(int(time.monotonic() * 1000) & 0x3FFFFFFF, 4096))

    def _hear(self, data):
        for kind, value in self._link.receive(data):
            message = self._joiner.add(value) if kind == wire.MESSAGE else None
            if message:
                self._answer(*message)

    def _answer(self, code, tag, body):
        self.asked.append((code, body))
        try:
            reply = self.answers[code](body)
        except DominoError as error:
            code, reply = messages.ERROR, messages.pack_error(error.code, str(error))
        if reply is not None:
            self._outbox += messages.pieces(messages.message(code | messages.REPLY, tag, reply))

    def _write(self, data):
        if not data:
            return
        self._written += 1
        if not self._drop or self._written % self._drop:
            os.write(self.master, data)


class Prompt:
    """A board that sits at its MicroPython prompt."""

    def __init__(self):
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self.heard = b""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while select.select([self.master], [], [], 2)[0]:
            self.heard += os.read(self.master, 1000)
            if b"\x02" in self.heard:
                os.write(self.master, b"\r\nMicroPython v1.26.1 on 2025-09-11; Raspberry Pi Pico\r\n>>> ")
                return
