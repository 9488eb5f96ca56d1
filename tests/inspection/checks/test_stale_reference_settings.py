"""What settings, modules and pipelines that the change left alone still name, and what only looks so."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from fakes.stale import told

Changed = Mapping[str, tuple[str | None, str | None]]

WORKFLOW = ".github/workflows/ci.yml"
STEPS = "jobs:\n  a:\n    steps:\n"
ACTION = ".github/actions/ready/action.yml"
TAKES = ("inputs:\n  node:\n    default: 1\n  cache:\n    default: 2\nruns: x\n",)
INPUTS = {ACTION: (TAKES[0], TAKES[0].replace("  node:\n    default: 1\n", ""))}
RECIPES = {"justfile": ("lint:\n    x\n\ncheck-all:\n    y\n", "lint:\n    x\n\nall:\n    y\n")}
FORMATS = ('p.add_argument("--format", choices=["zip", "rar"])\n',)
CHOICES = {"pack/cli.py": (FORMATS[0], FORMATS[0].replace(', "rar"', ""))}
STAGES = {"Dockerfile": ("FROM node AS builder\nRUN x\n", "FROM node AS make\nRUN x\n")}
VALUES = {"till/values.yaml": ("orderQueue: a\nreplicas: 1\n", "mailQueue: a\nreplicas: 1\n")}
CHART = {"till/Chart.yaml": "name: till\n"}
SHELVES = 'variable "shelves" {\n  type = string\n}\n'
FLAGS = 'package main\n\nimport "flag"\n\nvar a = flag.Int("jobs", 1, "x")\n'
ONE_DASH = {"main.go": (f'{FLAGS}var b = flag.Bool("keep-going", false, "x")\n', FLAGS)}
JOBS = "jobs:\n  {}:\n    x: 1\n  ship:\n    x: 1\nworkflows:\n  a:\n    jobs:\n"


@pytest.mark.parametrize(
    ("changed", "others", "found"),
    [
        (
            INPUTS,
            {
                WORKFLOW: f"{STEPS}      - with:\n          node: 2\n        uses: ./{ACTION[:-11]}\n"
            },
            [f"{WORKFLOW}:5 high"],
        ),
        (
            INPUTS,
            {WORKFLOW: f"{STEPS}      - with:\n          node: 2\n        uses: acme/ready@v1\n"},
            [],
        ),
        (
            INPUTS,
            {
                WORKFLOW: f"{STEPS}      - uses: acme/x@v1\n        with:\n          node: 2\n"
                f"      - uses: ./{ACTION[:-11]}\n"
            },
            [],
        ),
        (RECIPES, {"ci.sh": "just --quiet lint check-all\n"}, ["ci.sh:1 high"]),
        (RECIPES, {"notes.md": "It is just check-all of it.\n"}, []),
        (CHOICES, {"ci.sh": 'run("pack", "--format", "rar")\n'}, ["ci.sh:1 high"]),
        (CHOICES, {"tests/test_a.py": 'run("--format", "rar")\n'}, []),
        (
            {"pack/cli.py": (FORMATS[0], 'F = ["zip"]\np.add_argument("--format", choices=F)\n')},
            {"ci.sh": "pack --format rar\n"},
            [],
        ),
        (STAGES, {"ci.sh": "docker build --target builder .\n"}, ["ci.sh:1 high"]),
        (STAGES, {"ci.sh": "# docker build --target builder .\n"}, []),
        (STAGES, {"compose.yml": "a:\n  b:\n    target: builder\n"}, ["compose.yml:3 high"]),
        (STAGES, {"other.yml": "a:\n  b:\n    target: builder\n"}, []),
        (
            {"Dockerfile": ("FROM x\nARG HTTP_PROXY\nARG SHOP_ID\n", "FROM x\n")},
            {"ci.sh": "docker build --build-arg HTTP_PROXY=1 --build-arg SHOP_ID=2 .\n"},
            ["ci.sh:1 low"],
        ),
        (
            {".circleci/config.yml": (JOBS.format("unit"), JOBS.format("tests"))},
            {},
            [],
        ),
        (
            {
                ".circleci/config.yml": (
                    f"{JOBS.format('unit')}      - ship:\n          requires:\n            - unit\n",
                    f"{JOBS.format('tests')}      - ship:\n          requires:\n            - unit\n",
                )
            },
            {},
            [".circleci/config.yml:11 high"],
        ),
        (VALUES, {**CHART, "till/README.md": "Set `orderQueue`.\n"}, []),
        (
            VALUES,
            {**CHART, "ship/values-live.yaml": "orderQueue: b\nreplicas: 2\nmailQueue: c\n"},
            ["ship/values-live.yaml:1 low"],
        ),
        (VALUES, {**CHART, "ship/values-live.yaml": "orderQueue: b\n"}, []),
        ({"a/v.tf": (SHELVES, None)}, {"a/main.tf": "# x = var.shelves\n"}, []),
        (
            {"a/v.tf": (SHELVES, None)},
            {
                "a/main.tf": "x = 1\n",
                "b/main.tf": 'module "a" {\n  x = {\n    shelves = 1\n  }\n}\n',
            },
            [],
        ),
        (
            {"a/v.tf": (SHELVES, None)},
            {
                "a/main.tf": "x = 1\n",
                "b/main.tf": 'module "a" {\n  shelves = 1\n  source = "acme/a"\n}\n',
            },
            [],
        ),
        ({"a/v.tf": (SHELVES, None)}, {"b/main.tf": "x = var.shelves\n"}, []),
        (ONE_DASH, {"run.sh": "shop --keep-going\n"}, ["run.sh:1 high"]),
        (ONE_DASH, {"run.sh": "gcc -keep-going\n"}, []),
        (
            {"src/a.js": ("ask(host.dbPoolSize);\n", "ask();\n")},
            {"config/production.json": '{\n  "dbPoolSize": 3\n}\n'},
            [],
        ),
    ],
)
def test_what_is_left(changed: Changed, others: dict[str, str], found: list[str]) -> None:
    assert told(changed, others) == found
