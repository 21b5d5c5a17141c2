"""`lexempt.records.NamedTuple` behaves as `typing.NamedTuple` does."""

from __future__ import annotations

import copy
import pickle
import typing
from typing import Any

import pytest

from lexempt import records


class Library(typing.NamedTuple):
    """One defined by the library."""

    name: str
    size: int = 3
    more: tuple[str, ...] = ()

    @property
    def long(self) -> bool:
        """A member that is no field."""
        return self.size > 3


class Ours(records.NamedTuple):
    """The same defined by us."""

    name: str
    size: int = 3
    more: tuple[str, ...] = ()

    @property
    def long(self) -> bool:
        """A member that is no field."""
        return self.size > 3


CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    (("a",), {}),
    (("a", 4), {}),
    (("a", 4, ("b",)), {}),
    ((), {"name": "a"}),
    (("a",), {"more": ("b",)}),
    ((), {}),
    (("a", 4, (), 5), {}),
    (("a",), {"name": "b"}),
    (("a",), {"other": 1}),
]


def _seen(kind: Any, values: tuple[Any, ...], named: dict[str, Any]) -> Any:
    try:
        made = kind(*values, **named)
    except TypeError as error:
        return str(error).replace(kind.__qualname__, "")
    changed = made._replace(size=9)
    kinds = isinstance(made, tuple), type(changed) is kind
    members = made.name, made.size, made.more, made.long
    texts = repr(made).replace(kind.__name__, ""), repr(changed).replace(kind.__name__, "")
    return tuple(made), hash(made), members, made._asdict(), tuple(changed), kinds, texts, made == (*made,)


@pytest.mark.parametrize(("values", "named"), CALLS)
def test_made_alike(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    class Another(records.NamedTuple):
        name: str
        size: int = 3
        more: tuple[str, ...] = ()

        @property
        def long(self) -> bool:
            return self.size > 3

    for _ in range(12):
        assert _seen(Another, values, named) == _seen(Library, values, named)


def test_defined_alike() -> None:
    for name in ("_fields", "_field_defaults", "__match_args__", "__slots__"):
        assert getattr(Ours, name) == getattr(Library, name)
    assert list(Ours.__annotations__) == list(Library.__annotations__)
    assert type(Ours) is type
    assert typing.get_type_hints(Ours) == typing.get_type_hints(Library)


def test_made_of_values() -> None:
    assert Ours._make(["a", 1, ()]) == Ours("a", 1)
    with pytest.raises(TypeError):
        Ours._make(["a"])
    with pytest.raises(ValueError, match="other"):
        Ours("a")._replace(other=1)  # type: ignore[call-arg]


def test_fixed_and_copied() -> None:
    made: Any = Ours("a", 4)
    with pytest.raises(AttributeError):
        made.name = "b"
    with pytest.raises(AttributeError):
        made.unknown = "b"
    for other in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert other == made
        assert type(other) is Ours


def test_a_default_is_followed_by_defaults() -> None:
    with pytest.raises(TypeError, match="default"):

        class Wrong(records.NamedTuple):
            first: int = 1
            second: int  # type: ignore[misc]


def test_no_fields() -> None:
    class Nothing(records.NamedTuple):
        pass

    assert {Nothing() for _ in range(12)} == {()}
