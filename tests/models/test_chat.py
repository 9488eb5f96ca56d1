"""Services that speak OpenAI's chat protocol: where they are, what they need, what they cost."""

from __future__ import annotations

import asyncio

import pytest

from postil.domain.conversation import Prompt
from postil.domain.errors import Unusable, UserError
from postil.models import open_model
from postil.models._dialogue import DialogueModel
from postil.models._late import LateModel
from postil.testing.models import Answer, ScriptedModels, Service

SERVICES = {
    "mistral": ("MISTRAL", "mistral-large-latest", "https://api.mistral.ai/v1/"),
    "groq": ("GROQ", "llama-3.3-70b-versatile", "https://api.groq.com/openai/v1/"),
    "openrouter": ("OPENROUTER", "anthropic/claude-sonnet-4.5", "https://openrouter.ai/api/v1/"),
    "ollama": ("OLLAMA", "qwen3:8b", "http://127.0.0.1:11434/v1/"),
}
PROMPT = Prompt(rules="r", shared="s", charge="c", schema={"type": "object"}, most_output=321)


def opened(spec: str, variables: dict[str, str]) -> DialogueModel:
    late = open_model(spec, variables)
    assert isinstance(late, LateModel)
    model = late.opened
    assert isinstance(model, DialogueModel)
    assert (late.name, late.window, late.caches, late.price) == (
        *(model.name, model.window, model.caches),
        model.price,
    )
    return model


@pytest.mark.parametrize("service", SERVICES)
def test_each_has_its_own_address_unless_told_otherwise(service: str) -> None:
    prefix, name, address = SERVICES[service]
    usual = opened(f"{service}:{name}", {f"{prefix}_API_KEY": "k"})
    assert usual.provider.base_url == address
    moved = {f"{prefix}_API_KEY": "k", f"{prefix}_BASE_URL": "http://elsewhere/v1"}
    assert opened(f"{service}:{name}", moved).provider.base_url == "http://elsewhere/v1/"


@pytest.mark.parametrize("service", SERVICES)
def test_each_is_asked_with_its_key_and_the_limit_all_of_them_know(service: str) -> None:
    prefix, name, _ = SERVICES[service]
    service_side = Service(key="right", models=(name,))
    with ScriptedModels(lambda _asked: Answer(value={"findings": []}), service_side) as server:
        variables = {f"{prefix}_API_KEY": "right", f"{prefix}_BASE_URL": f"{server.url}/v1"}
        reply = asyncio.run(open_model(f"{service}:{name}", variables).ask(PROMPT, within=20.0))
    assert reply.answer == '{"findings": []}'
    body = server.journal.calls[0].asked.body
    assert (body["model"], body["max_tokens"]) == (name, 321)
    assert "max_completion_tokens" not in body


@pytest.mark.parametrize("service", ["mistral", "groq", "openrouter"])
def test_a_missing_key_names_its_variable(service: str) -> None:
    with pytest.raises(Unusable, match=f"`{service}` needs a key; set `{SERVICES[service][0]}_API"):
        open_model(f"{service}:x", {})


def test_prices_are_known_for_services_and_nothing_is_paid_at_home() -> None:
    assert not opened("mistral:mistral-large-latest", {"MISTRAL_API_KEY": "k"}).price.assumed
    assert not opened("groq:llama-3.3-70b-versatile", {"GROQ_API_KEY": "k"}).price.assumed
    home = opened("ollama:qwen3:8b", {})
    assert (home.price.output, home.price.assumed, home.name) == (0.0, False, "ollama:qwen3:8b")
    other = opened("compatible:x", {"POSTIL_BASE_URL": "http://h/v1"})
    assert other.price.assumed
    assert other.price.output > 0


def test_a_server_of_ones_own_needs_an_address_and_no_key() -> None:
    with pytest.raises(Unusable, match="`compatible` needs an address; set `POSTIL_BASE_URL`"):
        open_model("compatible:x", {})
    with ScriptedModels(lambda _asked: Answer(value={})) as server:
        model = open_model("compatible:x", {"POSTIL_BASE_URL": f"{server.url}/v1"})
        assert asyncio.run(model.ask(PROMPT, within=20.0)).answer == "{}"


@pytest.mark.parametrize(
    ("spec", "variables", "window"),
    [
        ("ollama:qwen3:8b", {}, 128_000),
        ("ollama:qwen3:8b", {"OLLAMA_CONTEXT_LENGTH": "32768"}, 32_768),
        ("compatible:x", {"POSTIL_BASE_URL": "http://h", "POSTIL_CONTEXT_LENGTH": "8000"}, 8_000),
        ("openrouter:anthropic/claude-x", {"OPENROUTER_API_KEY": "k"}, 200_000),
    ],
)
def test_the_window_is_the_familys_or_what_a_person_set(
    spec: str, variables: dict[str, str], window: int
) -> None:
    assert opened(spec, variables).window == window


@pytest.mark.parametrize("given", ["much", "0", "-1", "4k", "²"])
def test_a_window_that_is_no_number_is_said(given: str) -> None:
    with pytest.raises(UserError, match="`OLLAMA_CONTEXT_LENGTH` must be how many tokens"):
        open_model("ollama:x", {"OLLAMA_CONTEXT_LENGTH": given})
