"""Every conformance case as an item of pytest: `pytest --exprov-engine="COMMAND"`.

With a space instead of `=`, pytest would take the command for the path of the project.

The items have the ids of the cases and the marker `exprov`. The engine runs once, with the first item, and is asked only what was
collected. Without the option nothing is collected, and nothing else of this project is imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from exprov.conformance.baseline import Baseline
    from exprov.conformance.plan import Plan
    from exprov.conformance.results import CaseResult, Run
    from exprov.report.conformance.words import Judgement

NAME = "exprov"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup(NAME, "conformance of an engine to the ExecutionProvenance contract")
    group.addoption(
        "--exprov-engine", metavar="COMMAND", help="ask the engine that this command starts every conformance case"
    )
    group.addoption(
        "--exprov-select",
        metavar="TAG",
        action="append",
        default=[],
        help="ask only this tag, topic, operation or glob of ids (may be repeated)",
    )
    group.addoption("--exprov-baseline", metavar="FILE", help="excuse the known failures in this file")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{NAME}: a conformance case of the ExecutionProvenance contract")
    if config.getoption("--exprov-engine") is not None:
        config.pluginmanager.register(_Conformance(config), "exprov-conformance")
    elif config.getoption("--exprov-select") or config.getoption("--exprov-baseline"):
        raise pytest.UsageError("--exprov-select and --exprov-baseline need --exprov-engine; name the command")


def _plain(text: str) -> str:
    from exprov.printable import printable

    return printable(text)


class _Conformance:
    """Collects the cases of one session, and runs the engine when the first result is needed."""

    def __init__(self, config: pytest.Config) -> None:
        import shlex

        text = config.getoption("--exprov-engine")
        try:
            self.command = tuple(shlex.split(text))
        except ValueError as error:
            raise pytest.UsageError(f"--exprov-engine: {error}; quote the command as for a shell") from None
        if not self.command:
            raise pytest.UsageError("--exprov-engine: the command is empty; name the program that speaks the protocol")
        self.config = config
        self.plan: Plan | None = None
        self.baseline: Baseline | None = None
        self.session: pytest.Session | None = None
        self._has_complained = False
        self._outcome: tuple[Run, dict[str, tuple[CaseResult, Judgement]]] | None = None

    def pytest_report_header(self) -> str:
        return _plain(f"{NAME}: {self.config.getoption('--exprov-engine')}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add the cases before anything else, such as -k, removes items."""
        from pathlib import Path

        from exprov.conformance import plan
        from exprov.errors import ExprovError

        file = self.config.getoption("--exprov-baseline")
        try:
            self.plan = plan.load(select=self.config.getoption("--exprov-select"))
            if file is not None:
                from exprov.conformance import baseline

                self.baseline = baseline.load(Path(file))
        except ExprovError as error:
            raise pytest.UsageError(f"{NAME}: {error}") from None
        self.session = session
        items += session.genitems(_Suite.from_parent(session, name=NAME, nodeid=NAME, conformance=self))

    def outcome(self) -> tuple[Run, dict[str, tuple[CaseResult, Judgement]]]:
        """The run of the cases that are still collected, and each result by its id with its judgement."""
        if self._outcome is None:
            from exprov.conformance import driver, plan
            from exprov.report.conformance.words import judgements

            assert self.plan is not None and self.session is not None
            wanted = {item.name for item in self.session.items if isinstance(item, _Case)}
            run = driver.run(self.command, plan.only(self.plan, wanted))
            if driver.INTERRUPTED in run.troubles:
                raise KeyboardInterrupt
            if self.baseline is not None:
                import datetime

                from exprov.conformance import baseline

                run = baseline.apply(run, self.baseline, known=self.plan.every, today=datetime.date.today())
            judged = zip(run.results, judgements(run), strict=True)
            self._outcome = run, {result.id: (result, judgement) for result, judgement in judged}
            if run.results and all(result.outcome == "not-run" for result in run.results):
                # The other cases would only repeat this, so they are not shown one by one.
                self.session.shouldfail = _plain(f"{NAME}: {'; '.join(run.troubles)}")
        return self._outcome

    def unheard(self) -> list[str]:
        """What is wrong with the run as a whole, once, if the item for that was removed, as by -k."""
        assert self.session is not None
        if (
            self._outcome is None
            or self._has_complained
            or any(isinstance(item, _RunItem) for item in self.session.items)
        ):
            return []
        self._has_complained = True
        return _wrong(self._outcome[0])


class _Suite(pytest.Collector):
    """All conformance cases, and an item for the run as a whole."""

    def __init__(self, *, conformance: _Conformance, **others: object) -> None:
        super().__init__(**others)  # type: ignore[arg-type]
        self.conformance = conformance
        self.add_marker(NAME)

    def collect(self) -> Iterator[pytest.Item]:
        assert self.conformance.plan is not None
        for case in self.conformance.plan.cases:
            item: pytest.Item = _Case.from_parent(self, name=case.id)
            item.extra_keyword_matches.update((case.topic, case.op, case.level, *case.tags, *case.rules))
            yield item
        yield _RunItem.from_parent(self, name="run")


class _Failure(Exception):
    """A failing case, shown by these lines without a traceback."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))


class _Item(pytest.Item):
    """What the items of cases and of the run share."""

    @property
    def conformance(self) -> _Conformance:
        assert isinstance(self.parent, _Suite)
        return self.parent.conformance

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if isinstance(excinfo.value, _Failure):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[str, None, str]:
        return NAME, None, f"{NAME} {self.name}"


class _Case(_Item):
    """One case: passed, skipped if the engine does not declare it, xfailed if the baseline excuses it, or failed."""

    def runtest(self) -> None:
        from exprov.report.conformance import words

        result, judgement = self.conformance.outcome()[1][self.name]
        self.user_properties.append(("outcome", result.outcome))
        if judgement.state == words.SKIPPED:
            pytest.skip(_plain(judgement.why))
        if judgement.state == words.EXCUSED:
            pytest.xfail(_plain(judgement.why))
        if judgement.state != words.OK:
            _fail(result, judgement)

    def teardown(self) -> None:
        if wrong := self.conformance.unheard():
            pytest.fail("\n".join(["the run as a whole:", *wrong]), pytrace=False)


def _fail(result: CaseResult, judgement: Judgement) -> NoReturn:
    import shlex

    from exprov.report.conformance.detail import detail, name

    verdict = [f"  verdict  | {_plain(judgement.why)}"] if judgement.why != result.reason else []
    again = [f"  again    | --exprov-select={shlex.quote(result.id)} asks this case alone"]
    raise _Failure([name(result, judgement), *verdict, *detail(result), *again])


class _RunItem(_Item):
    """The run as a whole: the outcomes add up, nothing went wrong beside the cases, and no baseline entry is stale."""

    def runtest(self) -> None:
        run, results = self.conformance.outcome()
        if not results:
            pytest.skip("no case was selected")
        if wrong := _wrong(run):
            raise _Failure(wrong)


def _wrong(run: Run) -> list[str]:
    """A line for each violation of what must hold of the run."""
    from exprov.report.conformance.words import checks

    return [_plain(f"{check.breach}: {one}") for check in checks(run) for one in check.wrong]
