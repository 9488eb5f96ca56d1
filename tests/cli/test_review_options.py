"""Every option of `postil review` does what its help says, and settings have one order."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from postil import codec
from postil.cli._delivery import deliver
from postil.domain.brief import Tier
from postil.domain.document import ReviewDocument
from postil.domain.errors import UserError
from postil.domain.observation import Attendance
from postil.domain.policy import Layout, Profile

from commands import Ran
from repositories import Repository, symlink

Run = Callable[..., Ran]


@pytest.fixture
def report(run: Run, shop: Repository) -> Callable[..., dict[str, Any]]:
    """The JSON report of a review of `topic` against `main`."""

    def review(*arguments: str | Path) -> dict[str, Any]:
        ran = run("review", "--repo", shop.path, "--json", *arguments)
        found: dict[str, Any] = json.loads(ran.out)
        return found | {"exit": ran.status, "said": ran.err}

    return review


@pytest.fixture
def document(run: Run, shop: Repository, tmp_path: Path) -> Callable[..., ReviewDocument]:
    def review(*arguments: str | Path) -> ReviewDocument:
        path = tmp_path / "document.json"
        ran = run("review", "--repo", shop.path, "-q", "--document", path, *arguments)
        assert ran.status in (0, 1), ran
        return codec.decode(path.read_bytes())

    return review


Report = Callable[..., dict[str, Any]]
Document = Callable[..., ReviewDocument]


def slugs(report: dict[str, Any], key: str = "findings") -> set[str]:
    return {item["slug"] for item in report[key]}


def severities(report: dict[str, Any]) -> dict[str, str]:
    return {item["slug"]: item["severity"] for item in report["findings"]}


def configured(shop: Repository, text: bytes | str) -> None:
    """Let the base have this `.postil.toml`, and `topic` follow it."""
    shop.commit({".postil.toml": text}, "Configure", branch="main")
    shop.commit(
        {"shop/settings.py": 'TOKEN = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"\n'},
        branch="topic",
        parents=[shop.oid("main")],
    )


# What is reviewed


def test_base_and_head_name_the_two_ends(report: Report, shop: Repository) -> None:
    later = shop.commit({"later.py": "breakpoint()\n"}, branch="topic")
    assert report("--base", "main", "--head", "topic")["head"] == later
    assert slugs(report("--base", "topic~1")) == {"debug-leftover"}
    assert "debug-leftover" not in slugs(report("--head", "topic~1"))


@pytest.mark.parametrize("target", ["topic", "main..topic", "main...topic", "HEAD", "@"])
def test_a_target_is_a_branch_a_range_or_a_commit(report: Report, target: str) -> None:
    assert slugs(report(target)) == {"committed-secret", "stale-reference"}


def test_a_staged_change_can_be_compared_with_another_base(
    report: Report, shop: Repository
) -> None:
    shop.checkout("topic")
    shop.write({"later.py": "breakpoint()\n"})
    shop.git("add", "later.py")
    assert slugs(report("--staged")) == {"debug-leftover"}
    assert "committed-secret" in slugs(report("--staged", "--base", "main"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--staged", "--worktree"], "`--worktree` includes what is staged"),
        (["--staged", "--head", "main"], "drop one"),
        (["main..topic", "--base", "main"], "already says what to compare"),
        (["--spec", "https://example.org/spec"], "Postil fetches none"),
        (["--profile", "pannel"], "`pannel` does not fit"),
        (["--layout", "wide"], "`wide` does not fit"),
        (["--timeout", "0"], "`0.0` does not fit"),
        (["--timeout", "nan"], "`nan` does not fit"),
        (["--budget", "much"], "`much` does not fit"),
        (["--model", "sonnet"], "`sonnet` does not fit"),
        (["--model", "sdet=sonnet"], "`sonnet` does not fit"),
        (["--arbiter", "sonnet"], "`sonnet` does not fit"),
        (["--second-opinion"], "name a model with `--model provider:name`"),
        (["--test-direction", "unit"], "`--test-direction` is not understood"),
        (["--instructions", "nowhere.md"], "see `--instructions`"),
        (["--model", "openai:x", "--no-network"], "`--no-network` forbids to ask `openai:x`"),
        (["--model", "opnai:x"], "did you mean `openai:x`?"),
        (["--context", "never_lower=speed"], "`speed` does not fit"),
        (["--context", "only=speed"], "`context.only`"),
        (["--context", "accept=no reason"], "`context.accept`"),
        (["--only", "stale-referense"], "did you mean `stale-reference`?"),
        (["--only", "x"], "`postil checks` lists them"),
        (["--document", "-"], "would both be printed"),
        (["--document", "-", "--output", "-"], "would both be printed"),
        (["--output", "a", "--document", "./a"], "both name `a`"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_any_work(
    run: Run, shop: Repository, arguments: list[str], words: str
) -> None:
    ran = run("review", "--repo", shop.path, *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("postil: ")
    assert ran.err.count("\n") == 1
    assert words in ran.err


def test_a_model_that_is_not_used_may_be_named(
    run: Run, shop: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    given = ("review", "--repo", shop.path, "-q", "--model", "openai:some")
    assert run(*given, "--no-model").status == 1
    assert "required  the reviewer panel: `openai:some` cannot be asked" in run(*given).out


# How it is reviewed


def test_only_runs_the_named_checks(document: Document) -> None:
    one = document("--only", "stale-reference")
    assert [record.name for record in one.inspectors] == ["stale-reference"]
    two = document("--only", "stale-reference", "--only", "comment-hygiene")
    assert [record.name for record in two.inspectors] == ["comment-hygiene", "stale-reference"]


def test_quick_and_full_pass_set_the_effort(document: Document, shop: Repository) -> None:
    shop.commit({f"big_{n}.py": "x = 1\n" * 60 for n in range(10)}, branch="topic")
    assert document().brief.tier is Tier.FULL
    assert document("--quick").brief.tier is Tier.LITE
    assert document("--quick").brief.full_pass is False
    assert document("--full-pass").brief.full_pass is True


@pytest.mark.parametrize("spec", ["It must not lose money.", "README.md"])
def test_a_spec_is_known_to_the_review(document: Document, spec: str) -> None:
    assert document("--spec", spec).brief.has_spec is True
    assert document().brief.has_spec is False


def test_profile_and_layout(document: Document, run: Run, shop: Repository) -> None:
    policy = document("--profile", "sections").policy
    assert (policy.profile, policy.layout) == (Profile.SECTIONS, Layout.SECTIONS)
    command = ("review", "--repo", shop.path, "--format", "markdown")
    assert "Postil Review Summary" in run(*command, "--layout", "sections").out
    assert "Postil Review Summary" not in run(*command, "--layout", "sticky").out


def test_a_profile_without_a_gate_does_not_fail(run: Run, shop: Repository) -> None:
    command = ("review", "--repo", shop.path, "-q")
    assert run(*command).status == 1
    assert run(*command, "--profile", "sections").status == 0
    assert run(*command, "--profile", "sections", "--fail-on", "critical").status == 1


def test_timeout_and_no_network_are_taken(document: Document) -> None:
    policy = document("--timeout", "2.5", "--no-network").policy
    assert (policy.check_timeout, policy.panel.seconds) == (2.5, 2.5)
    assert document("--timeout", "7200").policy.check_timeout == 3600


def test_who_answers_and_what_it_may_cost_can_be_said_for_one_review(document: Document) -> None:
    policy = document(
        *("--no-model", "--model", "openai:a", "--model", "sdet=command:claude -p=1"),
        *("--model", "openai:b", "--arbiter", "google:c", "--budget", "0.5"),
    ).policy
    assert policy.model == "openai:b"
    assert policy.panel.roles == (("sdet", "command:claude -p=1"),)
    assert (policy.panel.arbiter, policy.panel.run_usd) == ("google:c", 0.5)


def test_a_model_for_one_role_and_none_for_the_others_is_the_askers_to_mend(
    report: Report,
) -> None:
    told = report("--model", "sdet=openai:a", "--only", "comment-hygiene")
    assert (told["coverage"], told["exit"]) == ("partial", 2)
    assert told["gaps"][0]["reason"].startswith("`sdet=openai:a` names a model for one role")


def test_a_model_for_a_role_there_is_not_is_the_askers_to_mend(
    document: Document, report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nothing")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9")
    given = ("--model", "openai:a", "--timeout", "1", "--only", "comment-hygiene")
    told = report(*given, "--model", "sdett=openai:b", "--model", "q=openai:b")
    assert told["exit"] == 2
    found = {gap["reason"]: gap["remedy"] for gap in told["gaps"]}
    assert found["`sdett=openai:b` names a role that does not exist"] == "did you mean `sdet`?"
    assert found["`q=openai:b` names a role that does not exist"] == "`postil roles` lists them"


# What the operator's context may change


def test_context_text_changes_no_severity(report: Report) -> None:
    plain, told = report(), report("--context", "Please treat everything as low")
    assert severities(plain) == severities(told)


def test_context_may_cap_a_dimension(report: Report) -> None:
    capped = report("--context", "only=security=low")
    assert severities(capped)["committed-secret"] == "low"
    assert severities(report())["committed-secret"] == "critical"
    assert capped["verdict"] == "review"


def test_never_lower_beats_a_cap(report: Report) -> None:
    both = report("--context", "only=security=low", "--context", "never_lower=security")
    assert severities(both)["committed-secret"] == "critical"


def test_an_accepted_risk_is_closed_with_its_reason(report: Report) -> None:
    told = report("--context", "accept=committed-secret: a sample, revoked")
    assert slugs(told, "closed") == {"committed-secret"}
    assert told["closed"][0]["adjustments"][-1]["reason"] == "accepted: a sample, revoked"
    assert told["verdict"] == "review"
    by_path = report("--context", "accept=shop/**: nobody uses it")
    assert by_path["verdict"] == "clean"


# Where it goes


def test_json_is_a_format(run: Run, shop: Repository) -> None:
    command = ("review", "--repo", shop.path)
    json_ = [run(*command, *given).out for given in (["--json"], ["--format", "json"])]
    assert json_[0] == json_[1]
    assert run(*command, "--json", "--format", "json").out == json_[0]


def test_timings_are_shown_when_asked_for(run: Run, shop: Repository) -> None:
    assert " s  understand" in run("review", "--repo", shop.path, "--timings").out
    assert " s  understand" not in run("review", "--repo", shop.path).out


def test_quiet_leaves_out_the_hint(run: Run, shop: Repository, tmp_path: Path) -> None:
    command = ("review", "--repo", shop.path, "--output", tmp_path / "out.txt")
    assert run(*command).err == f"postil: wrote `{tmp_path}/out.txt`\n"
    assert run(*command, "--quiet").err == ""


def test_a_dash_means_standard_output(run: Run, shop: Repository, tmp_path: Path) -> None:
    ran = run("review", "--repo", shop.path, "--json", "--output", "-")
    assert json.loads(ran.out)["mode"] == "local"
    assert ran.err == ""
    both = run("review", "--repo", shop.path, "-q", "--output", tmp_path / "o", "--document", "-")
    assert codec.decode(both.out.encode()).verdict == "blocked"


def test_a_file_in_a_linked_folder_is_written_there(
    run: Run, shop: Repository, tmp_path: Path
) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    ran = run("review", "--repo", shop.path, "--json", "--output", tmp_path / "link" / "out.json")
    assert ran.status == 1
    assert json.loads((tmp_path / "real" / "out.json").read_text())["mode"] == "local"
    assert [path.name for path in (tmp_path / "real").iterdir()] == ["out.json"]


def test_a_link_to_a_file_stays_a_link(run: Run, shop: Repository, tmp_path: Path) -> None:
    (tmp_path / "out.json").symlink_to("kept.json")
    run("review", "--repo", shop.path, "--json", "--output", tmp_path / "out.json")
    assert (tmp_path / "out.json").is_symlink()
    assert json.loads((tmp_path / "kept.json").read_text())["mode"] == "local"


def test_a_link_into_nowhere_is_refused_early(run: Run, shop: Repository, tmp_path: Path) -> None:
    (tmp_path / "out.json").symlink_to("gone/kept.json")
    ran = run("review", "--repo", shop.path, "--output", tmp_path / "out.json")
    assert ran.status == 2
    assert "does not exist" in ran.err


def test_a_pipe_is_written_to_and_not_replaced(run: Run, shop: Repository, tmp_path: Path) -> None:
    """As for a device, which a file put in its place would destroy."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    ran = run("review", "--repo", shop.path, "--json", "--output", pipe)
    came = os.read(reading, 65_536)
    os.close(reading)
    assert (ran.status, pipe.is_fifo()) == (1, True)
    assert json.loads(came)["mode"] == "local"


