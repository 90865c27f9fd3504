"""What the host tool says, English and Spanish: its own sentences here, those of the core from `dominocore.words`.

`%s` stands for the details that come with a code, in order. An error's sentence says what is wrong and what to do
next. The device carries only the core's table, so host sentences stay out of it.
"""

from dominocore import words
from dominocore.faults import DominoError
from dominotable.errors import HostError, Refused

LANGUAGES = words.LANGUAGES
VARIABLE = "DOMINOTABLE_LANG"

_SENTENCES = {
    # Files
    "no_file": ("%s: there is no such file", "%s: no existe ese archivo"),
    "file": ("%s: %s", "%s: %s"),
    "not_utf8": ("%s: not a text file in UTF-8", "%s: no es un archivo de texto UTF-8"),
    "not_canonical": (
        "%s: not in canonical form; `fmt --write` makes it so",
        "%s: sin forma canónica; la da `fmt --write`",
    ),
    "bad_key": (
        "%s: not a key: a key file holds 64 hexadecimal digits or an identity.json",
        "%s: no es una clave: un archivo de clave tiene 64 dígitos hexadecimales o es un identity.json",
    ),
    "bad_pair": ("'%s' is not an option: write key=value", "'%s' no es una opción: escribe clave=valor"),
    "bad_language": ("no language '%s'; there are: %s", "no hay idioma '%s'; hay: %s"),
    "bad_player": ("no computer player is called '%s'; there are: %s", "ningún jugador se llama '%s'; hay: %s"),
    "no_rules": ("there is no rule text for %s", "no hay reglas escritas de %s"),
    # Verdicts
    "sound": ("%s: sound", "%s: correcto"),
    "unsound": ("%s: NOT sound", "%s: NO es correcto"),
    "unreadable": ("%s: cannot be read", "%s: no se puede leer"),
    "at_line": ("line %s: %s", "línea %s: %s"),
    "match_to_go": ("the match is not finished", "la partida no ha terminado"),
    "on_turn": ("seat %s is on turn; legal: %s", "le toca al asiento %s; puede: %s"),
    "infraction": ("hand %s, line %s: seat %s: %s", "mano %s, línea %s: asiento %s: %s"),
    "missed": (
        "hand %s, line %s: seat %s left %s points unclaimed",
        "mano %s, línea %s: el asiento %s dejó sin cobrar %s puntos",
    ),
    "won_by": ("%s wins the match", "%s gana la partida"),
    "won_by_pair": ("%s win the match", "%s ganan la partida"),
    "won_shared": ("%s share the match", "%s comparten la partida"),
    # Solitaires
    "not_a_puzzle": (
        "%s leaves nothing to search for; these do: %s",
        "%s no deja nada que buscar; estos sí: %s",
    ),
    "puzzle_over": (
        "there is no game in play there: name a line before its end with --at",
        "ahí no hay juego en curso: nombra con --at una línea anterior a su final",
    ),
    "stock_unknown": (
        "%s tiles have not been seen: name them in their order with --stock, or the seed with --seed",
        "%s fichas no se han visto: nómbralas en su orden con --stock, o la semilla con --seed",
    ),
    "stock_wrong": (
        "--stock must name the tiles that no line shows, each once, in their order; there are %s: %s",
        "--stock debe nombrar las fichas que ninguna línea muestra, cada una una vez y en su orden; son %s: %s",
    ),
    "seed_wrong": (
        "the tiles of this record did not come as seed %s shuffles them",
        "las fichas de este registro no salieron como las baraja la semilla %s",
    ),
    "solve_won": (
        "it can be won: see the lines above (%s positions looked at)",
        "se puede ganar: véanse las líneas (%s posiciones miradas)",
    ),
    "solve_unwinnable": (
        "it cannot be won any more: every one of %s positions was looked at",
        "ya no se puede ganar: se miraron todas las posiciones, %s",
    ),
    "solve_not_found": (
        "not found within the limit: %s positions looked at, at best %s left",
        "no se encontró en el tiempo dado: %s posiciones miradas, quedaron %s como mínimo",
    ),
    "solve_progress": (
        "%s positions, at best %s left, width %s",
        "%s posiciones, quedan %s como mínimo, ancho %s",
    ),
    # Journals
    "journal_magic": ("not a journal: it does not begin as one", "no es un diario: no empieza como tal"),
    "journal_empty": ("the journal is empty", "el diario está vacío"),
    "journal_torn": (
        "the journal breaks off in the middle of a record, at byte %s",
        "el diario se corta en medio, en el byte %s",
    ),
    "journal_damaged": ("the journal is damaged at byte %s", "el diario está dañado en el byte %s"),
    "journal_sequence": ("a record is missing before byte %s", "falta una entrada antes del byte %s"),
    "journal_chain": (
        "the hash chain does not end as signed, at byte %s",
        "la cadena no acaba como fue firmada, en el byte %s",
    ),
    "journal_after_close": ("records stand behind the end, at byte %s", "hay entradas detrás del final, en el byte %s"),
    "journal_open": ("a record stands where it cannot, at byte %s", "una entrada está donde no puede, en el byte %s"),
    "bad_signature": ("not signed by this table's key", "no está firmado con la clave de esta mesa"),
    "not_closed": ("the game was not closed, so nothing is signed", "la partida no se cerró: nada está firmado"),
    "bad_entry": ("record %s of the journal cannot be understood", "la entrada %s del diario no se entiende"),
    "bad_start": (
        "record %s: the hand does not begin with the numbers the hand before it gave",
        "entrada %s: la mano no empieza con los números que dio la anterior",
    ),
    "bad_result": ("the result it closes with is not what the game gives", "el resultado final no es el de la partida"),
    # The virtual table
    "no_simulator": ("the virtual table cannot run here: %s", "la mesa virtual no puede funcionar aquí: %s"),
    "crashed": (
        "the firmware of the virtual table stopped: %s (its messages are in %s)",
        "el programa de la mesa virtual se detuvo: %s (sus mensajes están en %s)",
    ),
    "board_refused": ("the simulated board does not understand: %s", "la placa simulada no entiende: %s"),
    "power_cut": ("the virtual table has no power: its power was cut", "la mesa virtual no tiene corriente: se cortó"),
    "power_off": ("the virtual table is switched off", "la mesa virtual está apagada"),
    "no_profile": ("no profile is called '%s'; there are: %s", "ningún perfil se llama '%s'; hay: %s"),
    "blunder": ("%s lays %s, which does not fit", "%s pone %s, que no casa"),
    "judge_undoes": (
        "the judge has %s taken back, and %s lays it once more",
        "el juez hace retirar %s, y %s la pone otra vez",
    ),
    "plug_pulled": (
        "somebody pulls the plug and puts it back",
        "alguien tira del cable y lo vuelve a enchufar",
    ),
    "demo_status": (
        "%s at the table, %s times as fast as life · %s",
        "%s en la mesa, %s veces más rápido que de verdad · %s",
    ),
    "demo_took": ("%s s at the table, played in %s s here", "%s s en la mesa, jugados aquí en %s s"),
    "demo_saved": ("journal: %s   record: %s", "diario: %s   registro: %s"),
    "sim_ready": (
        "a virtual table: connect with --port %s, key with --key %s; type `help` to move tiles, Ctrl-C ends it",
        "una mesa virtual: conéctate con --port %s, la clave es --key %s; `help` para mover fichas, Ctrl-C la cierra",
    ),
    "stalled": ("the table did not go on: %s", "la mesa no siguió: %s"),
    # Tables
    "started": ("%s has begun: game %s on this table", "%s ha comenzado: partida %s de esta mesa"),
    "undone": ("taken back: %s", "deshecho: %s"),
    "ruled": ("it is on record", "queda registrado"),
    "flash_write": ("it cannot write its memory", "no puede escribir en su memoria"),
    "table_restarted": ("the table was switched off and on", "la mesa se apagó y se encendió"),
    "refused": ("the table refuses: %s", "la mesa no acepta: %s"),
    "no_games": ("it keeps no game yet", "aún no guarda ninguna partida"),
    "needs_key": (
        "that needs the table's key: --key FILE (asked: %s)",
        "eso pide la clave de la mesa: --key FILE (%s)",
    ),
    "game_running": ("game %s is running", "la partida %s está en juego"),
    "no_game": ("no game is running", "no hay ninguna partida en juego"),
    "no_log": ("it keeps no game %s", "no guarda ninguna partida %s"),
    "flash_full": ("its memory is full", "su memoria está llena"),
    # Anything
    "internal": (
        "a fault of the tool itself (%s: %s); %s=1 shows where, please report it",
        "un fallo de la propia herramienta (%s: %s); %s=1 muestra dónde, por favor avisa",
    ),
    "interrupted": ("stopped", "detenido"),
}


