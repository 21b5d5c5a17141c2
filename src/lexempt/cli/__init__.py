"""The command line. One module for each command, imported when it is called: `--help` and mistakes cost little."""

import gc
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

# One command a process: collecting what is still in use would cost a short command a tenth of its time.
gc.set_threshold(200_000, 20, 100)


class _OnFirstUse(ModuleType):
    """A module that click imports, loaded when click first uses it."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        self.__dict__.update(vars(import_module(self.__name__)))
        if name not in self.__dict__:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return self.__dict__[name]


if "inspect" not in sys.modules:
    # `inspect` takes longer to import than a case to read, and click asks it only to take the indentation out of help.
    _later = sys.modules["inspect"] = _OnFirstUse("inspect")
    import click  # noqa: F401

    if sys.modules.get("inspect") is _later:
        del sys.modules["inspect"]
