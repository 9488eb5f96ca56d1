"""The settings of labels: off by default, and only names a forge would take."""

from __future__ import annotations

from pathlib import Path

import pytest

from postil.configuration import Settings, Source, SourceKind, load
from postil.configuration.label_keys import LABEL_KEYS
from postil.domain.labels import Labels
from postil.domain.policy import PROFILES


def _file(text: str) -> Settings:
    return load([Source(kind=SourceKind.REPOSITORY, name=".postil.toml", text=text)])


PAGE = Path(__file__).parents[2] / "docs" / "github.md"


def test_what_people_copy_from_the_page_works() -> None:
    settings = _file(PAGE.read_text("utf-8").partition("```toml\n")[2].partition("```")[0])
    assert settings.problems == ()
    labels = settings.policy.labels
    assert None not in [getattr(labels, key.leaf) for key in LABEL_KEYS]
    assert labels.clean == "postil: clean"
    assert len(labels.names) == 5


def test_no_profile_sets_a_label() -> None:
    assert [policy.labels for policy in PROFILES.values()] == [Labels()] * 4


def test_a_file_names_one_for_each_state() -> None:
    settings = _file(
        """
        [labels]
        blocked = "postil: changes"
        review = "postil: changes"
        notes = "Zeichen: größer/kleiner?"
        clean = "🎉"
        checks_only = "x"
        partial = "none"
        """
    )
    assert settings.problems == ()
    assert settings.policy.labels == Labels(
        blocked="postil: changes",
        review="postil: changes",
        notes="Zeichen: größer/kleiner?",
        clean="🎉",
        checks_only="x",
    )


def test_every_field_of_the_table_has_a_key_and_an_example_that_fits() -> None:
    assert [key.leaf for key in LABEL_KEYS] == list(Labels.__dataclass_fields__)
    for key in LABEL_KEYS:
        settings = _file(f"[labels]\n{key.leaf} = {key.example}\n")
        assert settings.problems == ()
        assert getattr(settings.policy.labels, key.leaf) == key.example.strip('"')


GOOD = ["a", "a" * 50, ".github", "...", "a b", "50 %", "kind/bug", "None"]
BAD = ["", " ", "a" * 51, "a,b", " a", "a ", ".", "..", "a\\nb", "a\\tb", "\\u00a0a", "a\\u0000"]


@pytest.mark.parametrize("name", GOOD)
def test_names_a_forge_takes(name: str) -> None:
    assert _file(f'labels.clean = "{name}"\n').policy.labels.clean == name


@pytest.mark.parametrize("value", [*(f'"{name}"' for name in BAD), "7", "true", '["a"]'])
def test_a_name_no_forge_takes_is_refused_by_key_with_the_remedy(value: str) -> None:
    settings = _file(f'[labels]\nblocked = "stays"\nclean = {value}\n')
    assert settings.policy.labels == Labels(blocked="stays")
    (problem,) = settings.problems
    assert (problem.line, problem.key) == (3, "labels.clean")
    assert problem.message.startswith("`labels.clean`: ")
    assert problem.remedy == (
        "Write a label's name of 1 to 50 characters without commas or blanks around it, or `none`."
    )


def test_a_state_there_is_not_is_named() -> None:
    (problem,) = _file('[labels]\ncleen = "x"\n').problems
    assert problem.message == "`labels.cleen` is not a setting. Did you mean `labels.clean`?"
