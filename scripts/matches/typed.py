"""JSON read into dataclasses: what is of another type than its field says is refused, not carried on with.

The types that fields can have are those of the records: numbers, words, Optional, lists, tuples, dictionaries, and
dataclasses of the same.
"""

from __future__ import annotations

import functools
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Callable, Iterable, Union, get_args, get_origin, get_type_hints

NUMBER_MAX = 1e18           # beyond what any field holds, and far from where sums overflow

Reader = Callable[[Any], Any]


@functools.lru_cache(maxsize=None)
def reader(kind: Any) -> Reader:
    """Reads JSON into that type: a dataclass, a list, a tuple, a dictionary, or a plain one. TypeError, KeyError: it is not
    of that type."""
    origin, inner = get_origin(kind), [reader(argument) for argument in get_args(kind) if argument is not type(None)]
    if origin is Union:
        return lambda value: None if value is None else inner[0](value)
    if origin is list:
        return lambda value: [inner[0](item) for item in demanded(value, list)]
    if origin is tuple:
        return lambda value: tuple(read(item) for read, item in paired(inner, demanded(value, list)))
    if origin is dict:
        return lambda value: {inner[0](key): inner[1](item) for key, item in demanded(value, dict).items()}
    if is_dataclass(kind):
        return dataclass_reader(kind)
    return {int: read_int, float: read_number}.get(kind, lambda value: demanded(value, kind))


def dataclass_reader(kind: Any) -> Reader:
    """What has a default value may be missing; what is not a field is passed over."""
    hints = get_type_hints(kind)
    readers = {one.name: reader(hints[one.name]) for one in fields(kind)}
    needed = [one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING]

    def read(value: Any) -> Any:
        found = demanded(value, dict)
        for name in needed:
            found[name]
        return kind(**{name: read_field(found[name]) for name, read_field in readers.items() if name in found})
    return read


def demanded(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError
    return value


def paired(readers: list[Reader], values: list[Any]) -> Iterable[tuple[Reader, Any]]:
    if len(readers) != len(values):
        raise TypeError
    return zip(readers, values)


def read_int(value: Any) -> int:
    read_number(demanded(value, int))
    return value


def read_number(value: Any) -> float:
    """A number with or without decimals, as it is; Python's JSON knows NaN and Infinity, too, and any number of digits."""
    if type(value) not in (int, float) or not abs(value) < NUMBER_MAX:
        raise TypeError
    return value
