"""HMAC-SHA256: the vectors of RFC 4231, and signatures of one kind that do not pass as the other."""

from binascii import unhexlify

from dominocore import hmac

# RFC 4231, cases 1 to 4, 6 and 7 (5 is about truncation): key, data, digest
VECTORS = (
    (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (
        b"Jefe",
        b"what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    (b"\xaa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (
        bytes(range(1, 26)),
        b"\xcd" * 50,
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
    ),
    (
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        b"\xaa" * 131,
        b"This is a test using a larger than block-size key and a larger than block-size data. "
        b"The key needs to be hashed before being used by the HMAC algorithm.",
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
)


def test_vectors_of_rfc_4231():
    for key, data, expected in VECTORS:
        assert hmac.digest(key, data) == unhexlify(expected)


def test_kinds_do_not_mix():
    assert hmac.sign(b"k", hmac.AUTH, b"x") == hmac.digest(b"k", b"dominotable authx")
    assert hmac.sign(b"k", hmac.AUTH, b"x") != hmac.sign(b"k", hmac.GAME, b"x")


def test_same():
    assert hmac.same(b"abc", b"abc")
    assert not hmac.same(b"abc", b"abd")
    assert not hmac.same(b"abc", b"xbc")
    assert not hmac.same(b"abc", b"ab")
    assert hmac.same(b"", b"")
