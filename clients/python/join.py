"""Joins the generated models into one module and removes repetitions: a wheel compresses each file on its own. Names,
types and documentation stay. Usage: join.py PACKAGE"""

import ast
import pathlib
import re
import sys

HEAD = '''"""All models of requests and answers."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Any, BinaryIO, Generator, Literal, Self, TextIO, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from .types import UNSET, Unset
'''
# Repeated in each file: imports, the block for type checkers, the type variable.
REPEATED = re.compile(
    r"^if TYPE_CHECKING:\n(?:    .*\n)+|^T = TypeVar\(.*\n|^(?:from|import) .*(?:\([^)]*\))?\n|^ +from \.\.?models?\.\S+ import .*\n",
    re.MULTILINE,
)
# Repeated in each class that accepts additional properties; becomes the base class.
OPEN = re.compile(r"\n    @property\n    def additional_keys\(.*?in self\.additional_properties\n", re.DOTALL)
BASE = '''class _Open:
    """Access to additional properties by their names."""

    __slots__ = ()
    additional_properties: dict[str, Any]
'''
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def joined(models):
    texts = [path.read_text() for path in sorted(models.glob("*.py")) if path.name != "__init__.py"]
    bodies = [REPEATED.sub("", text).strip() + "\n" for text in texts]
    methods = next(found.group() for found in map(OPEN.search, bodies) if found)
    for number, body in enumerate(bodies):
        if methods in body:
            bodies[number] = re.sub(r"^(class \w+):", r"\1(_Open):", body.replace(methods, ""), flags=re.MULTILINE)
    # Enumerations first: defaults name their members.
    bodies.sort(key=lambda body: "Enum):" not in body)
    text = "\n\n\n".join([HEAD.strip(), BASE + methods, *bodies])
    return text.replace("def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:", "def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:")


class Inline(ast.NodeTransformer):
    """Writes variables of a function that are read once, as an argument or a value of a dictionary, in that place."""

    def __init__(self, function):
        names = [(node.id, type(node.ctx)) for node in ast.walk(function) if isinstance(node, ast.Name)]
        self.values, self.used = {}, set()
        for statement in function.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    if names.count((name, ast.Load)) == names.count((name, ast.Store)) == 1:
                        self.values[name] = value
        self.visit(function)
        function.body = [
            statement
            for statement in function.body
            if not (isinstance(statement, ast.Assign) and getattr(statement.targets[0], "id", None) in self.used)
        ]

    def moved(self, value):
        if isinstance(value, ast.Name) and value.id in self.values:
            self.used.add(value.id)
            return self.values[value.id]
        return value

    def visit_keyword(self, node):
        node.value = self.moved(node.value)
        return self.generic_visit(node)

    def visit_Dict(self, node):
        node.values = [self.moved(value) for value in node.values]
        return self.generic_visit(node)


def is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def compact_models(text):
    tree = ast.parse(text)
    for one in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for member in one.body:
            if is_text(member):
                member.value.value = " ".join(member.value.value.split())
            elif isinstance(member, FUNCTIONS) and member.name in ("to_dict", "from_dict"):
                Inline(member)
    return ast.unparse(tree) + "\n"


def compact_operation(text):
    """The four functions of an operation have the same documentation: it stays on the first one in full."""
    tree = ast.parse(text)
    documented = [node for node in tree.body if isinstance(node, FUNCTIONS) and is_text(node.body[0])]
    for function in documented[1:]:
        function.body[0].value.value = f"{function.body[0].value.value.strip().splitlines()[0]}. See `{documented[0].name}`."
    return ast.unparse(tree) + "\n"


def main(package):
    models = package / "models"
    text = joined(models)
    for path in models.iterdir():
        path.unlink()
    models.rmdir()
    (package / "models.py").write_text(compact_models(text))
    for path in (package / "api").rglob("*.py"):
        text = re.sub(r"from \.\.\.models\.\w+ import", "from ...models import", path.read_text())
        path.write_text(compact_operation(text) if text.strip() else text)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
