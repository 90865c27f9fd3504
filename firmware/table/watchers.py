"""Whoever follows the game from outside: told of every durable event and of what the display says."""


class Watchers:
    def __init__(self):
        self._links = []

    def add(self, link) -> None:
        self._links.append(link)

    def event(self, game: int, ms: int, event) -> None:
        for link in self._links:
            link.event(game, ms, event)

    def note(self, code: str, *details) -> None:
        for link in self._links:
            link.note(code, *details)
