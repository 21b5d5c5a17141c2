"""Wall time, CPU time and memory of work in this process and in child processes; medians of interleaved runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of wall and CPU time. `peak` is the peak of resident memory in bytes, where a child told it."""

    wall: float
    cpu: float
    peak: int = 0

    def __truediv__(self, times: float) -> Cost:
        return Cost(self.wall / times, self.cpu / times, self.peak)


def timed(work: Callable[[], object]) -> Cost:
    """What one run of the work costs, processes that it starts and waits for included."""
    wall, cpu = time.perf_counter(), _cpu()
    work()
    return Cost(time.perf_counter() - wall, _cpu() - cpu)


def _cpu() -> float:
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


def middle(costs: Iterable[Cost]) -> Cost:
    """The medians."""
    found = list(costs)
    return Cost(median(c.wall for c in found), median(c.cpu for c in found), max(c.peak for c in found))


def interleaved(
    works: Mapping[str, Callable[[], Cost]], times: int, budget: float = float("inf")
) -> tuple[dict[str, Cost], int]:
    """Medians of each work, run in turn, and of how many rounds: `times`, or fewer where the seconds run out."""
    found: dict[str, list[Cost]] = {name: [] for name in works}
    begin = time.perf_counter()
    rounds = 0
    while rounds < times and (rounds == 0 or (time.perf_counter() - begin) * (rounds + 1) / rounds < budget):
        for name, work in works.items():
            found[name].append(work())
        rounds += 1
    return {name: middle(costs) for name, costs in found.items()}, rounds


def environment() -> dict[str, str]:
    """This process's, with the source and the tests importable, and with compiled modules kept as an installation has them."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return kept | {"PYTHONPATH": os.pathsep.join(p for p in paths if p), "PYTHONHASHSEED": "0"}


def child(arguments: list[str], codes: tuple[int, ...] = (0,)) -> Cost:
    """What a process of this Python costs from start to end. Its output is thrown away."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in codes:
        raise RuntimeError(f"{' '.join(arguments)} ended with {process.returncode}")
    return Cost(wall, usage.ru_utime + usage.ru_stime)


def worker(work: str, *arguments: object) -> dict[str, float]:
    """Run a function of `workers` in a process of its own and return the numbers it prints."""
    command = [sys.executable, "-m", "tests.benchmarks.workers", work, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{work} ended with {done.returncode}: {done.stderr[-2000:]}")
    numbers: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return numbers


def worker_memory(work: str, *arguments: object) -> int:
    """The most memory, in bytes, that a function of `workers` and the processes it starts held at once, looked at every
    fiftieth of a second: pages that they share count once (Linux; elsewhere the first process alone is counted)."""
    command = [sys.executable, "-m", "tests.benchmarks.workers", work, *map(str, arguments)]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    most = 0
    while process.poll() is None:
        most = max(most, sum(map(_resident, _family(process.pid))))
        time.sleep(0.02)
    told = process.stdout.read() if process.stdout else ""
    return most or int(json.loads(told.splitlines()[-1])["peak"])


def _family(pid: int) -> list[int]:
    """A process and all it started."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = [int(child) for task in tasks for child in (task / "children").read_text("ascii").split()]
    except (OSError, ValueError):
        return [pid]
    return [pid, *(member for child in children for member in _family(child))]


def _resident(pid: int) -> int:
    """Its share of the memory it uses, in bytes; 0 where that cannot be told."""
    try:
        found = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text("ascii"), re.M)
    except OSError:
        return 0
    return int(found[1]) * 1024 if found else 0


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def own_peak() -> int:
    """Peak resident memory of this process in bytes. (`ru_maxrss` of a child can be its parent's: Linux keeps it over exec.)"""
    try:
        found = re.search(r"^VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii"), re.M)
    except OSError:
        found = None
    if found:
        return int(found[1]) * 1024
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
