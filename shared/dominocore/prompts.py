"""What the table's display says, English and Spanish: short enough for three lines of sixteen letters.

The sentences for people at a screen are in `words`; the table loads only this. The rows are one string, because a
hundred small ones would take three times the memory on a board.
"""

LANGUAGES = ("en", "es")

_ROWS = """
# What to do next.
ready | Ready for a game | Lista para jugar
looking | Looking at the tiles | Leyendo las fichas
clear_board | Clear the board | Vacía la mesa
deal | Deal %s tiles to each rack | Reparte %s fichas a cada uno
deal_ok | Deal %s tiles each, then OK | Reparte %s a cada uno y pulsa OK
play | %s: play | %s: juega
play_draw | %s: play or draw | %s: juega o roba
play_end | %s: play more, or PASS | %s: juega más o PASS
play_next | %s: play it, or the next: PASS | %s: juégala, o el siguiente: PASS
draw | %s: draw | %s: roba
passes | %s: pass | %s: paso
pass_draws | PASS: draw one | PASS: roba una
press_pass | press PASS | pulsa PASS
lead | Lead %s, or the next best | Sale %s o la mejor que haya
claim | Claim it? OK: yes PASS: no | ¿Cobras? OK: sí PASS: no
redeal | No lead: take all tiles back | Nadie sale: recoge todas
choose_suit | %s calls %s: lift it. OK: other | %s pide %s: levanta. OK: otro
choose_end | %s at %s: lift it. OK: other end | %s en %s: levanta. OK: otro extremo
put_back | Put %s back | Pon %s en su sitio
take_back | Take %s back | Retira %s
two_cells | Lay %s on two cells | Pon %s en dos casillas
one_tile | One tile a cell, please | Una ficha por casilla
strange_tile | Unknown tile: take it off | Ficha ajena: quítala
show | %s: tap your last %s tiles | %s: muestra tus %s fichas
hand_over | %s. Take the tiles off | %s. Recoge las fichas
hand_over_ok | %s. OK: next hand | %s. OK: otra mano
won | %s wins! | ¡Gana %s!
shared | %s share it | Empatan %s
hand | hand | mano
# Why not.
out_of_turn | not your turn | no es tu turno
does_not_fit | does not fit | no casa
not_joined | lay it at an end | únela a un extremo
turn_round | turn it round | dale la vuelta
askew | lay it straight | ponla recta
cell_taken | cell is taken | casilla ocupada
not_held | not from a rack | no es de nadie
tile_elsewhere | seen elsewhere | vista en otro sitio
not_in_set | not in this set | no es de este juego
false_pass | must play | debe jugar
not_allowed | not allowed now | ahora no
not_in_game | not in this game | no en este juego
not_in_play | not in play | ahora no se juega
illegal_draw | can play: no draw | no robes: tienes
too_many_drawn | no more to draw | ya no se roba
too_few_drawn | draw first | antes roba
false_claim | nothing to claim | nada que cobrar
false_end | must go on | debe seguir
wrong_lead | better one is held | hay otra mejor
undone | was taken back | se deshizo
must_lead | one of you leads | alguien sale
reveal_count | too few or many | faltan o sobran
# What has come to light.
held | %s held %s: foul | %s tenía %s: falta
missed | %s left %s points | %s dejó %s puntos
# How a hand ended.
out | Out | Dominó
blocked | Blocked | Cierre
target | Target reached | Meta alcanzada
played_out | Played out | Todo jugado
# Trouble.
reader_lost | reader %s silent | lector %s mudo
flash_write | Cannot save: call the maker | No puedo guardar
maintenance | Maintenance. The port is free | Mantenimiento. Puerto libre
crashed | It crashed three times | Falló tres veces
lost_memory | This table lost its memory: restore | La mesa perdió la memoria: restaurar
damaged | Game %s cannot go on | El juego %s no puede seguir
"""


def text(language, code, *details):
    """The words for a code; a code without words, or with other details, speaks for itself."""
    row = _row(code)
    if row is None or row[1].count("%s") != len(details):
        return " ".join([code] + [str(d) for d in details])
    return row[1 + LANGUAGES.index(language) if language in LANGUAGES else 1] % details


def codes():
    """Every code that has words."""
    return [row.split(" | ")[0] for row in _ROWS.split("\n") if " | " in row]


def blanks(code):
    """How many details a code needs."""
    row = _row(code)
    return row[1].count("%s") if row else 0


def _row(code):
    start = _ROWS.find("\n%s | " % code)
    return None if start < 0 else _ROWS[start + 1 : _ROWS.find("\n", start + 1)].split(" | ")
