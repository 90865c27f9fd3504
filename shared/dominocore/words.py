"""Names and messages, English and Spanish, in one table.

The core speaks in codes; this is the one place where a code becomes a sentence. `%s` stands for the details that
come with the code, in order. Sentences say what is wrong and what to do next.
"""

LANGUAGES = ("en", "es")

GAMES = {
    "mexican_train": ("Mexican Train", "Tren mexicano"),
    "texas_42": ("Texas 42", "Cuatro manos de Texas (42)"),
    "poker": ("Poker", "Póquer"),
    "muggins": ("Muggins", "Muggins o múltiplos de cinco"),
    "draw": ("Draw", "Jalar (Robo)"),
    "block": ("Block", "Bloquear (Cierre)"),
    "bergen": ("Bergen", "Bergen"),
    "matador": ("Matador", "Matador"),
    "tiddle_a_wink": ("Tiddle-a-Wink", "Tiddle-a-Wink"),
    "sebastopol": ("Sebastopol", "Sebastopol"),
    "bingo": ("Bingo", "Bingo"),
    "big_clock": ("Big Clock", "Solitario del gran reloj"),
    "good_neighbors": ("Good Neighbors", "Solitario del buen vecino"),
    "traffic": ("Traffic", "Solitario de tráfico"),
    "squeeze": ("Squeeze", "Solitario apretadito (El empujón)"),
    "super_dominos": ("Super Dominos", "Súper dominó (Dominó doble 15)"),
    "double_takes": ("Double Takes", "Toma dobles"),
    "thats_it": ("That's It!", "¡Basta! (¡Ya está!)"),
    "high_fives": ("High Fives", "Múltiple de cincos (El cinquillo)"),
    "classic": ("Classic 6-9-12", "Dominó clásico 6-9-12"),
}

