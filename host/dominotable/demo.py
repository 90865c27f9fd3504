"""The demo: a virtual table with the real firmware plays a whole match, moved by computer players, shown live.

The players see what players see and lay tiles where the table's lights show an open end. The tool talks to the table
over its serial port as to any other: it starts the game, watches it, downloads the journal and proves the score.
"""

import time
from pathlib import Path

from rich.live import Live

from dominocore import games, record, words
from dominotable import sheets, verifying
from dominotable.console import Screen
from dominotable.director import Director
from dominotable.picture import Scene, draw
from dominotable.playing import seat_names
from dominotable.sim import stage as staging
from dominotable.sim.lockstep import LockstepSession
from dominotable.sim.table import VirtualTable

FRAMES = 12  # pictures a second, drawn by a thread of their own while the table computes
TICKER = 40  # lines kept of what happened


def run(
    screen: Screen,
    game: str = "block",
    seed: int = 1,
    speed: float | None = None,
    target: int | None = None,
    folder: Path | None = None,
) -> verifying.Verdict:
    """Play the match and show it; gives the verdict on its journal, which is saved in `folder` with the record."""
    options = {"target": target} if target else {}
    rules = games.load(game, None, 4, options)
    names = seat_names(rules.seats)
    began = time.monotonic()
    with VirtualTable("grid", seed, top=rules.top, lang=screen.lang) as table:
        board = table.profile["board"]
        scene = Scene(board["columns"], board["rows"], names, title=words.game(screen.lang, game))
        with Stage(screen, scene, table, speed) as stage:
            table.on_run = stage.passed
            folder = folder or staging.cache_folder() / "demo"
            folder.mkdir(parents=True, exist_ok=True)
            journal = folder / ("demo-%d.dtj" % seed)
            with LockstepSession(table) as session:
                session.authenticate(table.key)
                config = {"game": game, "set": rules.top, "seats": names, "options": options}
                number = session.start(config)["game"]
                Director(table, session, rules, scene, seed, stage.told).play()
                session.download(number, journal)
        verdict = _prove(screen, table, journal)
        screen.say("demo_took", table.board.us // 1_000_000, round(time.monotonic() - began))
    return verdict


def _prove(screen, table, journal):
    """Replay the downloaded journal, show the sheet, and say where everything is."""
    text = journal.with_suffix(".dgr")
    verdict = verifying.verify_file(journal, table.key, screen.lang)
    if verdict.record is not None:
        text.write_text(record.write(verdict.record), encoding="utf-8")
    sheets.show_verdict(screen, verdict)
    screen.say("demo_saved", journal, text)
    return verdict


class Stage:
    """Where the play is shown: a live picture on a terminal, lines elsewhere. Also holds back time when asked."""

    def __init__(self, screen: Screen, scene: Scene, table: VirtualTable, speed: float | None):
        self._screen = screen
        self._scene = scene
        self._table = table
        self._speed = speed
        self._live: Live | None = None
        self._looked = 0.0
        self._began = time.monotonic()

    def __enter__(self):
        if self._screen.out.is_terminal:
            self._live = Live(
                console=self._screen.out, screen=True, refresh_per_second=FRAMES, get_renderable=self._picture
            )
            self._live.start()
        return self

    def __exit__(self, *error):
        if self._live:
            self._live.stop()
            if error[0] is None:
                self._look()
                self._screen.out.print(self._picture())

    def passed(self) -> None:
        """Some virtual time has passed: perhaps wait, perhaps look again."""
        real = time.monotonic() - self._began
        if self._speed:
            time.sleep(max(0.0, self._table.board.us / 1e6 / self._speed - real))
        if self._live and real - self._looked >= 1 / FRAMES:
            self._looked = real
            self._look()

    def told(self, line: str) -> None:
        """Something happened that a record tells."""
        self._scene.ticker = [*self._scene.ticker[-TICKER:], line]
        if not self._live:
            self._screen.show(line)

    def _look(self):
        """Bring the scene up to date with the table."""
        scene, table = self._scene, self._table
        leds = table.profile["leds"]
        scene.cell_lights = [table.light(leds["board"] + cell) for cell in range(scene.columns * scene.rows)]
        scene.seat_lights = [table.light(leds["seat"] + seat) for seat in range(len(scene.names))]
        scene.display = table.screen
        scene.laid = dict(table.world.laid)
        scene.racks = {seat: table.world.rack(seat) for seat in range(1, len(scene.names) + 1)}
        virtual, real = table.board.us / 1e6, time.monotonic() - self._began
        clock = "%02d:%02d" % divmod(int(virtual), 60)
        times = "%.0f" % (virtual / max(real, 1))
        scene.status = self._screen.sentence("demo_status", clock, times, table.port)

    def _picture(self):
        size = self._screen.out.size
        return draw(self._scene, size.width, size.height)
