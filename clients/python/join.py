"""Joins the generated models into one module: a wheel compresses each file on its own. Usage: join.py PACKAGE"""

import pathlib
import re
import sys

package = pathlib.Path(sys.argv[1])
models = package / "models"
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
# What each file repeats: imports, the block for type checkers, the type variable.
REPEATED = re.compile(
    r"^if TYPE_CHECKING:\n(?:    .*\n)+|^T = TypeVar\(.*\n|^(?:from|import) .*(?:\([^)]*\))?\n|^ +from \.\.?models?\.\S+ import .*\n",
    re.MULTILINE,
)

texts = [path.read_text() for path in sorted(models.glob("*.py")) if path.name != "__init__.py"]
bodies = [REPEATED.sub("", text).strip() for text in texts]
# Enumerations first: defaults name their members.
bodies.sort(key=lambda body: "Enum):" not in body)
joined = "\n\n\n".join([HEAD.strip(), *bodies]) + "\n"
joined = joined.replace("def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:", "def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:")
(package / "models.py").write_text(joined)
for path in models.iterdir():
    path.unlink()
models.rmdir()
for path in (package / "api").rglob("*.py"):
    path.write_text(re.sub(r"from \.\.\.models\.\w+ import", "from ...models import", path.read_text()))
