"""The canonical form of a game record: one spelling, comments and times kept."""

from dominocore import audit, record
from dominocore.faults import DominoError


def canonical(text: str) -> str:
    """The record in `text` as a writer would spell it, or a RecordError that names the line."""
    found = record.read(text)
    try:
        rules = audit.rules_of(found)
    except DominoError:
        return record.write(found)  # a game that is not known here is only spelled, not understood
    found.tags = record.new_record(rules, found.tag("Seats")).tags + _further(found.tags)
    return record.write(found)


def _further(tags):
    """Tags that say nothing about the rules, kept as they are."""
    return [tag for tag in tags if tag[0] not in record.KNOWN_TAGS]
