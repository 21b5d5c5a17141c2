"""Many parts of one piece of work, shared among processes; what comes out does not depend on how many there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from lexempt.solving.options import CheckOptions

Given = TypeVar("Given")
Done = TypeVar("Done")
_LOOK = 0.05
"""How often, in seconds, somebody who waits for the processes asks whether to stop."""
_shared: tuple[Any, ...] = ()
"""In a process of ours: the work, the parts and the options, as they were when it was forked."""


def in_turn(
    work: Callable[[Given, CheckOptions, Callable[[], bool]], Done],
    parts: Sequence[Given],
    options: CheckOptions,
    asked_to_stop: Callable[[], bool],
) -> list[Done]:
    """What `work` makes of each part, in order, by at most `options.jobs` processes (here, where one is enough or the
    system cannot fork).

    Raises KeyboardInterrupt when asked to stop, what `work` raises, and BrokenProcessPool where a process was killed.
    """
    many = min(options.jobs, len(parts))
    if many > 1:
        import multiprocessing  # with all it brings, more than half as long to import as clingo

        if "fork" in multiprocessing.get_all_start_methods():
            return _shared_out(work, parts, options, asked_to_stop, many)
    return [work(part, options, asked_to_stop) for part in parts]


def _shared_out(
    work: Callable[[Given, CheckOptions, Callable[[], bool]], Done],
    parts: Sequence[Given],
    options: CheckOptions,
    asked_to_stop: Callable[[], bool],
    many: int,
) -> list[Done]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures import TimeoutError as NotYetError

    given = (work, parts, options)
    pool = ProcessPoolExecutor(many, multiprocessing.get_context("fork"), _begin, given)
    try:
        waiting = [pool.submit(_part, place) for place in range(len(parts))]
        done: list[Done] = []
        while len(done) < len(waiting):
            try:
                done.append(waiting[len(done)].result(timeout=_LOOK))
            except NotYetError:
                if asked_to_stop():
                    raise KeyboardInterrupt from None
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return done


def _begin(*given: Any) -> None:
    global _shared
    _shared = given
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it hears Ctrl-C, and ends it


def _part(place: int) -> Any:
    work, parts, options = _shared
    return work(parts[place], options, lambda: False)
