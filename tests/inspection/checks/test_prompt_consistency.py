"""What the page cannot show: what is a prompt, how modes are cut, every form of a directive, hostile input."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.finding import Remark, Shape
from postil.inspection.checks import prompt_consistency
from postil.inspection.checks._prompt_consistency.conflicts import conflicts
from postil.inspection.checks._prompt_consistency.directives import directives
from postil.inspection.checks._prompt_consistency.literals import prompts_in_code
from postil.inspection.checks._prompt_consistency.modes import Fact, exclude, facts_of
from postil.inspection.checks._prompt_consistency.prompts import (
    PromptLine,
    from_file,
    is_prompt_file,
)
from postil.inspection.checks._prompt_consistency.sections import lost
from postil.inspection.checks._prompt_consistency.sentences import stem
from postil.inspection.checks._prompt_consistency.steps import Steps
from postil.inspection.checks._prompt_consistency.things import (
    Thing,
    named,
    singular,
    thing,
    things,
)

from fakes.changes import change_between
from fakes.trees import MemoryTree

FRONT = "---\nname: a\ndescription: b\n---\n"


def look(base: Mapping[str, str], head: Mapping[str, str]) -> list[Remark]:
    change = change_between(base, head)
    return list(prompt_consistency.inspect(change, MemoryTree(head), MemoryTree(base)))


def told(text: str, path: str = "prompts/a.md") -> list[tuple[str, int | None, int | None]]:
    return [
        (remark.slug, remark.quotes[0].line, remark.quotes[1].line)
        for remark in look({}, {path: text})
    ]


@pytest.mark.parametrize(
    ("path", "text", "is_prompt"),
    [
        ("prompts/a.md", "", True),
        ("src/prompts/a.j2", "", True),
        ("docs/prompts/a.md", "", False),
        ("prompts/README.md", "", False),
        ("prompts/a.py", "", False),
        ("a.prompt.md", "", True),
        ("x/SKILL.md", "", True),
        (".claude/commands/a.md", "", True),
        ("plugins/agents/a.md", FRONT, True),
        ("plugins/agents/a.md", "# Agents", False),
        ("tests/prompts/a.md", "", False),
        ("guide.md", FRONT, False),
    ],
)
def test_which_files_are_prompts(path: str, text: str, *, is_prompt: bool) -> None:
    assert is_prompt_file(path, text) is is_prompt


def test_without_its_text_a_file_may_be_a_prompt() -> None:
    assert is_prompt_file("plugins/agents/a.md", None)
    change = change_between({}, {"plugins/agents/a.md": "x\n", "a.txt": "x\n"})
    assert prompt_consistency.activates(change) == "looked for prompts in 1 file(s)"
    assert prompt_consistency.activates(change_between({"a.py": ""}, {})) is None
    assert prompt_consistency.activates(change_between({}, {"vendor/a.py": "x\n"})) is None


ALL, SKIP = "Run all checks.", "Skip the style check."


@pytest.mark.parametrize(
    ("path", "code", "count"),
    [
        ("a.py", f'PROMPT = """\n{ALL}\n{SKIP}\n"""\n', 1),
        ("a.py", f'HELP = """\n{ALL}\n{SKIP}\n"""\n', 0),
        ("a.py", f'call(system_prompt="{ALL}\\n", other="{SKIP}")\n', 0),
        ("a.py", f'call(system_prompt="""{ALL}\n{SKIP}""")\n', 1),
        ("a.py", f'def prompt():\n    p = []\n    p.append("{ALL}")\n    p.append("{SKIP}")\n', 1),
        (
            "a.py",
            f'def prompt(x):\n    if x:\n        p = "{ALL}"\n    else:\n        p = "{SKIP}"\n',
            0,
        ),
        ("a.py", f'def prompt(x):\n    if x:\n        p = "{ALL}"\n    p += "{SKIP}"\n', 1),
        ("a.ts", f"const makePrompt = (x) => x ? `{ALL}` : `\n{SKIP}`;\n", 0),
        ("a.ts", f"const makePrompt = (x) => `{ALL}\n${{x ? `{SKIP}` : ''}}`;\n", 1),
        ("a.ts", f"const o = {{ systemPrompt: `{ALL}\n{SKIP}` }};\n", 1),
        ("a.rb", f'PROMPT = "{ALL}\n{SKIP}"\n', 1),
        ("a.go", f"package a\n\nvar sysPrompt = `{ALL}\n{SKIP}`\n", 1),
        ("a.rs", f'const PROMPT: &str = "{ALL}\n{SKIP}";\n', 1),
        ("a.txt", f"{ALL}\n{SKIP}\n", 0),
        ("a.py", "x = 1\n", 0),
        ("a.py", "PROMPT = " + "(" * 2_000 + "\n", 0),
    ],
)
def test_prompts_in_code(path: str, code: str, count: int) -> None:
    found = [
        one for prompt in prompts_in_code(path, code) for one in conflicts(directives(prompt.lines))
    ]
    assert len(found) == count


def test_a_remark_names_the_mode() -> None:
    code = f"def prompt(fast):\n    p = '{ALL}'\n    if fast:\n        p += '{SKIP}'\n"
    (remark,) = look({}, {"a.py": code})
    assert remark.details == "Both lines are rendered in the mode `fast`."
    assert remark.title == "Line 2 wants every check and line 4 leaves out the check `style`"
    assert remark.claim.shape is Shape.MISMATCH


@pytest.mark.parametrize(
    ("first", "second", "fires"),
    [
        ("{% if a %}", "{% endif %}", True),
        ("{% if a %}", "{% else %}", False),
        ("{%- unless a -%}", "{%- endunless -%}", True),
        ("{{#if a}}", "{{else}}", False),
        ("{{#unless a}}", "{{/unless}}", True),
        ("{{ if .A }}", "{{ else if .B }}", False),
        ("{{ range .A }}", "{{ end }}", True),
        ("{% endif %}", "{% else %}", True),
    ],
)
def test_branches_of_templates(first: str, second: str, *, fires: bool) -> None:
    assert bool(told(f"{first}\n{ALL}\n{second}\n{SKIP}\n")) is fires


def test_a_branch_may_stand_inside_a_line() -> None:
    text = f"{ALL}\n{{% if a %}}{SKIP}{{% else %}}Be kind.{{% endif %}} Go.\n"
    assert told(text) == [("exhaustive-vs-skip", 1, 2)]
    lines = from_file("a.prompt.md", text).lines
    assert [line.text for line in lines if line.number == 2] == [SKIP, "Be kind.", " Go."]


@pytest.mark.parametrize(
    ("demand", "denial", "slug"),
    [
        ("Include every section.", "Omit section 3.", "inclusion-vs-exclusion"),
        ("Include all five sections.", "Leave out the Risk section.", "inclusion-vs-exclusion"),
        ("Include all risk sections.", "Omit section 3.", None),
        ("Include all sections of the form.", "Omit section 3.", None),
        ("Include all sections in order.", "Omit section 3.", "inclusion-vs-exclusion"),
        ("Include all sections.", "Omit empty sections.", None),
        ("Include all sections.", "Omit sections.", None),
        ("Include all sections.", "Omit the sections that do not apply.", None),
        ("Include all sections.", "Do not omit the Risk section.", None),
        ("Include all sections.", "Include or omit the Risk section.", None),
        ("Do not include all sections.", "Omit section 3.", None),
        ("The user will use all sections.", "Omit section 3.", None),
        ("Check all criteria.", "Skip the cost criterion.", "exhaustive-vs-skip"),
        ("Complete all passes.", "Skip the last pass.", "exhaustive-vs-skip"),
        ("Cover all categories.", "Skip the style category.", "inclusion-vs-exclusion"),
        ("Report every finding.", "Report no more than 10 findings.", "exhaustive-vs-skip"),
        ("Report every finding.", "Only report serious findings.", "exhaustive-vs-skip"),
        ("Report every finding.", "Report at most 10 files.", None),
        ("Once all steps are done, stop.", "Skip step 2.", "ordering-assumption"),
        ("After finishing all relevant steps, stop.", "Skip step 2.", None),
        ("Never skip a step.", "Skip step 2.", "inclusion-vs-exclusion"),
        ("Never skip a step that matters.", "Skip step 2.", None),
        ("Run all checks, no exceptions.", "When in a hurry, skip the style check.", "exhaustive-vs-skip"),
        ("Always use bullet points.", "Never use bullet points.", "inclusion-vs-exclusion"),
        ("Use bullet points.", "Don’t use any bullet points.", "inclusion-vs-exclusion"),
        ("Always use bullet points.", "Never use tables.", None),
        ("Always use it.", "Never use it.", None),
        ("Always quote lines.", "Never cite lines.", None),
    ],
)  # fmt: skip
def test_which_pairs_contradict(demand: str, denial: str, slug: str | None) -> None:
    expected = [] if slug is None else [(slug, 1, 2)]
    assert told(f"{demand}\n{denial}\n") == expected


def test_modes_named_in_the_text() -> None:
    assert told(f"# If quick\n{ALL}\n# If slow\n{SKIP}\n") == []
    assert told(f"# If quick\n## A\n{ALL}\n## B\n{SKIP}\n") == [("exhaustive-vs-skip", 3, 5)]
    assert told(f"In `a` mode, run all checks.\nIn b mode, {SKIP}\n") == []


def test_the_form_of_an_answer() -> None:
    block = "```\nscore: 1\n## Risks\n```\n"
    assert told(f"Output format:\n{block}Do not return the score field.\n") == [
        ("format-vs-flow", 3, 6)
    ]
    assert told(f"Output format:\n{block}Skip the Risks section.\n") == [("format-vs-flow", 4, 6)]
    assert told(f"A bad answer:\n{block}Do not return the score field.\n") == []
    assert told(f"The input:\n{block}Do not return the score field.\n") == []
    assert told(f"Output format:\n{block}Do not ask score.\n") == []
    assert told(f"Output format:\n{block}Skip the Risks step.\nSkip the Costs section.\n") == []


def test_bare_names() -> None:
    assert named("the `Total` field in the answer") == "total"
    assert thing("the ticket number in each bullet") == Thing("ticket number", "bullet")
    assert list(things("the `root_cause` or a rootCause")) == [Thing("root cause")] * 2
    assert list(things("them")) == []
    assert [singular(word) for word in ("criteria", "passes", "entries", "status", "cat")] == [
        "criterion", "pass", "entry", "status", "cat"
    ]  # fmt: skip
    assert [stem(verb) for verb in ("wrapped", "wrapping", "wrap", "use", "calls")] == [
        "wrap", "wrap", "wrap", "us", "calls"
    ]  # fmt: skip


STEPS = "## Step 1: A\n\n## Step 2: B\n"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Go to Step 3.", ["Step 3"]),
        ("Go to step 2.", []),
        ("Go to Phase 3.", []),
        ("Go to Step 3 of the manual.", []),
        ("Use Step 1 below.", ["Step 1"]),
        ("Use Step 1 above.", []),
        ("Use Step 2.5.", []),
        ("```\nStep 9\n```", []),
    ],
)
def test_steps(line: str, names: list[str]) -> None:
    found = Steps(from_file("a.prompt.md", f"{STEPS}{line}\n").lines).strays()
    assert [stray.name for stray in found] == names


def test_numbered_headings_count_for_every_kind() -> None:
    text = f"{STEPS}## 3. C\n\nGo to Step 3.\n"
    assert list(Steps(from_file("a.prompt.md", text).lines).strays()) == []


def test_a_step_that_moved_away_from_its_reference() -> None:
    base = {"prompts/a.md": f"{STEPS}\nUse Step 2 above.\nEnd.\n"}
    head = {"prompts/a.md": "## Step 1: A\n\nUse Step 2 above.\nEnd.\n\n## Step 2: B\n"}
    (remark,) = look(base, head)
    assert remark.title == "`Step 2` is not above"
    assert [quote.line for quote in remark.quotes] == [3, 6]


def test_an_old_stray_is_not_told() -> None:
    base = {"prompts/a.md": f"{STEPS}Go to Step 7.\nEnd.\n"}
    assert look(base, {"prompts/a.md": f"{STEPS}Go to Step 7.\nStop.\n"}) == []
    (remark,) = look({}, base)
    assert remark.claim.shape is Shape.ABSENCE


def test_a_flood_of_directives_is_not_paired() -> None:
    text = "Run all checks.\nSkip the style check.\n" * 600
    assert told(text) == []


@given(st.text(alphabet="Run all checks.\nSkip step 1{%if else}`#\udc80\"'$", max_size=200))
@settings(max_examples=80, deadline=None)
def test_any_text_is_survived(text: str) -> None:
    for path in ("prompts/a.md", "prompt.py", "prompt.ts"):
        body = f'PROMPT = """{text}"""\n{text}'
        found = look({}, {path: body})
        assert all(remark.quotes[0].line for remark in found)


@pytest.mark.parametrize(
    ("some", "other", "are_opposite"),
    [
        ("fast", "not fast", True),
        ("fast", "!fast", True),
        ("(fast)", "!(fast)", True),
        ("fast", "slow", False),
        ("fast and small", "not small", True),
        ("fast || small", "!fast", False),
        ("mode == 'a'", 'mode == "b"', True),
        ("mode == 'a'", "mode != 'a'", True),
        ("mode != 'a'", "mode != 'b'", False),
        ('eq .Mode "a"', 'ne .Mode "a"', True),
        ("fast == true", "fast === false", True),
        ("fast is None", "fast", True),
        ("f(a) or b", "not b", False),
        ("", "fast", False),
    ],
)
def test_modes_that_exclude_each_other(some: str, other: str, *, are_opposite: bool) -> None:
    assert exclude(facts_of(some, holds=True), facts_of(other, holds=True)) is are_opposite


def test_where_neither_of_two_holds() -> None:
    assert facts_of("a or b", holds=False) == (
        Fact("a", "", holds=False),
        Fact("b", "", holds=False),
    )


@pytest.mark.parametrize(
    ("path", "code", "count"),
    [
        ("a.py", f'A_PROMPT = "{ALL}"\nB = "{SKIP}"\n\n\ndef a():\n    return A_PROMPT + B\n', 1),
        ("a.py", f'A_PROMPT = "{ALL}"\nB = "{SKIP}"\n\n\ndef a():\n    return f(A_PROMPT, B)\n', 0),
        ("a.py", f'A_PROMPT = "{ALL}"\nB = "{SKIP}"\nA_PROMPT\nfor A_PROMPT in B:\n    pass\n', 0),
        ("a.py", f'A_PROMPT = "{ALL}"\nB = "{SKIP}"\n\n\ndef a(x):\n    return A_PROMPT if x else B\n', 0),
        ("a.py", f'A_PROMPT = "{ALL}"\nB = "{SKIP}"\n\n\ndef a():\n    return (A_PROMPT, B)\n', 0),
        ("a.py", f'def prompt(x, y):\n    p = ""\n    if x:\n        p += "{ALL}"\n    elif y:\n        p += "{SKIP}"\n', 0),
        ("a.py", f'def prompt(x, y):\n    p = ""\n    if x:\n        p += "Go."\n    elif y:\n        p += "{ALL}"\n    else:\n        p += "Go."\n    if not y:\n        p += "{SKIP}"\n', 0),
        ("a.ts", f'const A = "{ALL}";\nconst B = "{SKIP}";\nexport const prompt = () => [A, B].join(" ");\n', 1),
        ("a.php", f'<?php\nclass P {{\n  const A = "{ALL}";\n  const B = "{SKIP}";\n  function prompt() {{ return self::A . self::B; }}\n}}\n', 1),
        ("a.rb", f"A_PROMPT = <<~X\n  {ALL}\nX\nB = <<~Y\n  {SKIP}\nY\n\ndef a\n  A_PROMPT + B\nend\n", 1),
        ("a.rb", f"def prompt(x)\n  p = ''\n  unless x\n    p += '{ALL}'\n  end\n  p += '{SKIP}' if x\n  p\nend\n", 0),
    ],
)  # fmt: skip
def test_prompts_put_together(path: str, code: str, count: int) -> None:
    assert len(look({}, {path: code})) == count


SHELL = f"PROMPT=$(cat <<'X'\n{ALL}\n{SKIP}\nX\n)\n"
QUICK = f'if quick {{ "{SKIP}" }} else {{ "" }}'


@pytest.mark.parametrize(
    ("path", "code", "count"),
    [
        ("a.sh", SHELL, 1),
        ("a.rs", f"fn s(quick: bool) -> &'static str {{\n    {QUICK}\n}}\nfn prompt(quick: bool) -> String {{ format!(\"{ALL}\\n{{}}\", s(quick)) }}\n", 1),
        ("a.rs", f'const B: &str = "{SKIP}";\nfn prompt(q: bool) -> String {{ let e = if q {{ B }} else {{ "" }}; format!("{ALL}\\n{{}}", e) }}\n', 1),
        ("a.py", f'A = "{ALL}\\n{{b}}"\nB = "{SKIP}"\n\n\ndef prompt(x):\n    return A.format(b=B if x else "")\n', 1),
        ("a.py", f'def prompt(m):\n    p = "{ALL}"\n    match m:\n        case 1:\n            p += "{SKIP}"\n        case _:\n            p += "Go."\n', 1),
        ("a.py", f'def prompt(m):\n    p = "Go."\n    match m:\n        case 1:\n            p += "{SKIP}"\n        case _:\n            p += "{ALL}"\n', 0),
        ("a.py", f'def prompt(x):\n    p = "{ALL}"\n    p = "{SKIP}"\n    return f"{{p}} Go."\n', 0),
        ("a.py", f'PROMPTS = {{"a": """Go.\n{ALL}\n{SKIP}\nYou look.\n"""}}\n', 1),
        ("a.py", f'def s():\n    return s() + "{SKIP}"\n\n\ndef prompt():\n    return s() + "{ALL}"\n', 1),
        ("a.ts", f'const prompt = (x) => ["{ALL}",\n x && "{SKIP}"].filter(Boolean).join(" ");\n', 1),
        ("a.ts", f'const prompt = (x) => [x && "{SKIP}", !x && "{ALL}"].join(" ");\n', 0),
        ("a.ts", f'const s = () => "{SKIP}";\nconst prompt = () => `{ALL} ${{o.text}} ${{s()}}`;\n', 1),
        ("a.cs", f'class P {{ string Prompt(bool x) {{ var b = new StringBuilder(); b.Append("{ALL}"); if (x) {{ return ""; }}\n b.Append("{SKIP}"); return b.ToString(); }} }}\n', 1),
        ("a.cs", f'class P {{ string Prompt(bool x) {{ var b = new StringBuilder(); if (x) {{ b.Append("{ALL}"); return b.ToString(); }} b.Append("{SKIP}"); return b.ToString(); }} }}\n', 0),
        ("a.rb", f"class Prompt\n  def self.s\n    '{SKIP}'\n  end\n\n  def self.build(x)\n    p = ['{ALL}']\n    p << s() if x\n    p << 'You look.' << 'Go.'\n    p << \"You.\\n\\n\"\n  end\nend\n", 1),
        ("a.php", f'<?php\nfunction prompt($x) {{ $a = $x ? "{SKIP}" : ""; return <<<T\n  {ALL}\n  {{$a}}\n  T; }}\n', 1),
    ],
)  # fmt: skip
def test_pieces_that_stand_elsewhere(path: str, code: str, count: int) -> None:
    assert len(look({}, {path: code})) == count


@pytest.mark.parametrize(
    ("demand", "denial", "slug"),
    [
        ("Report all bugs, even trivial ones.", "Never report trivial bugs.", "inclusion-vs-exclusion"),
        ("Report all bugs, typos included.", "Never report typos.", "inclusion-vs-exclusion"),
        ("Always give the price.", "Under no circumstances give the price.", "inclusion-vs-exclusion"),
        ("A price is required.", "Prices are forbidden.", "inclusion-vs-exclusion"),
        ("Always state the price of each part.", "Never give prices.", "inclusion-vs-exclusion"),
        ("State the price of each part.", "Never give prices.", None),
        ("Always edit files.", "Never modify files.", "inclusion-vs-exclusion"),
        ("Run all checks.", "There is no style check in this report.", "exhaustive-vs-skip"),
        ("Run all checks.", "Run only check 2.", "exhaustive-vs-skip"),
        ("Follow steps 1 to 3.", "Skip step 2.", "exhaustive-vs-skip"),
        ("Follow steps 1 to 3.", "Skip the last step.", None),
        ("You must call the `map` tool.", "Use only the `list` tool.", "inclusion-vs-exclusion"),
        ("You must call the `map` tool.", "Use only the `map` tool.", None),
        ("You must show the `map` tool.", "Use only the `list` tool.", None),
    ],
)  # fmt: skip
def test_more_pairs_that_contradict(demand: str, denial: str, slug: str | None) -> None:
    expected = [] if slug is None else [(slug, 1, 2)]
    assert told(f"{demand}\n{denial}\n") == expected


def test_old_lines_that_meet_only_now() -> None:
    base = {"prompts/a.j2": f"Go.\n{{% if a %}}\n{ALL}\n{{% else %}}\n{SKIP}\n{{% endif %}}\n"}
    head = {"prompts/a.j2": f"Go.\n{{% if a %}}\n{ALL}\n{{% endif %}}\n{SKIP}\n"}
    assert [remark.slug for remark in look(base, head)] == ["exhaustive-vs-skip"]
    still = {"prompts/a.j2": f"{head['prompts/a.j2']}Bye.\n"}
    assert look(head, still) == []


LONG = "You are a tester.\n" + "Look.\n" * 20 + "You MUST look.\nNEVER stop.\n## Work\n"


@pytest.mark.parametrize(
    ("path", "text", "is_prompt"),
    [
        ("src/templates/tester.j2", LONG, True),
        ("src/templates/tester.j2", "Dear {{ name }}", False),
        ("src/system_prompt.txt", "", True),
        ("docs/system_prompt.txt", "", False),
        ("prompts/CHANGELOG.md", "", False),
        ("src/notes.txt", LONG, False),
    ],
)
def test_templates_that_instruct_are_prompts(path: str, text: str, *, is_prompt: bool) -> None:
    assert is_prompt_file(path, text) is is_prompt


@pytest.mark.parametrize(
    ("first", "second", "fires"),
    [
        ("<% if a %>", "<% else %>", False),
        ("<% if (a) { %>", "<% } else { %>", False),
        ("<% if (a) { %>", "<% } %>", True),
        ("<% b.each do |c| %>", "<% end %>", True),
        ("{% for a in b %}", "{% else %}", False),
        ("{% for a in b %}", "{% endfor %}", True),
        ("{% unless a %}", "{% else %}", False),
    ],
)
def test_branches_of_more_templates(first: str, second: str, *, fires: bool) -> None:
    assert bool(told(f"{first}\n{ALL}\n{second}\n{SKIP}\n")) is fires


def test_sections_that_are_pointed_at() -> None:
    base = {"prompts/a.md": "# A\n\nSee the Data section below.\n\n## Data\n\nEnd.\n"}
    moved = "# A\n\n## Data\n\nEnd.\n\n## More\n\nSee the Data section below.\n"
    (remark,) = look(base, {"prompts/a.md": moved})
    assert (remark.slug, remark.title) == ("stale-section", "The section `data` is not below")
    old = {"prompts/a.md": moved}
    assert look(old, {"prompts/a.md": f"{moved}\nBye.\n"}) == []
    wider = "# A\n\nSee the Data section below.\n\n## Data and more\n\nEnd.\n"
    assert look(base, {"prompts/a.md": wider}) == []
    fenced = "# A\n\n```\nsee Data.\n```\n"
    assert look(base, {"prompts/a.md": fenced}) == []


def test_a_section_that_was_only_moved_between_prompts_is_not_gone() -> None:
    lines = (PromptLine(1, "See Data below."), PromptLine(2, "## Other"))
    assert [found.title for found in lost(lines, {"data": PromptLine(1, "## Data")})] == ["data"]


def test_a_place_that_only_one_line_names() -> None:
    assert told("Mention prices in the footer.\nDo not mention prices.\n") == []
    assert told("Always mention prices in the footer.\nNever mention prices.\n") != []


def test_what_is_dropped_must_be_a_part() -> None:
    listed = "## Sections\n\n- Risks\n- Costs\n\n## Work\n\nInclude all sections.\n"
    assert told(f"{listed}Skip Risks.\n") == [("inclusion-vs-exclusion", 8, 9)]
    assert told(f"{listed}Skip greetings.\n") == []


def test_bare_prohibitions_count_among_rules() -> None:
    assert told("Use emojis.\n\n## Rules\n\n- No emojis\n") == []
    assert told("Always use emojis.\n\n## Rules\n\n- No emojis\n") != []
    assert told("Always use emojis.\n\n## History\n\n- No emojis\n") == []


def test_keys_that_are_no_names() -> None:
    text = "Return JSON with the keys a long name that goes on and on, score.\nNever output the score.\n"
    assert told(text) == [("format-vs-flow", 1, 2)]


def test_punctuation_alone_is_no_thing() -> None:
    assert list(things("`")) == []


def test_what_is_listed_as_a_mistake_is_not_asked_for() -> None:
    assert told(f"{SKIP}\n\n## Common mistakes\n\n- {ALL}\n") == []


def test_a_heading_that_became_an_example_is_not_told_as_removed() -> None:
    base = {"prompts/a.md": "# A\n\nSee the Data section below.\nBye.\n\n## Data\n"}
    head = {"prompts/a.md": "# A\n\nSee the Data section below.\n\n```\n## Data\n```\n"}
    assert look(base, head) == []


def test_files_that_are_no_prompts_are_passed_over() -> None:
    assert look({}, {"a.bin": ALL, "prompts/a.md": f"{ALL}\n{SKIP}\n"})[0].quotes[0].line == 1
