"""The Gymnasium ids. Importing Gymnasium takes longer than everything else here, so this waits until somebody does."""

from __future__ import annotations

import importlib.abc
import importlib.util
import sys
import threading
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

ENV_ID = "reckoners/Reckoners-v0"


def register_envs() -> None:
    """Registers the ids with Gymnasium; a second time changes nothing."""
    import gymnasium

    if ENV_ID not in gymnasium.registry:
        gymnasium.register(
            id=ENV_ID,
            entry_point="reckoners.env:ReckonersEnv",
            vector_entry_point="reckoners.vector:ReckonersVectorEnv",
        )


def when_gymnasium_is_there() -> None:
    """Registers now if Gymnasium is imported, otherwise right after it is."""
    if "gymnasium" in sys.modules:
        register_envs()
    elif not any(isinstance(finder, _Waiting) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Waiting())


class _Waiting(importlib.abc.MetaPathFinder):
    """Lets the others find Gymnasium, and registers when it is imported; who only looks for it changes nothing."""

    def __init__(self) -> None:
        # Of each thread: another one may import Gymnasium at the same time.
        self._looking = threading.local()

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != "gymnasium" or getattr(self._looking, "now", False):
            return None
        self._looking.now = True
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self._looking.now = False
        if spec is not None and spec.loader is not None:
            spec.loader = _Registering(spec.loader, self)
        return spec


class _Registering(importlib.abc.Loader):
    """The loader of Gymnasium with one thing to do afterwards."""

    def __init__(self, loader: Any, waiting: _Waiting) -> None:
        self._loader = loader
        self._waiting = waiting

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        register_envs()
        if self._waiting in sys.meta_path:
            sys.meta_path.remove(self._waiting)
