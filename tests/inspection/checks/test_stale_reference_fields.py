"""Keys of a type of configuration, and checks of merge rules, on shapes that the page does not show."""

from __future__ import annotations

import pytest

from fakes.stale import review, told

GO = (
    "package config\n\ntype Config struct {\n"
    '\tListen string `yaml:"listen"`\n\tMaxBatch int `yaml:"max_batch"`\n\tSpool string `yaml:"spool"`\n}\n'
)
GO_NEW = GO.replace("max_batch", "batch_limit").replace("MaxBatch", "BatchLimit")
TABLE = "listen: a\nmax_batch: 3\nspool: b\n"
PYTHON = (
    "class Settings(BaseModel):\n    listen: str\n    max_batch: int = 3\n    spool: str\n\n"
    "    def check(self):\n        return self.listen\n"
)
CSHARP = (
    "public class RelayOptions\n{\n    // where\n    public string Host { get; set; }\n\n"
    "    public int MaxBatch { get; set; }\n\n    public string Spool { get; set; }\n}\n"
)
ALIAS = PYTHON.replace("max_batch: int = 3", 'batch: int = Field(3, alias="max-batch")')

FIRES = [
    ("a.yaml", ("config.go", GO, GO_NEW), TABLE),
    (
        "a.json",
        ("config.go", GO, GO_NEW),
        '{\n  "listen": 1,\n  "max_batch": 3,\n  "spool": 2\n}\n',
    ),
    ("a.yaml", ("settings.py", PYTHON, PYTHON.replace("max_batch", "batch_limit")), TABLE),
    (
        "a.yaml",
        ("settings.py", ALIAS, ALIAS.replace("max-batch", "batch-limit")),
        TABLE.replace("_", "-"),
    ),
    (
        "appsettings.json",
        ("RelayOptions.cs", CSHARP, CSHARP.replace("MaxBatch", "BatchLimit")),
        '{\n  "Relay": {\n    "Host": "h",\n    "MaxBatch": 3,\n    "Spool": "s"\n  }\n}\n',
    ),
    (
        "a.yaml",
        ("config.go", GO, GO_NEW),
        "relays:\n  - listen: a\n    max_batch: 3\n    spool: b\n",
    ),
    ("a.yaml", ("config.go", GO, GO_NEW), "- max_batch: 3\n  listen: a\n  spool: b\n- listen: c\n"),
]


@pytest.mark.parametrize(("path", "code", "table"), FIRES)
def test_a_table_that_fills_the_type_is_told(
    path: str, code: tuple[str, str, str], table: str
) -> None:
    source, old, new = code
    found = told({source: (old, new)}, {path: table})
    assert [entry.rpartition(":")[0] for entry in found] == [path]
    assert found[0].endswith(" low")


QUIET = [
    ("the table sets both", "config.go", (GO, GO_NEW), TABLE + "batch_limit: 3\n"),
    ("it is no key there", "config.go", (GO, GO_NEW), "listen: max_batch\nspool: b\n"),
    ("nothing says that it is configuration", "wire.go", (GO.replace("Config", "Frame"), GO_NEW.replace("Config", "Frame")), TABLE),
    ("only the case changed", "config.go", (GO, GO.replace("max_batch", "Max_Batch")), TABLE),
    ("the key only went", "config.go", (GO, GO.replace('\tMaxBatch int `yaml:"max_batch"`\n', "")), TABLE),
    ("the last key went and another came first", "config.go", (GO.replace("spool", "spool_dir"), GO.replace("listen", "front_door").replace('\tSpool string `yaml:"spool"`\n', "")), "max_batch: 1\nlisten: a\nspool_dir: b\n"),
    ("the type went", "config.go", (GO, "package config\n"), TABLE),
    ("a rule respells the fields", "config.rs", ("struct Config {\n    listen: A,\n    max_batch: B,\n    spool: C,\n}\n", '#[serde(rename_all = "kebab-case")]\nstruct Config {\n    listen: A,\n    batch_limit: B,\n    spool: C,\n}\n'), TABLE),
    ("a template reads it", "config.go", (GO, GO_NEW), TABLE + "note: '{{ .Values.max_batch }}'\n"),
    ("it is within another table", "config.go", (GO, GO_NEW), "listen: a\nspool: b\nother:\n  max_batch: 1\n"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "source", "code", "table"), QUIET)
def test_a_table_that_may_be_anothers_is_left(
    why: str, source: str, code: tuple[str, str], table: str
) -> None:
    assert told({source: code}, {"deploy/a.yaml": table}) == [], why


JOBS = "on: push\njobs:\n  lint-all:\n    # quick\n    runs-on: x\n  pack:\n    runs-on: x\n"
NEW_JOBS = JOBS.replace("lint-all", "static")
GATES = [
    ("bors.toml", 'status = [\n  # all\n  "pack",\n  "lint-all",\n]\n', True),
    ("bors.toml", 'status = ["pack", "lint-all"]\n', True),
    ("bors.toml", 'block_labels = [\n  "lint-all",\n]\n', False),
    ("bors.toml", '"lint-all"\n', False),
    (".asf.yaml", "github:\n  checks:\n    - context: lint-all\n      app_id: 1\n", True),
    (".mergify.yml", "a:\n  # - check-success=lint-all\n  - check-success=pack\n", False),
    (".mergify.yml", "a:\n  - check-success=lint-all / x\n", False),
    ("notes.yml", "a:\n  - check-success=lint-all\n", False),
]


@pytest.mark.parametrize(("path", "rules", "is_told"), GATES)
def test_required_checks_are_read_where_they_are_listed(
    path: str, rules: str, *, is_told: bool
) -> None:
    found = told({".github/workflows/ci.yml": (JOBS, NEW_JOBS)}, {path: rules, "bors.toml": rules})
    assert bool(found) is is_told


def test_a_check_that_says_more_than_its_job_keeps_the_rule() -> None:
    rules = {".mergify.yml": "a:\n  - check-success=lint-all\n  - check-success=lint-all (1)\n"}
    spread = JOBS.replace("    # quick\n", "    strategy: {}\n    name:\n")
    assert told({".github/workflows/ci.yml": (spread, NEW_JOBS)}, rules) == []
    other = "on: push\njobs:\n  lint-all:\n    uses: ./a.yml\n"
    old = JOBS.replace("lint-all:", "x:\n    name: lint-all (1)\n  y:")
    changed = {".github/workflows/ci.yml": (old, NEW_JOBS)}
    assert told(changed, rules | {".github/workflows/b.yml": other}) == []
    gone = {".github/workflows/ci.yml": (JOBS, None)}
    assert told(gone, rules | {".travis.yml": "jobs: [lint-all]\n"}) == []
    assert told(gone, rules) == [".mergify.yml:2 high"]


def test_a_setting_that_one_line_gave_another_name_is_called_renamed() -> None:
    base = {
        "app.py": 'import os\n\nHOST = os.environ.get("MAIL_RELAY_HOST", "localhost")\n',
        "compose.yml": "x:\n  MAIL_RELAY_HOST: a\n",
    }
    head = base | {"app.py": base["app.py"].replace("MAIL_RELAY_HOST", "POST_HOST_NAME")}
    (remark,), _ = review(base, head)
    assert remark.title == "Variable `MAIL_RELAY_HOST` is still mentioned after its rename"
    assert remark.mitigation == "Write `POST_HOST_NAME` here."
    head = base | {"app.py": "import os\n"}
    (remark,), _ = review(base, head)
    assert remark.title.endswith("after its removal")