_WORDS = {
    # What cannot be, or may not be, in play.
    "out_of_turn": ("it is not this seat's turn", "no es el turno de este jugador"),
    "does_not_fit": ("the tile does not fit there", "la ficha no casa ahí"),
    "end_needed": (
        "the tile fits more than one end: write which, as in @R",
        "la ficha casa en más de un extremo: escribe cuál, como @R",
    ),
    "half_needed": (
        "this tile goes either way round: write the half that touches, as in @R/6",
        "esta ficha entra por cualquiera de sus lados: escribe la mitad que toca, como @R/6",
    ),
    "no_such_half": ("the tile has no such half", "la ficha no tiene esa mitad"),
    "no_such_end": ("there is no such open end", "no existe ese extremo abierto"),
    "boneyard_empty": ("there is nothing left to draw", "ya no queda nada que robar"),
    "too_many_drawn": ("no further tile may be drawn now", "ya no se puede robar"),
    "too_few_drawn": ("must draw before passing", "hay que robar antes de pasar"),
    "not_allowed": ("that is not allowed now", "eso no está permitido ahora"),
    "not_in_game": ("this game has no such action", "este juego no tiene esa acción"),
    "false_pass": (
        "must play when able: a pass is only for who cannot",
        "quien puede jugar debe jugar: solo pasa quien no puede",
    ),
    "illegal_draw": ("may not draw with a playable tile in hand", "no se roba teniendo ficha que casa"),
    "revoke": ("must follow when able", "hay que asistir si se puede"),
    "false_end": ("must go on when able", "hay que seguir si se puede"),
    "false_call": (
        "that is not it: the tiles left are not all in melds",
        "eso no es basta: las fichas que quedan no están todas en combinaciones",
    ),
    "no_discard": ("there is no discard to take", "no hay descarte que tomar"),
    "has_folded": ("the seat has folded and is out of this hand", "el jugador ya se retiró de esta mano"),
    "false_claim": ("there is nothing to claim now", "ahora no hay nada que reclamar"),
    "call_needed": (
        "a lead that is not a double calls one of its numbers: write which, as in =13",
        "quien sale sin doble pide uno de sus números: escribe cuál, como =13",
    ),
    "no_call": ("no suit can be called with this tile now", "ahora no se puede pedir palo con esta ficha"),
    "capture_needed": (
        "a tile in the pool matches: write which one is taken, as in x5-5",
        "entre las descubiertas hay una que casa: escribe cuál se toma, como x5-5",
    ),
    "no_capture": ("the two tiles share no number", "las dos fichas no comparten ningún número"),
    "not_in_pool": ("that tile does not lie in the pool", "esa ficha no está entre las descubiertas"),
    "already_laid": ("the seat has laid its tile to this trick", "el jugador ya puso su ficha en esta baza"),
    "not_now": (
        "bids come first, then the trump is named, then tiles are played",
        "primero se subasta, luego se nombra el triunfo y después se juega",
    ),
    "wrong_lead": ("a better tile to lead with was held", "alguien tenía mejor ficha para salir"),
    "hands_or_target": (
        "the match goes to a number of hands or to a target, not to both",
        "la partida va a un número de manos o a una meta, no a las dos",
    ),
    # Solitaires.
    "not_there": ("the tiles named do not all lie there", "las fichas nombradas no están todas ahí"),
    "not_counted": (
        "other tiles go now: those whose pips meet the count",
        "ahora salen otras fichas: aquellas cuyos puntos coinciden con la cuenta",
    ),
    "no_pair": ("a pair touches and shares a number", "una pareja se toca y comparte un número"),
    "no_pair_yet": ("remove at least one pair first", "antes hay que quitar al menos una pareja"),
    "no_removal": (
        "two tiles go with one or two between them and a number in common, three or more side by side with one in all",
        "salen dos con una o dos en medio y un número en común, o tres o más seguidas con un número en todas",
    ),
    "turned_first": ("the tile turned up must be placed first", "antes hay que colocar la ficha volteada"),
    "not_turned": ("that tile is not the one turned up", "esa no es la ficha volteada"),
    "has_a_place": ("the tile fits: it is not wasted", "la ficha casa: no se desecha"),
    "no_such_slot": ("there is no such slot", "no existe esa casilla"),
    "slot_empty": ("that slot is empty", "esa casilla está vacía"),
    "not_face_up": ("that tile does not lie face up", "esa ficha no está descubierta"),
    "cells_apart": ("the two halves must lie side by side", "las dos mitades deben quedar juntas"),
    "cell_taken": ("another tile lies there", "ahí ya hay otra ficha"),
    "five_in_line": ("five in line are one too many", "cinco en línea es una de más"),
    "no_quad": (
        "no new quad holds a half of every tile laid: lay more, or take one back",
        "ninguna nueva cuarteta tiene una mitad de cada ficha puesta: pon otra o retira una",
    ),
    "searching": ("one moment: the table looks for a turn", "un momento: la mesa busca si hay jugada"),
    "not_held": ("the seat does not hold that tile", "el jugador no tiene esa ficha"),
    "retired": ("that tile is not played with in this game", "con esa ficha no se juega en este juego"),
    "tile_elsewhere": ("that tile has been seen elsewhere", "esa ficha ya se vio en otro sitio"),
    "unseen_tile": ("this tile must be seen: '?' will not do", "esta ficha debe verse: no vale '?'"),
    "not_in_set": ("that tile is not in this set", "esa ficha no está en este juego de fichas"),
    "not_in_play": ("no hand is in play", "no hay una mano en juego"),
    "bad_seat": ("there is no such seat", "no existe ese asiento"),
    # Table lines.
    "match_over": ("the match is over: no further hand", "la partida terminó: no hay más manos"),
    "hand_running": ("the hand is still being played", "la mano aún se está jugando"),
    "reveal_missing": (
        "the hand is not scored: tiles left must be revealed first",
        "la mano no tiene puntos: antes hay que mostrar las fichas restantes",
    ),
    "not_dealing": ("tiles are dealt only at the start of a hand", "solo se reparte al empezar una mano"),
    "deal_order": ("deals go in seat order, one line a seat", "se reparte por orden de asiento, una línea cada uno"),
    "deal_count": ("the number of tiles dealt is wrong", "el número de fichas repartidas no es el debido"),
    "not_showing": ("tiles are revealed only when play has ended", "las fichas se muestran solo al acabar el juego"),
    "reveal_count": (
        "reveal exactly the tiles the seat still holds",
        "muestra exactamente las fichas que quedan al jugador",
    ),
    "not_over": ("the hand has no score yet", "la mano aún no tiene puntos"),
    "wrong_score": ("the announced score is not what the hand gives", "los puntos anunciados no son los de la mano"),
    "nothing_to_undo": ("there is nothing to take back in this hand", "no hay nada que deshacer en esta mano"),
    "table_first": ("the table must lay its tiles first", "antes la mesa debe poner sus fichas"),
    "not_due": ("the table lays no such tiles now", "la mesa no pone esas fichas ahora"),
    "tile_count": ("the number of tiles is not what the rule says", "el número de fichas no es el que dice la regla"),
    # Set-up.
    "bad_game": ("no game is called '%s'; there are: %s", "ningún juego se llama '%s'; hay: %s"),
    "bad_set": ("this game is not played with a double-%s set; sets: %s", "no se juega con doble-%s; juegos: %s"),
    "bad_seats": (
        "the number of seats cannot be %s: %s to %s with double-%s",
        "el número de jugadores no puede ser %s: de %s a %s con doble-%s",
    ),
    "exact_seats": (
        "the number of seats cannot be %s: exactly %s with double-%s",
        "el número de jugadores no puede ser %s: justo %s con doble-%s",
    ),
    "bad_deal": (
        "%s tiles for each of %s seats are too many: at most %s",
        "%s fichas para cada uno de %s son demasiadas: %s como mucho",
    ),
    "nothing_to_draw": (
        "with four players no tile is left to exchange: draw=three is for two or three",
        "con cuatro jugadores no queda ficha que cambiar: draw=three es para dos o tres",
    ),
    "bad_pairs": ("pairs need four seats, not %s", "para jugar en parejas hacen falta cuatro jugadores, no %s"),
    "bad_option": ("this game has no option '%s'; it has: %s", "este juego no tiene la opción '%s'; tiene: %s"),
    "double_option": ("option %s is given twice", "la opción %s está dos veces"),
    "bad_value": ("option %s cannot be '%s'; allowed: %s", "la opción %s no puede ser '%s'; vale: %s"),
    "bad_number": (
        "option %s cannot be '%s': a whole number from %s to %s",
        "la opción %s no puede ser '%s': un número entero de %s a %s",
    ),
    # What a table cannot do.
    "too_few_seats": ("it has too few seats: %s are wanted, not %s", "tiene pocos sitios: hacen falta %s, no %s"),
    "rack_too_small": (
        "its racks are too small: %s tiles are wanted, %s fit",
        "sus atriles son pequeños: hacen falta %s fichas y caben %s",
    ),
    "board_too_small": (
        "its board is too small for %s tiles: it has %s cells",
        "su tablero es pequeño para %s fichas: tiene %s casillas",
    ),
    "needs_pads": (
        "a board of cells cannot show this game: play it on pads (profile tap)",
        "un tablero de casillas no puede mostrar este juego: juégalo con lectores (perfil tap)",
    ),
    "not_on_table": (
        "this game cannot be played at a table yet, only on the host (`dominotable play`)",
        "este juego aún no se juega en la mesa, solo en el ordenador (`dominotable play`)",
    ),
    "malformed": ("it cannot read the request", "no entiende lo que se le pide"),
    "unknown_request": ("it does not know this request: update it", "no conoce lo que se le pide: actualízala"),
    "config_too_long": ("names and options are too long: %s bytes", "nombres y opciones demasiado largos: %s bytes"),
    # Spelling of a record.
    "bad_header": ("not a game record: it begins '%s', not '%s'", "no es un registro: empieza con '%s' y no con '%s'"),
    "bad_tag": ('a tag is [Name "value"], not: %s', 'una etiqueta es [Nombre "valor"], no: %s'),
    "late_tag": ("tags stand before the first event: %s", "las etiquetas van antes del primer suceso: %s"),
    "double_tag": ("tag %s stands twice", "la etiqueta %s está dos veces"),
    "missing_tag": ("tag %s is missing", "falta la etiqueta %s"),
    "bad_line": ("a line is 'seat verb …', not: %s", "una línea es 'asiento verbo …', no: %s"),
    "bad_verb": ("no action is called '%s'", "ninguna acción se llama '%s'"),
    "bad_actor": ("'%s' cannot do '%s': seats act, '*' is the table", "'%s' no puede hacer '%s': '*' es la mesa"),
    "bad_words": ("cannot read: %s", "no se entiende: %s"),
    "bad_time": ("a time is {t=12.340}, not: %s", "un tiempo es {t=12.340}, no: %s"),
    "bad_tile": ("'%s' is not a tile", "'%s' no es una ficha"),
    "bad_place": ("'%s' is not an end", "'%s' no es un extremo"),
    "no_tiles": ("tiles are missing", "faltan las fichas"),
    # Why a hand ended.
    "won": ("won", "ganado"),
    "close": ("nearly won", "casi ganado"),
    "lost": ("lost", "perdido"),
    "gave_up": ("given up", "abandonado"),
    "out": ("out", "dominó"),
    "blocked": ("blocked", "cierre"),
    "target": ("target reached", "meta alcanzada"),
    "made": ("bid made", "subasta cumplida"),
    "set": ("bid not made", "subasta fallada"),
    "all_pass": ("all passed", "todos pasaron"),
    "melded": ("that's it", "¡basta!"),
    "void": ("void", "mano nula"),
    "showdown": ("showdown", "se mostraron las manos"),
    "folded": ("all others folded", "los demás se retiraron"),
    "played_out": ("played out", "se jugaron todas las fichas"),
}


def text(language, code, *details):
    """The sentence for a code. A code without a sentence speaks for itself, with its details."""
    entry = _WORDS.get(code)
    if entry is None:
        return " ".join([code] + [str(d) for d in details])
    sentence = entry[LANGUAGES.index(language)]
    return sentence % details if details and "%s" in sentence else sentence


def game(language, game_id):
    return GAMES[game_id][LANGUAGES.index(language)]
