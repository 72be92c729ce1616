"""The cases in order that all others are made from."""

from __future__ import annotations

from dataclasses import dataclass

from exprov.suite import documents
from exprov.suite.cases import Case, Topic


@dataclass(frozen=True)
class Bases:
    """records and carriers by the last part of their ids."""

    records: dict[str, Case]
    carriers: dict[str, Case]


def add_bases(schema: Topic, carriers: Topic) -> Bases:
    """Add every base to the topic that it opens."""
    return Bases(
        {
            slug: schema.document(slug, title, value, tags=["base"])
            for slug, (title, value) in documents.RECORDS.items()
        },
        {
            slug: carriers.document(slug, title, value, carrier=kind, tags=["base"])
            for slug, (kind, title, value) in documents.CARRIERS.items()
        },
    )
