"""A two-dimensional tensor of a safetensors file, mapped into memory instead of read.

The format (https://huggingface.co/docs/safetensors): eight bytes with the header's length, a JSON header that gives
each tensor's type, shape and place, then the tensors' bytes. Mapping lets the server and the indexing process share one
copy.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cotext.errors import ModelError

__all__ = ["map_table"]

TYPES: dict[str, np.dtype[Any]] = {"F16": np.dtype("<f2"), "F32": np.dtype("<f4")}
LONGEST_HEADER = 100_000_000


def map_table(path: Path, names: tuple[str, ...]) -> NDArray[Any]:
    """The first of the tensors `names` that the file holds: shape (rows, columns), float16 or float32, read-only.

    Raises:
        ModelError: no such file, a damaged one, none of the names, or a tensor of another type or shape.
    """
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            length = int.from_bytes(file.read(8), "little")
            if not 0 < length <= min(size - 8, LONGEST_HEADER):
                raise ValueError("the header's length is wrong")
            header = json.loads(file.read(length))
        name = next(name for name in names if name in header)
        kind, shape = TYPES[header[name]["dtype"]], tuple(header[name]["shape"])
        start, end = header[name]["data_offsets"]
        if (
            len(shape) != 2
            or min(shape) < 1
            or end - start != math.prod(shape) * kind.itemsize
            or 8 + length + end > size
        ):
            raise ValueError(f"{name} is no whole two-dimensional table")
        table: NDArray[Any] = np.memmap(path, dtype=kind, mode="r", offset=8 + length + start, shape=shape)
        return table
    except StopIteration:
        raise ModelError(
            f"{path} holds no embedding table ({' or '.join(names)}). Choose another model folder."
        ) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"The weights {path} cannot be used ({error}). Install the model again.") from error
