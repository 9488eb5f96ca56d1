"""Models as Amazon Bedrock serves them, with AWS's own credentials."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

from postil.domain.errors import Unusable
from postil.models._late import LateModel
from postil.ports import Model

NAME = "bedrock"
VARIABLES = ("AWS_ACCESS_KEY_ID", "AWS_REGION", "AWS_DEFAULT_REGION")
_LIBRARY = "boto3"
_LONGEST_SILENCE = 300


def open_model(name: str, variables: Mapping[str, str]) -> Model:
    region = variables.get("AWS_REGION") or variables.get("AWS_DEFAULT_REGION")
    if not region:
        raise Unusable(f"`{NAME}` needs a region; set `AWS_REGION`")
    if find_spec(_LIBRARY) is None:
        raise Unusable(f"`{NAME}` needs the package `{_LIBRARY}`; install `postil[{NAME}]`")
    return LateModel(f"{NAME}:{name}", lambda: _made(name, region))


def _made(name: str, region: str) -> Model:
    import boto3
    from botocore.config import Config
    from pydantic_ai.models.bedrock import BedrockConverseModel
    from pydantic_ai.providers.bedrock import BedrockProvider

    from postil.models._dialogue import DialogueModel
    from postil.models._figures import price_of, window_of

    # AWS finds credentials in many places of its own: variables, profiles, the machine's role.
    client = boto3.client(
        "bedrock-runtime",
        region_name=region,
        config=Config(retries={"total_max_attempts": 1}, read_timeout=_LONGEST_SILENCE),
    )
    return DialogueModel(
        name=f"{NAME}:{name}",
        provider=BedrockConverseModel(name, provider=BedrockProvider(bedrock_client=client)),
        window=window_of(name),
        caches="anthropic" in name,
        price=price_of(name, "aws"),
        variables=VARIABLES,
    )
