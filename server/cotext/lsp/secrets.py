"""Keys of remote services: in memory, for one connection, and nowhere else."""

from __future__ import annotations

__all__ = ["INLINE_MODEL_KEY", "Secrets"]

INLINE_MODEL_KEY = "inlineModel.apiKey"


class Secrets:
    """Secrets by name. Shown by their names only, whatever prints them."""

    names = (INLINE_MODEL_KEY,)

    def __init__(self) -> None:
        self._values: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"Secrets({', '.join(sorted(self._values))})"

    def knows(self, name: str) -> bool:
        """Whether there is a use for a secret of this name."""
        return name in self.names

    def set(self, name: str, value: str) -> None:
        """Keep a secret; an empty one is forgotten."""
        if value:
            self._values[name] = value
        else:
            self._values.pop(name, None)

    def get(self, name: str) -> str:
        """The secret, "" where there is none."""
        return self._values.get(name, "")
