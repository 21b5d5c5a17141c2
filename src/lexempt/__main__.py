"""`lexempt` and `python -m lexempt`: the command, heard from its first moment on.

An interrupt while Python still imports the command would end in a traceback; so it is answered here until `run` listens.
"""

import os
import signal
from typing import NoReturn


def _interrupted(_signal: int, _frame: object) -> NoReturn:
    os.write(2, b"interrupted\n")
    os._exit(130)


def main() -> NoReturn:
    """The console script."""
    # Who ignores interrupts (nohup, a shell's background) goes on ignoring them.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)
    from lexempt.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
