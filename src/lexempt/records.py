"""`NamedTuple`, made so that defining a class costs little.

`typing.NamedTuple` compiles every annotation and a constructor when a class is defined. One check defines a hundred such
classes and makes values of half of them, and that took a tenth of its time. Here a class is defined without looking at
its annotations, and its constructor is compiled once there are several values of it. For type checkers this *is*
`typing.NamedTuple`; a test holds the two to the same behaviour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from operator import itemgetter

    try:
        from _collections import _tuplegetter as _getter  # what `namedtuple` itself reads fields with
    except ImportError:

        def _getter(index, doc):
            return property(itemgetter(index), doc=doc)

    _FEW = 48
    """From so many values on, making a quick constructor pays."""
    _DOCS = [f"Alias for field number {index}" for index in range(50)]

    class _Record(tuple):
        """What all records can do."""

        __slots__ = ()

        @classmethod
        def _make(cls, values):
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, **changes):
            made = self._make(map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"Got unexpected field names: {list(changes)!r}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            fields = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{self.__class__.__name__}({fields})"

        def __getnewargs__(self):
            return tuple(self)

    def _constructor(fields):
        """Of a tuple with these fields, as `collections.namedtuple` makes it (which makes a class around it)."""
        listed = "".join(f"{field}, " for field in fields)
        return eval(f"lambda _cls, {listed}: _new(_cls, ({listed}))", {"_new": tuple.__new__, "__builtins__": {}})

    def _first(fields, defaults):
        """The constructor of the first few values."""
        made = 0

        def construct(cls, /, *values, **named):
            nonlocal made
            made += 1
            if made < _FEW:
                if len(values) == len(fields) and not named:
                    return tuple.__new__(cls, values)
                rest = fields[len(values) :]
                # Of a call that is not as plain as this, the quick constructor says what is wrong.
                if len(values) <= len(fields) and named.keys() <= set(rest):
                    try:
                        more = [named[field] if field in named else defaults[field] for field in rest]
                        return tuple.__new__(cls, (*values, *more))
                    except KeyError:
                        pass
            quick = _constructor(fields)
            quick.__defaults__ = tuple(defaults.values())
            quick.__name__, quick.__qualname__ = "__new__", f"{cls.__qualname__}.__new__"
            cls.__new__ = staticmethod(quick)
            return quick(cls, *values, **named)

        return construct

    class _Definition(type):
        """Turns the body of a class into a plain class: this type itself is not that of any record."""

        def __new__(cls, name, bases, body):
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body.pop(field) for field in fields if field in body}
            for field in fields[: len(fields) - len(defaults)]:
                if field in defaults:
                    raise TypeError(f"a field without a default follows {field}")
            for index, field in enumerate(fields):
                body[field] = _getter(index, _DOCS[index])
            body.update(
                __slots__=(),
                __match_args__=fields,
                _fields=fields,
                _field_defaults=defaults,
                __new__=_first(fields, defaults),
            )
            return type(name, (_Record,), body)

    class NamedTuple(metaclass=_Definition):
        """The base of every record."""
