from __future__ import annotations

import pytest

from postil.domain.brief import Area, Layer
from postil.domain.paths import area_of, layer_of

AREAS = {
    Area.CORE_LOGIC: "src/a.py lib/x.rs index.html a.unknown",
    Area.TESTS: "tests/a.py tests/README.md a_test.go tests/conf.toml",
    Area.CONFIG: "package.json pyproject.toml .editorconfig uv.lock",
    Area.DOCS: "README.md docs/a.rst LICENSE",
    Area.INFRASTRUCTURE: "Dockerfile .github/workflows/ci.yml main.tf Makefile deploy/run.sh",
}

LAYERS = {
    Layer.UI: "src/components/Button.tsx a.vue styles/x.scss frontend/api/client.ts pages/x.js"
    " templates/mail.html ui/dialog.py",
    Layer.API: "src/api/users.py routes/x.js app/controllers/a.rb x.proto openapi.yaml"
    " server/main.ts urls.py",
    Layer.STORAGE: "db/migrate/1.rb schema.prisma x.sql src/repositories/user.ts app/database/a.py",
    Layer.EXTERNAL: "src/clients/stripe.py integrations/slack.ts",
    Layer.DOMAIN: "src/domain/order.ts app/services/x.js lib/plain.py cmd/tool.go setup.py",
    Layer.INFRA: "Dockerfile .github/workflows/ci.yml infra/main.ts x.tf",
}

NO_LAYER = (
    "tests/api/test_a.py README.md package.json package-lock.json vendor/a.go src/util.ts"
    " api/settings.yaml generated/api/x.py a.unknown dist/ui/x.js"
)


@pytest.mark.parametrize(
    ("area", "path"), [(area, path) for area, text in AREAS.items() for path in text.split()]
)
def test_the_area_of_a_path(area: Area, path: str) -> None:
    assert area_of(path) is area


@pytest.mark.parametrize(
    ("layer", "path"), [(layer, path) for layer, text in LAYERS.items() for path in text.split()]
)
def test_the_layer_of_a_path(layer: Layer, path: str) -> None:
    assert layer_of(path) is layer


@pytest.mark.parametrize("path", NO_LAYER.split())
def test_a_path_in_no_layer(path: str) -> None:
    assert layer_of(path) is None
