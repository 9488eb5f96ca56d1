"""Each shape of claim is refuted by its own look at the code."""

from __future__ import annotations

from typing import Any

import pytest

from judge.scene import NEW, OLD, Scene, quote, remark, removed
from postil.domain.finding import Claim, Damage, Quote, Race, Recovery, Shape, Window
from postil.domain.policy import PROFILES, Profile
from postil.domain.severity import Basis, Root
from postil.judge.absence import declares, needle_of
from postil.judge.frameworks import GENERATORS, generators_of
from postil.ports import Hits

RACE = Race(window=Window.SECONDS, damage=Damage.DATA_LOSS, recovery=Recovery.NO)


def missing(subject: str, **fields: Any) -> Any:
    return remark(claim=Claim(Shape.ABSENCE, subject), **fields)


# -- two sides -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"claim": Claim(Shape.UNREACHABLE)}, "guard"),
        ({"claim": Claim(Shape.MISMATCH)}, "both sides that do not match"),
        ({"race": RACE}, "both sides of the race"),
    ],
)
def test_a_claim_about_two_places_quotes_both(fields: dict[str, Any], words: str) -> None:
    aside = Scene().refused(remark(**fields))
    assert aside.step == "claim"
    assert words in aside.reason
    twice = Scene().refused(remark(quotes=(quote(), quote()), **fields))
    assert words in twice.reason
    assert Scene().finding(remark(quotes=(quote(), removed()), **fields)).introduced


# -- introduced ------------------------------------------------------------------------------


def introduced(*quotes: Quote, **fields: Any) -> Any:
    return remark(quotes=quotes, claim=Claim(Shape.INTRODUCED), **fields)


def test_what_stood_there_before_was_not_introduced() -> None:
    aside = Scene().refused(introduced(quote("return width * height")))
    assert "before this change" in aside.reason


def test_an_added_line_that_the_older_file_holds_as_well_was_not_introduced() -> None:
    scene = Scene(
        base={"a.py": "x = f(1)\ny = 2\n"}, head={"a.py": "y = 2\nif y:\n    x = f( 1 )\n"}
    )
    moved = introduced(Quote(path="a.py", text="x = f( 1 )"))
    assert "same line" in scene.refused(moved).reason
    fresh = introduced(Quote(path="a.py", text="if y:\n    x = f( 1 )"))
    assert scene.finding(fresh).introduced
    computed = introduced(Quote(path="a.py", text="x = f( 1 )"), basis=Basis.RULE)
    assert scene.finding(computed).introduced


def test_removed_lines_and_new_files_are_introduced() -> None:
    assert Scene().finding(introduced(removed())).introduced
    assert Scene(base={}).finding(introduced(quote())).introduced
    unread = Scene()
    unread.base = {}
    assert unread.finding(introduced(quote())).introduced


def test_copies_without_a_settled_place_cannot_be_refuted() -> None:
    scene = Scene(base={}, head={"a.py": "again\nagain\n"})
    assert scene.finding(introduced(Quote(path="a.py", text="again"))).introduced


# -- absence ---------------------------------------------------------------------------------


def test_a_thing_that_is_there_is_not_missing() -> None:
    scene = Scene(head={"src/shape.py": NEW, "src/tool.py": "def rounded(x):\n    return x\n"})
    aside = scene.refused(missing("rounded"))
    assert aside.reason == "`rounded` is there: `src/tool.py:1`"
    assert "src/tool.py:1" in scene.refused(missing("`tool.rounded()`")).reason


def test_a_thing_that_is_nowhere_is_missing() -> None:
    assert Scene().finding(missing("rounded")).claim.subject == "rounded"


def test_use_in_the_quoted_or_added_lines_does_not_make_it_exist() -> None:
    head = {"a.py": "x = rounded(1)\ny = rounded(2)\n"}
    scene = Scene(base={}, head=head)
    claim = missing("rounded", quotes=(Quote(path="a.py", text="x = rounded(1)"),))
    assert scene.finding(claim).slug == "wrong-name"