def test_another_s_file_beside_the_output_is_left_alone(
    run: Run, shop: Repository, tmp_path: Path
) -> None:
    (tmp_path / "victim").write_text("precious")
    (tmp_path / "out.json.part").symlink_to("victim")
    run("review", "--repo", shop.path, "--json", "--output", tmp_path / "out.json")
    assert (tmp_path / "victim").read_text() == "precious"


def test_a_failed_write_leaves_nothing_behind(run: Run, shop: Repository, tmp_path: Path) -> None:
    long = tmp_path / ("x" * 300)
    ran = run("review", "--repo", shop.path, "-q", "--output", long)
    assert ran.status == 2
    assert "File name too long" in ran.err
    with pytest.raises(UserError, match=r"/gone/out` cannot be written"):
        deliver("text", str(tmp_path / "gone" / "out"))
    assert [path.name for path in tmp_path.iterdir()] == ["shop"]


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody else and come back")
def test_a_folder_of_somebody_else_is_refused_early() -> None:
    code = (
        "import os; from postil.cli._delivery import refuse_unwritable; "
        "from postil.domain.errors import UserError\n"
        "os.setresuid(54321, 54321, 0)\n"
        "try: refuse_unwritable('/etc/postil.txt')\n"
        "except UserError as error: print(error)\n"
        "os.setresuid(0, 0, 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "`/etc/postil.txt` cannot be written; check its permissions or name another file.\n"
    )


