"""Secrets are told from what only looks like one, and their values never leave the function."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.inspection.credential_formats import FORMATS
from postil.inspection.credentials import (
    MAX_LINE,
    MAX_SHOWN,
    Credential,
    Grade,
    Place,
    Setting,
    mask,
    survey,
)

BASE62 = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits
BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"
CONFIG = Place(Setting.PRODUCT, bare_values=True)
CODE = Place(Setting.PRODUCT)
DOCUMENT = Place(Setting.DOCUMENT, bare_values=True)
TEST = Place(Setting.TEST)


def made(length: int, alphabet: str = BASE62, *, seed: int = 11) -> str:
    """A token put together at run time, so that no scanner takes this file for a leak."""
    source = random.Random(f"{seed}-{length}-{alphabet}")  # noqa: S311 - samples, not secrets
    return "".join(source.choice(alphabet) for _ in range(length))


BY_FORMAT = [
    ("AWS access key id", "AKIA" + made(16, string.ascii_uppercase + "234567")),
    ("GitHub token", "ghp_" + made(36)),
    ("GitHub token", "github_pat_" + made(22) + "_" + made(59)),
    ("GitLab token", "glpat-" + made(20)),
    ("GitLab runner token", "GR1348941" + made(20)),
    ("Slack token", "xoxb-" + made(12, "0123456789") + "-" + made(24)),
    ("Slack app token", f"xapp-1-{made(11, UPPER)}-{made(13, '0123456789')}-{made(64, HEX)}"),
    ("Slack webhook", f"https://hooks.slack.com/services/T{made(9, UPPER)}/B{made(9, UPPER)}/{made(24)}"),
    ("Stripe key", "sk_live_" + made(24)),
    ("Stripe webhook secret", "whsec_" + made(32)),
    ("Google API key", "AIza" + made(35)),
    ("Google OAuth secret", "GOCSPX-" + made(28)),
    ("Google OAuth token", "ya29." + made(60)),
    ("Azure storage key", "AccountKey=" + made(86) + "=="),
    ("Azure client secret", made(3) + "8Q~" + made(34)),
    ("Azure SAS signature", "https://a.blob.core.windows.net/c?se=2030-01-01&sig=" + made(43) + "%3D"),
    ("npm token", "npm_" + made(36)),
    ("PyPI token", "pypi-AgE" + made(80)),
    ("RubyGems key", "rubygems_" + made(48, HEX)),
    ("Docker Hub token", "dckr_pat_" + made(27)),
    ("SendGrid key", f"SG.{made(22)}.{made(43)}"),
    ("Mailgun key", "key-" + made(32, HEX)),
    ("Mailchimp key", made(32, HEX) + "-us14"),
    ("Brevo key", f"xkeysib-{made(64, HEX)}-{made(16)}"),
    ("Anthropic key", "sk-ant-api03-" + made(93)),
    ("OpenAI key", "sk-proj-" + made(60)),
    ("OpenAI key", "sk-" + made(20) + "T3BlbkFJ" + made(20, seed=3)),
    ("OpenRouter key", "sk-or-v1-" + made(64, HEX)),
    ("Hugging Face token", "hf_" + made(34)),
    ("Groq key", "gsk_" + made(52)),
    ("Replicate token", "r8_" + made(37)),
    ("Databricks token", "dapi" + made(32, HEX)),
    ("DigitalOcean token", "dop_v1_" + made(64, HEX)),
    ("Heroku key", "HRKU-" + made(60)),
    ("Shopify token", "shpat_" + made(32, HEX)),
    ("Square token", "sq0atp-" + made(22)),
    ("Telegram bot token", made(9, "123456789") + ":AA" + made(33)),
    ("Discord webhook", f"https://discord.com/api/webhooks/{made(18, '123456789')}/{made(68)}"),
    ("Atlassian token", "ATATT3" + made(180)),
    ("Linear key", "lin_api_" + made(40)),
    ("Notion token", "ntn_" + made(46)),
    ("Figma token", "figd_" + made(40)),
    ("Vault token", "hvs." + made(90)),
    ("Terraform Cloud token", f"{made(14)}.atlasv1.{made(67)}"),
    ("Doppler token", "dp.pt." + made(43)),
    ("age secret key", "AGE-SECRET-KEY-1" + made(58, BECH32)),
    ("New Relic key", "NRAK-" + made(27, UPPER)),
    ("Grafana token", f"glsa_{made(32)}_{made(8, HEX)}"),
    ("Postman key", f"PMAK-{made(24, HEX)}-{made(34, HEX)}"),
    ("Sentry token", "sntryu_" + made(64, HEX)),
    ("Supabase token", "sbp_" + made(40, HEX)),
    ("Airtable token", f"pat{made(14)}.{made(64, HEX)}"),
    ("PlanetScale token", "pscale_tkn_" + made(43)),
    ("Pulumi token", "pul-" + made(40, HEX)),
    ("CircleCI token", f"CCIPAT_{made(22)}_{made(40, HEX)}"),
    ("Tailscale key", f"tskey-auth-{made(12)}-{made(32)}"),
    ("AWS secret access key", "aws_secret_access_key = " + made(40)),
    ("Twilio auth token", "TWILIO_AUTH_TOKEN=" + made(32, HEX)),
    ("Cloudflare token", "CLOUDFLARE_API_TOKEN=" + made(40)),
]  # fmt: skip


def only(line: str, place: Place) -> Credential | None:
    found = survey([line], place).found.get(0, ())
    assert len(found) < 2, found
    return found[0] if found else None


@pytest.mark.parametrize(("kind", "token"), BY_FORMAT, ids=lambda value: value[:24])
def test_a_known_format_is_named_in_code_tests_and_documents(kind: str, token: str) -> None:
    for place in (CODE, DOCUMENT, TEST):
        found = only(f'x = "{token}"', place)
        assert found is not None
        assert (found.kind, found.grade) == (kind, Grade.FORMAT)


def test_forty_formats_and_more_are_known() -> None:
    assert len({one.kind for one in FORMATS}) >= 60
    assert {kind for kind, _ in BY_FORMAT} <= {one.kind for one in FORMATS}


@pytest.mark.parametrize(("_kind", "token"), BY_FORMAT, ids=lambda value: value[:24])
def test_one_character_less_or_a_neighbour_is_no_format(_kind: str, token: str) -> None:
    glued = "q" + token.rpartition("/")[2] if "://" not in token and "=" not in token else "q"
    found = survey([glued], TEST).found.get(0, ())
    assert all(one.start > 0 for one in found)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ('password = "Tr0ub4dor&3xyz"', "password"),
        (f'token: "{made(32)}"', "token"),
        (f'const apiKey = "{made(24)}";', "secret key"),
        ("DB_PASSWORD=Winter2024!x", "password"),
        (f"secret: {made(40, HEX)}", "secret"),
        (f"app.config['SECRET_KEY'] = '{made(32, HEX)}'", "secret key"),
        (f'const token string = "{made(28)}"', "token"),
        (f'let secret: &str = "{made(30)}";', "secret"),
        ('private static final String PASSWORD = "Zx81!kkP";', "password"),
        (f"deploy --token {made(30)}", "token"),
        ("curl -u admin:Xk29vLp0q https://api.corp.io", "password"),
        (f"Authorization: Bearer {made(40)}", "token"),
        ("Authorization: Basic YWRtaW46WGsyOXZMcDBx", "password"),
        ("<password>Xk29vLp0q</password>", "password"),
        ('<add key="DbPassword" value="Xk29vLp0q!" />', "password"),
        ("Server=tcp:db.corp.net;User ID=app;Password=Xk29vLp0q;", "password"),
        ("mysql://root:Xk29vLp0@10.0.0.5/db", "password in an address"),
        ("amqp://app:Zk3vT9qLw2@mq.corp.io", "password in an address"),
        (f'{{"client_secret": "{made(30)}"}}', "secret"),
        ("password: Dragonfly7!", "password"),
    ],
)
def test_surroundings_make_a_secret(line: str, kind: str) -> None:
    found = only(line, CONFIG)
    assert found is not None
    assert (found.kind, found.grade) == (kind, Grade.SURROUNDINGS)
    assert only(line, TEST) is None or kind == "password in an address"


@pytest.mark.parametrize(
    "line",
    [
        'password = "password"',
        "password: changeme",
        'token = os.environ["TOKEN"]',
        "token: ${{ secrets.GITHUB_TOKEN }}",
        "const apiKey = process.env.API_KEY",
        '"password": "Passwort vergessen"',
        'password = "hunter2"',
        'api_key = "your-api-key-here-123456"',
        "secretName: my-app-secret-1",
        'token = "access_token_v2"',
        "max_tokens = 4096",
        f"integrity sha512-{made(86)}==",
        "AKIAIOSFODNN7EXAMPLE",
        "postgres://postgres:postgres@localhost:5432/test",
        "postgres://app:Zk3vT9qLw2@db.example.com/x",
        "https://user:pass@example.com",
        f'password_hash = "$2b$12${made(53)}"',
        f'password = "$2b$12${made(53)}"',
        f'csrf_token = "{made(32)}"',
        "token: string;",
        '"token": "xxxxxxxxxxxxxxxxxxxxxxxx"',
        'token = "abcdefghijklmnopqrstuvwxyz12"',
        "secret: {{ .Values.secret | quote }}",
        "ENCRYPTION_KEY=<insert 32 chars>",
        f"commit: {made(40, HEX)}",
        f'token_sha256 = "{made(64, HEX)}"',
        'api_key = "123e4567-e89b-12d3-a456-426614174000"',
        f'public_key = "{made(44)}"',
        'SECRET_ARN = "arn:aws:secretsmanager:eu-west-1:123:secret:x-AbCd12"',
        'token_url = "https://auth.corp.io/oauth2/token"',
        "credentials: same-origin",
        'pwd = "/home/user/work1"',
        "auth_token=$AUTH_TOKEN",
        "password: test1234",
        "Authorization: Basic !!!!notbase64!!!!",
        "Authorization: Basic dXNlcjpwYXNzd29yZA==",
        "Authorization: Basic //79/P39/f39/f39/f39/Q==",
        "ghp_" + "x" * 36,
        'password = "-----BEGIN"',
        'password = "correct!horse"',
        'password = "lengthyword"',
        "password = 1234-5678-9012",
        "https://app:Zk3vT9qLw2@[::1]",
        "https://app:$PASSWORD@corp.io",
        "https://app:ab1@corp.io",
        "password = 123456789012",
    ],
)
def test_placeholders_references_and_hashes_are_no_secrets(line: str) -> None:
    for place in (CONFIG, CODE, DOCUMENT, TEST):
        assert only(line, place) is None


def test_code_needs_quotes_and_settings_do_not() -> None:
    line = "password = Winter2024!x"
    assert only(line, CODE) is None
    assert only(line, CONFIG) is not None


def test_documents_need_more_than_code() -> None:
    assert only('password = "kT9#vbq2"', CODE) is not None
    assert only('password = "kT9#vbq2"', DOCUMENT) is None
    assert only(f'SECRET_KEY = "{made(32, HEX)}"', DOCUMENT) is None


def _jwt(payload: str) -> str:
    return f"eyJ{made(20)}.{payload}.{made(43)}"


ANON = "eyJyb2xlIjoiYW5vbiIsImlzcyI6InN1cGFiYXNlIn0"


@pytest.mark.parametrize(
    ("line", "place", "grade"),
    [
        (f'jwt = "{_jwt("eyJ" + made(40))}"', CODE, Grade.SURROUNDINGS),
        (f'sent("{_jwt("eyJ" + made(40))}")', CODE, Grade.WEAK),
        (f'sent("{_jwt("eyJ" + made(42))}")', CODE, Grade.WEAK),
        (f'jwt = "{_jwt("eyJ" + made(40))}"', TEST, None),
        (f'jwt = "{_jwt(ANON)}"', CODE, None),
    ],
)
def test_signed_tokens(line: str, place: Place, grade: Grade | None) -> None:
    found = survey([line], place).found.get(0, ())
    kinds = [one.grade for one in found if one.kind == "JSON Web Token"]
    assert kinds == ([grade] if grade else [])


BODY = made(64)


@pytest.mark.parametrize(
    ("lines", "place", "expected"),
    [
        (["-----BEGIN RSA PRIVATE KEY-----", BODY], CODE, ("RSA private key", Grade.FORMAT)),
        (["-----BEGIN PRIVATE KEY-----", BODY], CODE, ("private key", Grade.FORMAT)),
        (["-----BEGIN ENCRYPTED PRIVATE KEY-----", BODY], CODE, ("encrypted private key", Grade.SURROUNDINGS)),
        (["-----BEGIN PGP PRIVATE KEY BLOCK-----", "", BODY], CODE, ("PGP private key", Grade.FORMAT)),
        ([f'"key": "-----BEGIN PRIVATE KEY-----\\n{BODY}\\n-----END PRIVATE KEY-----\\n"'], CODE, ("private key", Grade.FORMAT)),
        ([f'"key": "-----BEGIN PRIVATE KEY-----\\n{BODY}'], CODE, ("private key", Grade.FORMAT)),
        (["-----BEGIN RSA PRIVATE KEY-----", "..."], CODE, None),
        (["-----BEGIN RSA PRIVATE KEY-----", "A" * 64], CODE, None),
        (["-----BEGIN RSA PRIVATE KEY-----", BODY], TEST, None),
        (["-----BEGIN PUBLIC KEY-----", BODY], CODE, None),
        (["the private key is elsewhere", BODY], CODE, None),
    ],
)  # fmt: skip
def test_private_keys(lines: list[str], place: Place, expected: tuple[str, Grade] | None) -> None:
    found = survey(lines, place).found
    told = [(one.kind, one.grade) for credentials in found.values() for one in credentials]
    assert told == ([expected] if expected else [])
    assert BODY not in "".join(mask(lines[index], found[index]) for index in found)


def test_a_value_below_its_name() -> None:
    lines = ["- name: SMTP_PASSWORD", '  value: "Kq7!vRt2xLm9"']
    assert survey(lines, CONFIG).found[1][0].kind == "password"
    assert survey(lines, TEST).found == {}
    assert survey(["- name: SMTP_HOST", '  value: "Kq7!vRt2xLm9"'], CONFIG).found == {}
    assert survey(["- name: SMTP_PASSWORD", '  value: "changeme"'], CONFIG).found == {}


def test_a_nameless_token_is_left_to_somebody_else() -> None:
    token = made(44)
    lines = [f'x = "{token}"', f"sha512-{token}", made(64), f'x = "{made(40, HEX)}"', "plain words"]
    assert survey(lines, CODE).unsettled == (0,)
    assert survey(lines, TEST).unsettled == ()


def test_what_stands_too_far_right_is_not_read() -> None:
    token = "ghp_" + made(36)
    assert survey([" " * MAX_LINE + token], CODE).found == {}
    assert survey([" " * (MAX_LINE - 50) + token], CODE).found != {}


def test_masks_every_value_and_keeps_the_rest() -> None:
    first, second = "ghp_" + made(36), "npm_" + made(36)
    line = f'a = "{first}"; b = "{second}"; c'
    found = survey([line], CODE).found[0]
    shown = mask(line, found)
    assert shown == f'a = "{found[0].label}"; b = "{found[1].label}"; c'
    assert found[0].label.startswith("[GitHub token ")
    assert len(found[0].digest) == 8


def test_a_long_line_is_cut_around_the_value() -> None:
    line = "p" * 600 + ' token = "ghp_' + made(36) + '"' + "s" * 600
    shown = mask(line, survey([line], CODE).found[0])
    assert "[GitHub token " in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) == MAX_SHOWN + 2
    assert mask("q" * 600, ()) == "q" * MAX_SHOWN + "…"


@given(
    st.lists(st.text(alphabet=st.characters(codec=None), max_size=80), max_size=6),
    st.sampled_from([CODE, CONFIG, DOCUMENT, TEST]),
)
def test_any_text_is_survived_and_columns_lie_on_the_line(lines: list[str], place: Place) -> None:
    flat = [line.replace("\n", " ") for line in lines]
    seen = survey(flat, place)
    for index, credentials in seen.found.items():
        for one in credentials:
            assert 0 <= one.start < one.end <= len(flat[index])


@given(st.sampled_from(BY_FORMAT), st.text(max_size=30))
def test_the_value_is_never_shown(sample: tuple[str, str], around: str) -> None:
    line = f"{around.splitlines()[0] if around.splitlines() else ''} '{sample[1]}'"
    found = survey([line], CODE).found.get(0, ())
    for one in found:
        assert line[one.start : one.end] not in mask(line, found)