def test_use_in_untouched_code_or_a_declaration_in_added_code_does() -> None:
    base = {"b.py": "z = rounded(3)\n"}
    claim = missing("rounded", quotes=(Quote(path="a.py", text="x = rounded(1)"),))
    scene = Scene(base=base, head={"a.py": "x = rounded(1)\n", **base})
    assert "`b.py:1`" in scene.refused(claim).reason
    scene = Scene(base={}, head={"a.py": "x = rounded(1)\ndef rounded(x): pass\n"})
    assert "`a.py:2`" in scene.refused(claim).reason


def test_a_document_does_not_make_it_exist() -> None:
    base = {"README.md": "Call `rounded`.\n"}
    scene = Scene(base=base, head={"src/shape.py": NEW, **base})
    assert scene.stands(missing("rounded"))


def test_a_missing_file_is_looked_up_by_path() -> None:
    assert Scene().refused(missing("src/shape.py")).reason == "`src/shape.py` is there"
    assert Scene().stands(missing("src/other.py"))


def test_a_quote_without_lines_does_not_shield_any_line() -> None:
    scene = Scene(base={}, head={"a.py": "rounded = 1\n"})
    aside = scene.refused(missing("rounded", quotes=(Quote(path="a.py", text=""),)))
    assert "`a.py:1`" in aside.reason


def test_words_cannot_be_searched_for() -> None:
    assert Scene().stands(missing("a check for negative widths"))
    assert Scene().stands(missing("x" * 201 + "/"))


def test_a_claim_must_name_what_is_missing() -> None:
    assert "without naming" in Scene().refused(missing(" ")).reason


def test_without_a_search_absence_stays_unverified() -> None:
    aside = Scene(searchable=False).refused(missing("rounded"))
    assert "could not be searched" in aside.reason
    assert Scene(searchable=False).stands(missing("some words"))


def test_code_that_looked_in_its_own_scope_is_believed() -> None:
    assert Scene().stands(missing("area", basis=Basis.RULE))
    assert Scene(searchable=False).stands(missing("area", basis=Basis.TOOL))


def test_more_hits_than_are_kept_means_it_is_everywhere() -> None:
    scene = Scene()

    class Many:
        def search(self, needles: Any) -> dict[str, Hits]:
            return {needle: Hits((), 500) for needle in needles}

    scene.search = Many()  # type: ignore[assignment]
    assert "more than 0 times" in scene.refused(missing("rounded")).reason


@pytest.mark.parametrize(
    ("construct", "member"),
    [
        ("class User(models.Model):", "User.objects"),
        ("class User(models.Model):", "order_set"),
        ("class User(models.Model):", "get_next_by_created"),
        ("@dataclass", "__init__"),
        ("@define", "__eq__"),
        ("class A(BaseModel):", "model_dump()"),
        ("class A(NamedTuple):", "_replace"),
        ("orders = relationship('Order')", "metadata"),
        ("@shared_task", "delay"),
        ("class User < ApplicationRecord", "find_by_email"),
        ("  has_many :orders", "order_ids"),
        ("@Data", "getName"),
        ("@Builder", "toBuilder"),
        ('syntax = "proto3";', "shape_pb2"),
        ("// @graphql-codegen", "useShapeQuery"),
        ("new PrismaClient()", "findMany"),
        ("#[derive(Clone)]", "clone"),
        ("//go:generate stringer", "NewMockShape"),
    ],
)
def test_a_member_made_by_a_framework_is_there(construct: str, member: str) -> None:
    base = {"src/made.txt.py": construct + "\n"}
    with_it = Scene(base=base, head={"src/shape.py": NEW, **base})
    assert "is made by" in with_it.refused(missing(member)).reason
    assert Scene().stands(missing(member))


def test_a_prefix_or_suffix_alone_is_no_member() -> None:
    assert not any(each.name == "Lombok" for each in generators_of("get"))
    assert not any(each.name == "Rails routes" for each in generators_of("_path"))
    assert len({each.name for each in GENERATORS}) == len(GENERATORS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def rounded(x):", True),
        ("export const rounded = x", True),
        ("  rounded: number;", True),
        ("rounded = 3", True),
        ("self.rounded = 3", True),
        ("int rounded(float x) {", True),
        ("List<int> rounded(float x) {", True),
        ("y = rounded(x)", False),
        ("return rounded(x)", False),
        ("if rounded == 3:", False),
        ("rounded => 3", False),
        ("rounded::new()", False),
        ("rounded(x)", False),
        ("y = rounded(x); rounded = 2", True),
        ("", False),
    ],
)
def test_declarations_are_told_from_uses(text: str, *, expected: bool) -> None:
    assert declares(text, "rounded") is expected