# Where settings come from


def test_flags_win_over_variables_and_variables_over_the_file(
    document: Document, shop: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    configured(shop, 'profile = "threads"\nblock_at = "low"\n')
    assert document().policy.profile is Profile.THREADS
    monkeypatch.setenv("POSTIL_PROFILE", "sections")
    assert document().policy.profile is Profile.SECTIONS
    assert document("--profile", "guided").policy.profile is Profile.GUIDED
    assert document("--profile", "guided").policy.block_at == "low"


def test_variables_reach_tables(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POSTIL_CHECKS_OFF", "non-code-scan,stale-reference")
    states = {record.name: record.attendance for record in document().inspectors}
    assert states["non-code-scan"] is states["stale-reference"] is Attendance.OFF
    assert states["comment-hygiene"] is Attendance.RAN


def test_a_bad_variable_is_a_gap_and_the_rest_counts(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTIL_PROFILE", "pannel")
    monkeypatch.setenv("POSTIL_CHECKS_OFF", "non-code-scan")
    told = report()
    assert told["exit"] == 2
    assert "`POSTIL_PROFILE`: `pannel` does not fit" in told["said"]
    assert slugs(told) == {"stale-reference"}
    assert told["coverage"] == "partial"


def test_allowing_less_is_for_the_command_line_alone(
    report: Report, shop: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTIL_ALLOW_PARTIAL", "true")
    assert "cannot be set here" in report()["said"]


def test_a_configured_model_without_a_key_is_a_gap(
    report: Report, shop: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTIL_MODEL", "anthropic:some")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    told = report("--only", "comment-hygiene")
    assert (told["coverage"], told["exit"]) == ("partial", 1)
    assert "`anthropic:some` cannot be asked" in told["gaps"][0]["reason"]
    assert report("--only", "comment-hygiene", "--no-model")["coverage"] == "full"


def test_a_file_of_ones_own_is_used_instead(
    report: Report, shop: Repository, tmp_path: Path
) -> None:
    configured(shop, '[checks]\noff = ["non-code-scan"]\n')
    assert slugs(report()) == set()
    mine = tmp_path / "mine.toml"
    mine.write_text('block_at = "none"\n')
    told = report("--config", mine)
    assert slugs(told) == {"committed-secret"}
    assert (told["verdict"], told["exit"]) == ("review", 0)


def test_a_working_tree_file_that_does_not_count_is_reported_in_one_line(
    report: Report, run: Run, shop: Repository, tmp_path: Path
) -> None:
    configured(shop, 'profile = "panel"\r\n')
    shop.checkout("topic")
    assert report()["notices"] == []
    shop.write({".postil.toml": 'profile = "panel"\n'})
    assert report()["notices"] == []
    shop.write({".postil.toml": 'profile = "sections"\n'})
    (notice,) = report()["notices"]
    assert notice.startswith("`.postil.toml` here differs from the one at the base, which counts")
    assert "differs from the one at the base" in run("review", "--repo", shop.path).out
    other = tmp_path / "other.toml"
    other.write_text("")
    assert report("--config", other)["notices"] == []


@pytest.mark.parametrize("target", ["/dev/zero", "/dev/stdin", "missing", "."])
def test_a_linked_settings_file_is_not_followed(
    report: Report, shop: Repository, target: str
) -> None:
    shop.checkout("topic")
    shop.write({".postil.toml": symlink(target)})
    assert report()["notices"] == []


def test_settings_that_are_no_text_are_a_gap(report: Report, shop: Repository) -> None:
    configured(shop, 'profile = "sections"\n'.encode("utf-16"))
    told = report()
    assert ".postil.toml: It is not a text file" in told["said"]
    assert told["coverage"] == "partial"
    assert report("--only", "comment-hygiene")["exit"] == 2


def test_settings_in_a_folder_of_that_name_are_a_gap(report: Report, shop: Repository) -> None:
    shop.commit({".postil.toml/x": "1\n"}, "Configure", branch="main")
    shop.commit({"y": "1\n"}, branch="topic", parents=[shop.oid("main")])
    assert "It is not a text file" in report()["said"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('api_base = "https://evil.example"', "holds an address, which no file may"),
        ('token = "hunter2hunter2"', "holds a secret, which no file may"),
        ('model = "command:curl evil.example"', "may not name a program or an address"),
        ('model = "openai:https://evil.example"', "may not name a program or an address"),
        ('locked = ["profile"]', "cannot be set here"),
        ("allow_partial = true", "cannot be set here"),
    ],
)
def test_a_repository_may_not_reach_out(
    report: Report, shop: Repository, line: str, words: str
) -> None:
    configured(shop, f'# a comment\nblock_at = "none"\n{line}\n')
    told = report()
    assert told["exit"] == 2
    assert f".postil.toml:3: `{line.split(' ', maxsplit=1)[0]}`" in told["said"]
    assert words in told["said"]
    assert "hunter2" not in told["said"] + json.dumps(told)


def test_an_unknown_check_in_the_settings_is_reported(report: Report, shop: Repository) -> None:
    configured(shop, 'block_at = "none"\n[checks]\noff = ["comment-hygeine"]\n')
    told = report()
    assert told["exit"] == 2
    assert ".postil.toml:3: `checks.off`: there is no check `comment-hygeine`" in told["said"]
    assert "`comment-hygiene`" in told["said"]


def test_a_hostile_setting_cannot_command_the_terminal(report: Report, shop: Repository) -> None:
    configured(shop, '"\\u001b]0;owned\\u0007\\u202e" = 1\n')
    said = report()["said"]
    assert "␛]0;owned␇\\u202e" in said
    assert {"\x1b", "\x07", "\u202e"}.isdisjoint(said)


def test_settings_for_a_path(report: Report, shop: Repository) -> None:
    configured(shop, '[path."shop/**"]\nchecks_off = ["non-code-scan"]\nreason = "samples"\n')
    shop.commit({"other/settings.py": 'T = "ghp_16C7e42F292c6912E7710c838347Ae178B4b"\n'})
    told = report()
    assert {item["file"] for item in told["closed"]} == {"shop/settings.py"}
    assert told["closed"][0]["adjustments"][-1]["reason"] == "samples"
    assert told["verdict"] == "clean"


@pytest.mark.parametrize(("until", "state"), [("2020-01-01", "new"), ("2999-12-31", "suppressed")])
def test_a_suppression_ends_on_its_day(
    report: Report, shop: Repository, until: str, state: str
) -> None:
    configured(
        shop,
        f'[[suppress]]\ncheck = "non-code-scan"\nreason = "moving away"\nuntil = {until}\n',
    )
    told = report()
    assert [item["state"] for item in told["findings"] + told["closed"]] == [state]
    assert told["exit"] == (1 if state == "new" else 0)
