"""A command in, a player out that lives in another process: one JSON line to it, one JSON line back.

We send `{"view": ..., "question": ...}`, it answers `{"answer": "b2"}`. It gets the view of its player and nothing
else of the game. What it prints to stderr is not ours and goes where ours goes.
"""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
from collections.abc import Sequence
from threading import Thread
from typing import IO, Any

from archidsl.engine.views import View
from archidsl.engine.words import Written

SECONDS = 10.0
LINE_BYTES = 64 * 1024
GARBAGE = 60  # characters of a bad line that a message shows


class BotError(Exception):
    """`the bot of p2 (python bot.py) did not answer within 10 seconds`"""


class ProcessPlayer:
    """Starts the process at the first question and ends it with `close`."""

    def __init__(self, name: str, command: str | Sequence[str], seconds: float = SECONDS) -> None:
        self.name, self.seconds = name, seconds
        self.shown = command if isinstance(command, str) else shlex.join(command)
        try:
            self.command = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise self._error(f"is no command: {error}") from None
        self.process: subprocess.Popen[bytes] | None = None
        self.sender: Thread | None = None
        self.lines: queue.Queue[bytes] = queue.Queue()

    def __call__(self, view: View, question: dict[str, Any]) -> Written:
        process = self._started()
        assert process.stdin is not None
        line = json.dumps({"view": view, "question": question}, separators=(",", ":")) + "\n"
        self.sender = Thread(target=_send, args=(process.stdin, line.encode("ascii")), daemon=True)
        self.sender.start()
        try:
            raw = self.lines.get(timeout=self.seconds)
        except queue.Empty:
            raise self._error(f"did not answer within {self.seconds:g} seconds") from None
        return self._understood(raw)

    def _started(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            try:
                self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            except (OSError, ValueError, IndexError) as error:
                raise self._error(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
            Thread(target=_receive, args=(self.process.stdout, self.lines), daemon=True).start()
        return self.process

    def _understood(self, raw: bytes) -> Written:
        if not raw:
            raise self._error(f"ended{self._ending()} without an answer")
        shown = ascii(raw[:GARBAGE].decode("utf-8", "replace").rstrip("\n"))
        if len(raw) > LINE_BYTES:
            raise self._error(f"answered with a line of more than {LINE_BYTES} bytes: {shown}")
        try:
            message = json.loads(raw)
        except (ValueError, RecursionError):
            raise self._error(f"answered with something that is no JSON line: {shown}") from None
        if not isinstance(message, dict) or message.keys() != {"answer"}:
            raise self._error(f'answered {shown}, and not like {{"answer": ...}}')
        return _written(message["answer"], self, shown)

    def _ending(self) -> str:
        """With which code, if the process says so in time."""
        assert self.process is not None
        try:
            return f" with code {self.process.wait(timeout=1)}"
        except subprocess.TimeoutExpired:
            return ""

    def _error(self, message: str) -> BotError:
        return BotError(f"the bot of {self.name} ({self.shown}) {message}")

    def refused(self, reason: str) -> BotError:
        """An answer in the right form that the game does not allow."""
        return self._error(f"gave an answer that is not allowed: {reason}")

    def close(self) -> None:
        """Ends the process: it may leave by itself when its input ends, and is ended if it does not."""
        process, self.process = self.process, None
        if process is None:
            return
        if self.sender is not None:
            self.sender.join(timeout=1)  # what has been read may not have been told to us yet
        if self.sender is not None and self.sender.is_alive():
            process.kill()  # it does not read: closing its input would wait for it
            self.sender.join()
        with contextlib.suppress(OSError):  # it may have ended already
            if process.stdin is not None:
                process.stdin.close()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _written(answer: object, bot: ProcessPlayer, shown: str) -> Written:
    """Only what a record can hold; True is no number."""
    simple = answer is None or type(answer) in (int, str)
    listed = isinstance(answer, list) and all(type(item) is str for item in answer)
    counted = isinstance(answer, dict) and all(type(number) is int for number in answer.values())
    if not (simple or listed or counted):
        raise bot._error(f"gave an answer of a kind that no question has: {shown}")
    return answer  # type: ignore[return-value]


def _send(pipe: IO[bytes], line: bytes) -> None:
    # In a thread: a bot that does not read must not hold us up for longer than its time.
    try:
        pipe.write(line)
        pipe.flush()
    except (OSError, ValueError):
        pass  # it has ended; the missing answer says so


def _receive(pipe: IO[bytes], lines: queue.Queue[bytes]) -> None:
    """Lines as they come, and an empty one at the end."""
    try:
        while line := pipe.readline(LINE_BYTES + 1):
            lines.put(line)
            if len(line) > LINE_BYTES:
                break
    except (OSError, ValueError):
        pass
    lines.put(b"")