# The sentences and hints of `errors.TABLE`, which has the English ones.
_HOST_SPANISH = {
    "no_table": ("no se encuentra ninguna mesa", "conecta una, inicia una con `dominotable sim` o nómbrala con --port"),
    "several_tables": ("hay varias mesas: %s", "nombra una con --port o DOMINOTABLE_PORT"),
    "no_device": ("no existe el puerto %s", "`dominotable list` muestra lo conectado"),
    "no_permission": ("no se permite abrir %s", "en Linux tu usuario debe estar en el grupo `dialout`"),
    "busy_port": ("otro programa está usando %s", "ciérralo e inténtalo de nuevo"),
    "no_port": ("no se puede abrir %s: %s", "`dominotable list` muestra lo conectado"),
    "silent": ("%s no responde", "¿está encendida la mesa, y es este su puerto?"),
    "at_repl": ("%s muestra MicroPython: el programa de la mesa no corre", "apaga y enciende la mesa"),
    "version": ("%s habla la versión %s del protocolo y esta herramienta la %s", "actualiza la más antigua"),
    "lost": ("se cortó la conexión con %s", "revisa el cable"),
    "restarted": ("%s se reinició entretanto", "inténtalo de nuevo"),
    "bad_reply": ("%s respondió otra cosa a '%s'", "actualiza la herramienta y la mesa"),
    "bad_hash": ("el diario de la partida %s llegó mal dos veces", "revisa el cable e inténtalo de nuevo"),
}


def host_error(lang: str, error: HostError) -> str:
    """What is wrong with the connection or was refused, and what to do next."""
    if isinstance(error, Refused):
        return sentence(lang, "refused", sentence(lang, error.refusal, *error.detail.split()))
    text, hint = error.message, error.hint
    if lang == "es" and error.code in _HOST_SPANISH:
        text, hint = _HOST_SPANISH[error.code]
        text %= error.details
    return "%s; %s" % (text, hint) if hint else text


def sentence(lang: str, code: str, *details) -> str:
    """The sentence for a code of the host or of the core."""
    entry = _SENTENCES.get(code)
    if entry is None:
        return words.text(lang, code, *details)
    template = entry[LANGUAGES.index(lang)]
    wanted = template.count("%s")
    return template % tuple([*details, *[""] * wanted][:wanted])


def check(lang: str) -> str:
    """A language asked for by name, or a DominoError."""
    if lang not in LANGUAGES:
        raise DominoError("bad_language", lang, " ".join(LANGUAGES))
    return lang
