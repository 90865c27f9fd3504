"""What runs on the board uses nothing that MicroPython lacks.

Running the code on MicroPython finds most of it; these tests also find what no test happens to run. What is
missing is asked of the real interpreter where it can be, so that no list here grows stale.
"""

import ast
import builtins
import json
import subprocess

import pytest

import sources

# Modules that the rp2 port has and the unix port lacks: type-checked by `make lint` instead.
BOARD_ONLY = {"machine", "rp2"}
# Attributes that are there in CPython, on objects whose type cannot be seen in the text.
LACKING = {
    "hexdigest",  # of a hash: use digest() and binascii.hexlify
    "_asdict",  # of a namedtuple
    "_fields",
    "_make",
    "_replace",
    "__annotations__",
    "__cause__",
    "__doc__",
    "__wrapped__",
    "add_note",
    "with_traceback",
}
# Keyword arguments that MicroPython's functions of this name refuse.
KEYWORDS = {"zip": {"strict"}, "dumps": {"indent", "sort_keys", "default"}, "dump": {"indent", "sort_keys"}}

VALUES = ("", b"", bytearray(), 0, 0.5, [], (), {}, set(), frozenset(), memoryview(b""), Exception())

ASK = """
import builtins, json
values = ("", b"", bytearray(), 0, 0.5, [], (), {}, set(), frozenset(), memoryview(b""), Exception())
methods = [name for name in METHODS if not any([hasattr(v, name) for v in values])]
print(json.dumps([[name for name in NAMES if not hasattr(builtins, name)], methods]))
"""


def portable():
    return sources.core() + sources.firmware() + sources.simulated_board()


