"""A small engine: it plans a route over its providers, attempts them in order, and records what happened.

It knows nothing of conformance. `recorder.py` is its bookkeeping; `world.py` gives it fake providers and a fake user.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from execution_provenance import ExecutionProvenance
from recorder import Descriptor, Recorder

MAX_RETRIES = 3


class Cancelled(Exception):
    """The application no longer wants the answer."""


class Cancellation:
    """The application's switch, which the engine and the running provider check."""

    def __init__(self) -> None:
        self._requested = False

    def cancel(self) -> None:
        """Ask for the execution to end, which it does at the next `check`."""
        self._requested = True

    def check(self) -> None:
        """Raise Cancelled if that was asked for."""
        if self._requested:
            raise Cancelled


class EngineError(Exception):
    """Why there is no answer: a class for machines, a message for people."""

    def __init__(self, error_class: str, message: str) -> None:
        super().__init__(message)
        self.error_class = error_class


class ProviderError(EngineError):
    """A call of a provider failed. If it is `transient`, the same provider may succeed at once."""

    def __init__(self, error_class: str, message: str, *, transient: bool = False) -> None:
        super().__init__(error_class, message)
        self.transient = transient


@dataclass(frozen=True)
class Request:
    """What the application wants. `mode` "stream": text as it comes; "run": the whole text at the end."""

    prompt: str
    authorization: str
    mode: Literal["run", "stream"]
    profile: str | None = None


@dataclass(frozen=True)
class Opened:
    """The provider's response has begun; it may report its model."""

    model: str | None


@dataclass(frozen=True)
class Text:
    """A piece of the answer."""

    piece: str


class Provider(Protocol):
    """A model somewhere that can answer."""

    @property
    def descriptor(self) -> Descriptor:
        """What it declares about itself."""

    def objections(self, request: Request) -> Sequence[str]:
        """The reason codes why it cannot take the request; empty if it can."""

    def call(self, request: Request, cancellation: Cancellation) -> Iterator[Opened | Text]:
        """Answer. The end of the events is success. Raises ProviderError for a failure, and Cancelled."""


@dataclass(frozen=True)
class Result:
    """How the execution ended, with its record. `text` may be partial; at most one of `error` and `cancelled` is set."""

    text: str
    provenance: ExecutionProvenance
    error: EngineError | None = None
    cancelled: bool = False


class Engine:
    """Carries out requests with `providers`, in their order; `check` rejects a request with an EngineError."""

    def __init__(self, providers: Sequence[Provider], check: Callable[[Request], None]) -> None:
        self._providers = providers
        self._check = check

    def execute(self, request: Request, deliver: Callable[[str], None], cancellation: Cancellation) -> Result:
        """Carry out a request. Pieces of a stream go to `deliver` as they come. Failures are results, not exceptions."""
        execution = _Execution(request, deliver, cancellation)
        try:
            cancellation.check()
            self._check(request)
            execution.attempt_all(execution.plan(self._providers))
        except EngineError as error:
            return execution.result(error=error)
        except Cancelled:
            return execution.result(cancelled=True)
        return execution.result()


class _Execution:
    """One request in progress: the notes on it, and the text so far."""

    def __init__(self, request: Request, deliver: Callable[[str], None], cancellation: Cancellation) -> None:
        self._request = request
        self._deliver = deliver
        self._cancellation = cancellation
        self._recorder = Recorder(request.profile or "auto")
        self._pieces: list[str] = []

    def plan(self, providers: Sequence[Provider]) -> list[Provider]:
        """The providers to attempt, in order; the recorder notes the others."""
        route = []
        for provider in providers:
            codes = provider.objections(self._request)
            if codes:
                self._recorder.rejected(provider.descriptor.provider_id, codes)
            else:
                route.append(provider)
        return route

    def attempt_all(self, route: Sequence[Provider]) -> None:
        """Attempt one after the other until one answers; raise the last error, or Cancelled."""
        error = EngineError("Unavailable", "no provider can take the request")
        for provider in route:
            self._cancellation.check()
            try:
                return self._attempt(provider)
            except ProviderError as failure:
                if self._pieces:
                    # The application has the beginning of this answer, and another provider would start a different one.
                    raise
                error = failure
        # If the application has cancelled meanwhile, that is the result, not the last failure.
        self._cancellation.check()
        raise error

    def _attempt(self, provider: Provider) -> None:
        """One attempt, retries included: the recorder gets one outcome, however often the provider is called."""
        self._recorder.attempt_began(provider.descriptor)
        try:
            self._call_with_retries(provider)
        except ProviderError as error:
            self._recorder.attempt_ended("failed", error.error_class)
            raise
        except Cancelled:
            self._recorder.attempt_ended("cancelled")
            raise
        self._recorder.attempt_ended("succeeded")

    def _call_with_retries(self, provider: Provider) -> None:
        for retries_left in reversed(range(MAX_RETRIES + 1)):
            try:
                return self._call(provider)
            except ProviderError as error:
                if not error.transient or not retries_left or self._pieces:
                    raise
            self._cancellation.check()

    def _call(self, provider: Provider) -> None:
        """One call. Of a stream, the first piece that the application receives commits the execution to the provider."""
        answer = []
        for event in provider.call(self._request, self._cancellation):
            if isinstance(event, Opened):
                if event.model is not None:
                    self._recorder.model_reported(event.model)
            elif self._request.mode == "stream":
                self._recorder.committed()
                self._pieces.append(event.piece)
                self._deliver(event.piece)
            else:
                answer.append(event.piece)
        self._pieces += answer

    def result(self, error: EngineError | None = None, cancelled: bool = False) -> Result:
        return Result("".join(self._pieces), self._recorder.record(), error, cancelled)
