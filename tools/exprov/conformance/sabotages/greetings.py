"""Sabotages of how the engine begins and how it ends."""

from __future__ import annotations

from typing import Any

from exprov.conformance.sabotages.base import Message, Saboteur, Wire


class Greeting(Saboteur):
    """Changes members of the hello; None takes one away."""

    def __init__(self, **members: Any) -> None:
        self._members = members

    def hello(self, wire: Wire, line: bytes, hello: Message) -> None:
        changed = hello | self._members
        wire.say({name: value for name, value in changed.items() if value is not None})


class OtherRun(Saboteur):
    """Echoes another nonce than it got, as an answer from an earlier run would."""

    def hello(self, wire: Wire, line: bytes, hello: Message) -> None:
        wire.say(hello | {"run": f"{hello.get('run', '')}0"})


class Fewer(Saboteur):
    """Declares one operation less than the engine."""

    def __init__(self, op: str) -> None:
        self._op = op

    def hello(self, wire: Wire, line: bytes, hello: Message) -> None:
        wire.say(hello | {"ops": [op for op in hello.get("ops", ()) if op != self._op]})


class Before(Saboteur):
    """Sends some bytes before the hello, as a program with a banner would."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def hello(self, wire: Wire, line: bytes, hello: Message) -> None:
        wire.write(self._data + line)


class Mute(Saboteur):
    """Says no hello."""

    def hello(self, wire: Wire, line: bytes, hello: Message) -> None:
        pass


class TwoGreetings(Saboteur):
    """Says hello twice."""

    def hello(self, wire: Wire, line: bytes, hello: Message) -> None:
        wire.write(line + line)


class Unasked(Saboteur):
    """Sends an answer before anything was asked."""

    def hello(self, wire: Wire, line: bytes, hello: Message) -> None:
        wire.write(line)
        wire.say({"type": "result", "id": "no.such-case:validate:reader", "status": "ok", "verdict": "valid"})


class Miscounted(Saboteur):
    """Says at the end that it answered one case more than it did."""

    def bye(self, wire: Wire, line: bytes, bye: Message) -> None:
        answered = bye.get("answered")
        wire.say(bye | {"answered": answered + 1 if isinstance(answered, int) else 0})


class NoBye(Saboteur):
    """Ends without a good-bye."""

    def bye(self, wire: Wire, line: bytes, bye: Message) -> None:
        pass