@pytest.mark.parametrize(
    ("subject", "needle"),
    [
        ("rounded", "rounded"),
        ("`Shape.rounded()`", "rounded"),
        ("Shape::rounded!", "rounded"),
        ("--dry-run", "--dry-run"),
        ("src/a b.py", None),
        ("", None),
    ],
)
def test_what_is_searched_for(subject: str, needle: str | None) -> None:
    assert needle_of(subject) == needle


# -- names -----------------------------------------------------------------------------------


def test_a_name_that_does_not_exist_makes_it_unverified() -> None:
    aside = Scene().refused(remark(title="`Shape.perimeter()` is wrong"))
    assert aside.reason == "unverified: nothing is called `Shape.perimeter`"
    assert Scene().refused(remark(failure_mode="`perimeter` fails")).step == "claim"
    subject = Claim(Shape.OTHER, "`perimeter`")
    assert Scene().refused(remark(claim=subject)).step == "claim"


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "`area` is wrong"},
        {"title": "`area(width, height)` is wrong"},
        {"title": "`ValueError` is gone"},
        {"title": "`json.frobnicate` is odd"},
        {"title": "`os.frobnicate` is odd"},
        {"title": "`toolkit.frobnicate` is odd"},
        {"title": "`width < 0` is gone"},
        {"title": "`width` was checked"},
        {"title": "`shape.py` is odd"},
        {"title": "`setup.cfg` is odd"},
        {"title": "`zz` is short"},
        {"title": "`guard_width` is gone"},
        {"mitigation": "Call `perimeter`."},
        {"details": "See `perimeter`."},
        {"title": "`perimeter` is missing", "claim": Claim(Shape.ABSENCE, "`perimeter`")},
        {"title": "perimeter is a word"},
        {"title": "`perimeter` is computed", "basis": Basis.RULE},
        {"title": "`return_code` is quoted", "quotes": (quote("return_code", path="b.rb"),)},
    ],
)
def test_names_that_exist_somewhere_pass(fields: dict[str, Any]) -> None:
    base = {
        "src/shape.py": OLD.replace('"width"', 'guard_width("width")'),
        "src/main.py": "from toolkit import work\n",
        "b.rb": "return_code\n",
        "setup.cfg": "",
    }
    scene = Scene(base=base, head={**base, "src/shape.py": NEW})
    assert scene.judge(remark(**fields)).set_aside == ()


def test_without_a_search_names_are_not_looked_up() -> None:
    assert Scene(searchable=False).stands(remark(title="`perimeter` is wrong"))


def test_bands_make_an_unverified_finding_advice() -> None:
    scene = Scene(policy=PROFILES[Profile.GUIDED])
    advice = scene.finding(remark(title="`perimeter` is wrong"))
    assert advice.root is Root.NEW
    assert advice.caveat == "Unverified: nothing is called `perimeter`"
    assert [(each.step, each.before, each.after) for each in advice.adjustments] == [
        ("claim", "code", "new")
    ]
    document = scene.finding(remark(title="`perimeter` is wrong", root=Root.DOC))
    assert (document.root, document.adjustments) == (Root.DOC, ())


def test_everything_is_asked_in_one_search() -> None:
    scene = Scene()
    scene.judge(
        remark(title="`area` and `perimeter`"),
        missing("User.objects"),
        remark(title="`computed`", basis=Basis.RULE),
    )
    (asked,) = scene.search.asked
    assert {"area", "perimeter", "objects", "models.Model"} <= asked
    assert "computed" not in asked


def test_nothing_to_ask_is_not_asked() -> None:
    scene = Scene()
    scene.judge(remark())
    assert scene.search.asked == []