def ask(micropython, text):
    """What the real interpreter prints for a few lines of Python."""
    done = subprocess.run(micropython + ["-c", text], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def missing(micropython):
    """Builtin names, and methods of builtin types, that CPython has and MicroPython lacks."""
    methods = {name for value in VALUES for name in dir(value) if not name.startswith("_")}
    text = "NAMES = %r\nMETHODS = %r\n%s" % (dir(builtins), sorted(methods), ASK)
    lost_builtins, lost_methods = json.loads(ask(micropython, text))
    return set(lost_builtins), set(lost_methods) | LACKING


def syntax_it_lacks(source):
    """Constructs that the compiler refuses, or accepts and then ignores."""
    for node in ast.walk(source.tree):
        if isinstance(node, (ast.Match, ast.TryStar)):
            yield node, "match and except* statements"
        elif isinstance(node, ast.Raise) and node.cause is not None:
            yield node, "raise ... from"
        elif isinstance(node, (ast.List, ast.Tuple, ast.Set)) and starred(node):
            yield node, "a star in a display"
        elif isinstance(node, ast.Dict) and None in node.keys:
            yield node, "two stars in a display"
        elif isinstance(node, ast.ClassDef) and node.keywords:
            yield node, "keywords of a class"
        elif isinstance(node, ast.Attribute) and node.attr == "__init__" and builtin_exception(node.value):
            yield node, "__init__ of a builtin exception by name (super().__init__ is there)"
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            yield node.posonlyargs[0], "positional-only parameters"
        elif isinstance(node, ast.JoinedStr) and nested_format(node):
            yield node, "an f-string inside an f-string"


def starred(node):
    """Whether a star stands in a display; as the target of an assignment it is allowed."""
    target = isinstance(getattr(node, "ctx", None), ast.Store)
    return not target and any(isinstance(item, ast.Starred) for item in node.elts)


def builtin_exception(node):
    named = getattr(builtins, node.id, None) if isinstance(node, ast.Name) else None
    return isinstance(named, type) and issubclass(named, BaseException)


def nested_format(node):
    parts = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
    return any(isinstance(inner, ast.JoinedStr) for part in parts for inner in ast.walk(part))


def own_names(tree):
    """Names that a module gives a meaning of its own."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            found.add(node.id if isinstance(node, ast.Name) else node.attr)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
    return found


def names_it_lacks(source, missing, own):
    """Uses of missing builtins and methods, unless the portable code defines something of that name itself."""
    lost_builtins, lost_methods = missing
    here = own_names(source.tree)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Name) and node.id in lost_builtins - here and not node.id.startswith("__"):
            yield node, node.id
        elif isinstance(node, ast.Attribute) and node.attr in lost_methods - own:
            yield node, "." + node.attr
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
            for keyword in node.keywords:
                if keyword.arg in KEYWORDS.get(name, ()):
                    yield node, "%s(%s=)" % (name, keyword.arg)


def work_at_import(source):
    """Loops, open files and bare calls outside functions. Tables and classes are made at import, nothing is done."""
    for node in source.tree.body:
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, (ast.For, ast.While, ast.With)) or (isinstance(node, ast.Expr) and not docstring):
            yield node, "work at import"


def foreign_uses(source, own_modules):
    """(module, name) for everything that is taken from modules that are not the project's own."""
    modules = {}
    for _, module, name in sources.imports(source):
        if module.split(".")[0] not in own_modules:
            if name is None:
                modules[module] = module
            yield module, name
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield node.value.id, node.attr


def told(source, findings):
    return ["%s:%d uses %s" % (source.path, node.lineno, what) for node, what in findings]


def test_syntax():
    assert [line for source in portable() for line in told(source, syntax_it_lacks(source))] == []


def test_builtins_and_methods(missing):
    files = portable()
    own = set().union(*(own_names(source.tree) for source in files))
    assert [line for source in files for line in told(source, names_it_lacks(source, missing, own))] == []


def test_nothing_works_at_import():
    files = [s for s in sources.core() + sources.firmware() if s.name != "main"]
    assert [line for source in files for line in told(source, work_at_import(source))] == []


def lacking_in_modules(micropython, uses):
    """Ask the real interpreter for each module and name. A module of the unix port stands for the board's."""
    script = ["import json", "lost = []"]
    for module, name in sorted(uses, key=str):
        test = "m" if name is None else "m.%s" % name
        script += ["try:", " m = __import__(%r)" % module, " %s" % test]
        script += ["except (ImportError, AttributeError):", " lost.append(%r)" % [module, name]]
    return json.loads(ask(micropython, "\n".join(script + ["print(json.dumps(lost))"])))


def test_modules_and_what_is_in_them(micropython):
    files = sources.core() + sources.firmware()
    own = {source.name.split(".")[0] for source in files} | BOARD_ONLY
    uses = {use for source in files for use in foreign_uses(source, own)}
    assert uses, "no imports: the check would prove nothing"
    assert lacking_in_modules(micropython, uses) == []


@pytest.mark.parametrize(
    "text",
    [
        "match x:\n    case 1: pass",
        "raise ValueError from error",
        "a = [*b]",
        "a = 1, *b",
        "a = {*b}",
        "a = {**b}",
        "class A(metaclass=B): pass",
        "class A(Exception):\n    def __init__(self): Exception.__init__(self)",
        "def f(a, /): pass",
        "f'{f\"{a}\"}'",
    ],
)
def test_lacking_syntax_is_found(text):
    assert len(list(syntax_it_lacks(sources.sample(text)))) == 1


def test_ordinary_syntax_is_left_alone():
    text = "a, *b = c\nf(*a, **b)\ndef g(*, key=1): raise KeyError(key)\n'%d' % a\nf'{a} {b}'\nx = a if (y := 2) else y"
    assert list(syntax_it_lacks(sources.sample(text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "n.bit_length()",
        "'a'.ljust(3)",
        "'7'.zfill(2)",
        "raise TimeoutError",
        "ascii(x)",
        "sha.hexdigest()",
        "pair._replace(a=1)",
        "zip(a, b, strict=True)",
        "json.dumps(a, indent=1)",
    ],
)
def test_lacking_names_are_found(missing, text):
    assert len(list(names_it_lacks(sources.sample(text), missing, set()))) == 1


def test_a_name_of_our_own_is_left_alone(missing):
    text = "class A:\n    def title(self): pass\n\ndef f(format): return format(A().title())"
    source = sources.sample(text)
    assert list(names_it_lacks(source, missing, own_names(source.tree))) == []


@pytest.mark.parametrize(
    "text", ["import functools", "from collections import Counter", "import struct\nstruct.iter_unpack"]
)
def test_lacking_modules_are_found(micropython, text):
    uses = set(foreign_uses(sources.sample(text), set()))
    assert len(lacking_in_modules(micropython, uses)) == 1


@pytest.mark.parametrize("text", ["for i in a: pass", "start()", "with open('x') as f: pass"])
def test_work_at_import_is_found(text):
    assert len(list(work_at_import(sources.sample(text)))) == 1
