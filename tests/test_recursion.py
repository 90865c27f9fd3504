"""Nothing in shared/ and firmware/ calls itself, straight or in a circle: a Pico has 25 nested calls.

The call graph is read from the text. A call is followed when the text says what is called: a function of the
module or of an imported one, a class, a method of `self` (with the overrides in subclasses), of `super()`, of a
named class, of a name or attribute that was assigned an object made on the spot, or of any object when only one
family of classes has a method of that name. Not followed: a function kept in a table or passed along, and a part of
`self` whose class cannot be seen, back into the class itself (`self.bus.write()` inside `write` is handing on). The
runs with 160 burnt frames stand behind this test.
"""

import ast

import pytest

import sources

FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class Class:
    """A class of the project: its methods, its bases, and the classes of attributes made in its methods."""

    def __init__(self, key, node, module):
        self.key = key
        self.node = node
        self.module = module
        self.methods = {item.name: item for item in node.body if isinstance(item, FUNCTION)}
        self.bases = []
        self.attributes = {}


class Module:
    def __init__(self, source):
        self.name = source.name
        self.tree = source.tree
        self.functions = {n.name: n for n in source.tree.body if isinstance(n, FUNCTION)}
        self.classes = {
            n.name: Class((source.name, n.name), n, self) for n in source.tree.body if isinstance(n, ast.ClassDef)
        }
        self.imported = {}
        for node in ast.walk(source.tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self._remember(source, node)

    def _remember(self, source, node):
        alone = sources.Source(source.path, source.name, ast.Module([node], []))
        for alias, (_, module, name) in zip(node.names, sources.imports(alone), strict=True):
            local = alias.asname or alias.name
            self.imported[local] = (module, name)


class CallGraph:
    """Who calls whom. A node is (module, class or None, function)."""

    def __init__(self, files):
        self.modules = {source.name: Module(source) for source in files}
        self.classes = [c for m in self.modules.values() for c in m.classes.values()]
        for cls in self.classes:
            found = [self.find_class(cls.module, base) for base in cls.node.bases]
            cls.bases = [base for base in found if base]
        for cls in self.classes:
            self._attributes(cls)
        self.edges = {}
        for module in self.modules.values():
            for name, node in module.functions.items():
                self._walk(module, None, name, node)
            for cls in module.classes.values():
                for name, node in cls.methods.items():
                    self._walk(module, cls, name, node)

    # --- finding what a piece of text names

    def lookup(self, module, local):
        """What a name at the top of a module is: ('function', module, name), a Class, a Module, or None."""
        if local in module.functions:
            return ("function", module.name, local)
        if local in module.classes:
            return module.classes[local]
        if local not in module.imported:
            return None
        where, name = module.imported[local]
        if name is None:
            return self.modules.get(where)
        if where + "." + name in self.modules:
            return self.modules[where + "." + name]
        return self.lookup(self.modules[where], name) if where in self.modules and where != module.name else None

    def find(self, module, expression):
        """The same for a dotted expression."""
        if isinstance(expression, ast.Name):
            return self.lookup(module, expression.id)
        if isinstance(expression, ast.Attribute):
            dotted = self.modules.get(ast.unparse(expression))
            holder = self.find(module, expression.value)
            if isinstance(holder, Module):
                return self.lookup(holder, expression.attr)
            return dotted
        return None

    def find_class(self, module, expression):
        found = self.find(module, expression)
        return found if isinstance(found, Class) else None

    def _attributes(self, cls):
        """`self.x = Thing(...)` tells the class of x."""
        for node in ast.walk(cls.node):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                made = self.find_class(cls.module, node.value.func)
                for target in node.targets:
                    if made and isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
                        cls.attributes[target.attr] = made

    def family(self, cls):
        """The class and everything under it."""
        below = [cls]
        for known in below:
            below += [c for c in self.classes if known in c.bases and c not in below]
        return below

    def inherited(self, cls, name):
        """The class whose method `name` an object of `cls` has, going up."""
        waiting = [cls]
        for known in waiting:
            if name in known.methods:
                return known
            waiting += known.bases
        return None

    def methods(self, cls, name, with_overrides=True):
        owners = [self.inherited(cls, name)]
        if with_overrides:
            owners += [c for c in self.family(cls) if name in c.methods]
        return {owner.key + (name,) for owner in owners if owner}

    def only_family_with(self, name):
        """The methods of this name, when all of them override one another."""
        owners = [c for c in self.classes if name in c.methods]
        tops = [c for c in owners if all(c in self.family(c) and o in self.family(c) for o in owners)]
        return {o.key + (name,) for o in owners} if tops else set()

    # --- reading one function

    def _walk(self, module, cls, name, node):
        key = (module.name, cls.node.name if cls else None, name)
        edges = self.edges.setdefault(key, set())
        local = self._local_classes(module, node)
        for inner in ast.walk(node):
            if isinstance(inner, FUNCTION) and inner is not node:
                local[inner.name] = None
        parts = parts_of_self(node)
        for child in ast.walk(node):
            if isinstance(child, ast.Call):
                edges |= self._called(module, cls, local, parts, child.func)
            elif isinstance(child, ast.Attribute) and cls and ast.unparse(child.value) == "self":
                edges |= {k for k in self.methods(cls, child.attr) if self._is_property(k)}
        self._walk_inner(module, key, node)

    def _walk_inner(self, module, key, node):
        """A function inside a function: only its calls of itself and of its sisters are read apart."""
        inner = [n for n in ast.walk(node) if isinstance(n, FUNCTION) and n is not node]
        names = {n.name for n in inner}
        for function in inner:
            calls = {n.func.id for n in ast.walk(function) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
            self.edges[key + (function.name,)] = {key + (called,) for called in calls & names}

    def _is_property(self, key):
        node = self.modules[key[0]].classes[key[1]].methods[key[2]]
        return any(ast.unparse(d).endswith(("property", ".setter")) for d in node.decorator_list)

    def _local_classes(self, module, node):
        """`x = Thing(...)` tells the class of x inside this function."""
        found = {}
        for child in ast.walk(node):
            if isinstance(child, ast.Assign) and isinstance(child.value, ast.Call):
                made = self.find_class(module, child.value.func)
                for target in child.targets:
                    if made and isinstance(target, ast.Name):
                        found[target.id] = made
        return found

    def _called(self, module, cls, local, parts, func):
        if isinstance(func, ast.Name):
            return set() if func.id in local else self._made_or_called(self.lookup(module, func.id))
        if not isinstance(func, ast.Attribute):
            return set()
        holder = func.value
        if isinstance(holder, ast.Name) and holder.id in ("self", "cls") and cls:
            return self.methods(cls, func.attr)
        if isinstance(holder, ast.Call) and ast.unparse(holder.func) == "super" and cls:
            return {k for base in cls.bases for k in self.methods(base, func.attr, with_overrides=False)}
        made = self._class_of(module, cls, local, holder)
        if made:
            return self.methods(made, func.attr)
        found = self.find(module, holder)
        if isinstance(found, Class):
            return self.methods(found, func.attr, with_overrides=False)
        if isinstance(found, Module):
            return self._made_or_called(self.lookup(found, func.attr))
        family = self.only_family_with(func.attr)
        if cls and ast.unparse(holder).startswith(parts) and self.methods(cls, func.attr) & family:
            return set()
        return family

    def _class_of(self, module, cls, local, holder):
        if isinstance(holder, ast.Name):
            return local.get(holder.id)
        if isinstance(holder, ast.Call):
            return self.find_class(module, holder.func)
        if isinstance(holder, ast.Attribute) and cls and ast.unparse(holder.value) == "self":
            return cls.attributes.get(holder.attr)
        return None

    def _made_or_called(self, found):
        if isinstance(found, Class):
            return self.methods(found, "__init__", with_overrides=False)
        if isinstance(found, tuple):
            return {(found[1], None, found[2])}
        return set()


def parts_of_self(node):
    """How expressions begin that are parts of `self`: `self.` and names assigned from it."""
    names = [
        target.id
        for child in ast.walk(node)
        if isinstance(child, ast.Assign) and ast.unparse(child.value).startswith("self.")
        for target in child.targets
        if isinstance(target, ast.Name)
    ]
    return ("self.", *names)


def circles(edges):
    """The functions that can come back to themselves, each circle once, as text."""
    reach = {key: set(targets) for key, targets in edges.items()}
    grown = True
    while grown:
        grown = False
        for targets in reach.values():
            more = set().union(*(reach.get(t, set()) for t in targets)) - targets
            if more:
                targets |= more
                grown = True
    looping = {key for key, targets in reach.items() if key in targets}
    groups = {frozenset({key} | {k for k in looping & reach[key] if key in reach[k]}) for key in looping}
    return sorted(" <-> ".join(sorted(spell(key) for key in group)) for group in groups)


def spell(key):
    return ".".join(part for part in key if part)


def found_in(*texts):
    files = [sources.sample(text, "m%d" % i if i else "m") for i, text in enumerate(texts)]
    return circles(CallGraph(files).edges)


def test_nothing_recurses():
    files = sources.core() + sources.firmware()
    graph = CallGraph(files)
    assert sum(len(targets) for targets in graph.edges.values()) > len(files), "hardly a call was followed"
    assert circles(graph.edges) == []


RECURSIVE = [
    ("m.f", "def f(n): return f(n - 1)"),
    ("m.f <-> m.g <-> m.h", "def f(): g()\ndef g(): h()\ndef h(): f()"),
    ("m.A.f", "class A:\n def f(self): self.f()"),
    ("m.A.f", "class A:\n async def f(self): await self.f()"),
    ("m.A.f <-> m.A.g", "class A:\n def f(self): self.g()\n def g(self): self.f()"),
    ("m.A.f <-> m.A.g", "class A:\n @property\n def f(self): return self.g()\n def g(self): return self.f"),
    ("m.A.f <-> m.B.g", "class A:\n def f(self): self.g()\nclass B(A):\n def g(self): self.f()"),
    ("m.B.f <-> m.B.g", "class B:\n def f(self): self.g()\n def g(self): B.f(self)"),
    ("m.A.walk", "class A:\n def walk(self):\n  for child in self.children: child.walk()"),
    ("m.A.f <-> m.B.g", "class A:\n def f(self, b): b.g()\nclass B:\n def g(self): A().f(self)"),
    ("m.A.f <-> m.B.g", "class A:\n def f(self): self.b.g()\nclass B:\n def g(self): self.a.f()"),
    ("m.A.__init__", "class A:\n def __init__(self): A()"),
    ("m.f.g", "def f():\n def g(): g()\n g()"),
]

ORDINARY = [
    "def f(): g()\ndef g(): pass",
    "class A:\n def write(self, b): self.put(b)\n def put(self, b): self.bus.write(b)",
    "class A:\n def write(self, b):\n  bus = self.bus\n  bus.write(b)",
    "class A:\n def __init__(self): pass\nclass B(A):\n def __init__(self): super().__init__()",
    "class A:\n def f(self): pass\nclass B(A):\n def f(self): A.f(self)",
    "class A:\n def append(self, x): self.items.append(x)\nclass B:\n def f(self): A().append(1)",
    "def f(): pass\nclass A:\n def f(self): f()",
]


@pytest.mark.parametrize("circle, text", RECURSIVE)
def test_recursion_is_found(circle, text):
    assert found_in(text) == [circle]


def test_a_circle_through_two_modules_is_found():
    assert found_in("from m1 import g\ndef f(): g()", "import m\ndef g(): m.f()") == ["m.f <-> m1.g"]


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_calls_are_left_alone(text):
    assert found_in(text) == []
