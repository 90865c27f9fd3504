"""Every code that the core can say has a sentence in both languages."""

from dominocore import games, words


def test_each_sentence_stands_in_every_language_with_the_same_details():
    for code, sentences in words._WORDS.items():
        assert len(sentences) == len(words.LANGUAGES), code
        assert len(set([s.count("%s") for s in sentences])) == 1, code
        assert all(sentences), code


def test_text_fills_in_the_details():
    assert words.text("en", "bad_tile", "6-x") == "'6-x' is not a tile"
    assert words.text("es", "bad_tile", "6-x") == "'6-x' no es una ficha"
    assert words.text("en", "no_such_code", 5) == "no_such_code 5"


def test_every_game_has_its_names():
    assert not [g for g in games.IDS if g not in words.GAMES]
    assert words.game("es", "block") == "Bloquear (Cierre)"
