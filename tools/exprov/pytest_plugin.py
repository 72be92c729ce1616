"""Every conformance case as an item of pytest: `pytest --exprov-engine="COMMAND"`.

With a space instead of `=`, pytest would take the command for the path of the project.

The items have the ids of the cases and the marker `exprov`. The engine runs once, with the first item, and is asked only what was
collected. Without the option nothing is collected, and nothing else of this project is imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from exprov.conformance.results import Run
    from exprov.report.conformance.words import Judged

NAME = "exprov"


def pytest_addoption(parser: pytest.Parser) -> None:
    add = parser.getgroup(NAME, "conformance of an engine to the ExecutionProvenance contract").addoption
    select = "ask only this tag, topic, operation or glob of ids (may be repeated)"
    add("--exprov-engine", metavar="COMMAND", help="ask the engine that this command starts every conformance case")
    add("--exprov-select", metavar="TAG", action="append", default=[], help=select)
    add("--exprov-baseline", metavar="FILE", help="excuse the known failures in this file")


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
        self._has_complained = False
        self._outcome: tuple[Run, dict[str, Judged]] | None = None

    def pytest_report_header(self) -> str:
        return _plain(f"{NAME}: {self.config.getoption('--exprov-engine')}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add the cases before anything else, such as -k, removes items."""
        from pathlib import Path

        from exprov.conformance import baseline, plan
        from exprov.errors import ExprovError

        file = self.config.getoption("--exprov-baseline")
        try:
            self.plan = plan.load(select=self.config.getoption("--exprov-select"))
            self.baseline = baseline.load(Path(file)) if file is not None else None
        except ExprovError as error:
            raise pytest.UsageError(f"{NAME}: {error}") from None
        self.session = session
        items += session.genitems(_Suite.from_parent(session, name=NAME, nodeid=NAME, conformance=self))

    def outcome(self) -> tuple[Run, dict[str, Judged]]:
        """The run of the cases that are still collected, and its judgements by id."""
        if self._outcome is None:
            import datetime

            from exprov.conformance import baseline, driver, plan
            from exprov.report.conformance.words import judgements

            wanted = {item.name for item in self.session.items if isinstance(item, _Case)}
            run = driver.run(self.command, plan.only(self.plan, wanted))
            if driver.INTERRUPTED in run.troubles:
                raise KeyboardInterrupt
            if self.baseline is not None:
                run = baseline.apply(run, self.baseline, known=self.plan.every, today=datetime.date.today())
            self._outcome = run, {one.result.id: one for one in judgements(run)}
            if run.results and all(result.outcome == "not-run" for result in run.results):
                # The other cases would only repeat this, so they are not shown one by one.
                self.session.shouldfail = _plain(f"{NAME}: {'; '.join(run.troubles)}")
        return self._outcome

    def unheard(self) -> list[str]:
        """What is wrong with the run as a whole, once, if the item for that was removed, as by -k."""
        has_item = any(isinstance(item, _RunItem) for item in self.session.items)
        if self._outcome is None or self._has_complained or has_item:
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
        for case in self.conformance.plan.cases:
            item: pytest.Item = _Case.from_parent(self, name=case.id)
            item.extra_keyword_matches.update((case.topic, case.op, case.level, *case.tags, *case.rules))
            yield item
        yield _RunItem.from_parent(self, name="run")


class _Failure(Exception):
    """A failing case, shown by these lines without a traceback."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))


class _Item(pytest.Item):
    """What the items of cases and of the run share."""

    @property
    def conformance(self) -> _Conformance:
        assert isinstance(self.parent, _Suite)
        return self.parent.conformance

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        return str(excinfo.value if isinstance(excinfo.value, _Failure) else super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[str, None, str]:
        return NAME, None, f"{NAME} {self.name}"


class _Case(_Item):
    """One case: passed, skipped if the engine does not declare it, xfailed if the baseline excuses it, or failed."""

    def runtest(self) -> None:
        import shlex

        from exprov.report.conformance import words
        from exprov.report.conformance.detail import detail

        one = self.conformance.outcome()[1][self.name]
        self.user_properties.append(("outcome", one.result.outcome))
        if one.state == words.SKIPPED:
            pytest.skip(_plain(one.why))
        if one.state == words.EXCUSED:
            pytest.xfail(_plain(one.why))
        if one.state != words.OK:
            again = f"  again    | --exprov-select={shlex.quote(one.result.id)} asks this case alone"
            raise _Failure(one.name, *detail(one), again)

    def teardown(self) -> None:
        if wrong := self.conformance.unheard():
            pytest.fail("\n".join(["the run as a whole:", *wrong]), pytrace=False)


class _RunItem(_Item):
    """The run as a whole: the outcomes add up, nothing went wrong beside the cases, and no baseline entry is stale."""

    def runtest(self) -> None:
        run, results = self.conformance.outcome()
        if not results:
            pytest.skip("no case was selected")
        if wrong := _wrong(run):
            raise _Failure(*wrong)


def _wrong(run: Run) -> list[str]:
    """A line for each violation of what must hold of the run."""
    from exprov.report.conformance.words import checks

    return [_plain(f"{check.breach}: {one}") for check in checks(run) for one in check.wrong]
