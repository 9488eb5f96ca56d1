"""The token formats that can be told by their look alone: fixed marks, alphabet and length."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Format:
    """One issuer's way of writing a secret.

    A line is tried only when it holds one of `marks` (lower case, compared without regard to
    case), so that the pattern runs on few lines. The secret is the group `value` where the
    pattern has one, else the whole match.
    """

    kind: str
    marks: tuple[str, ...]
    pattern: re.Pattern[str]


def _alone(body: str) -> re.Pattern[str]:
    """The body as a token of its own: no letter, digit or underscore touches it."""
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{body})(?![A-Za-z0-9_])")


def _named(name: str, value: str) -> re.Pattern[str]:
    """A value without a mark of its own, told by the issuer's name in front of it."""
    return re.compile(
        rf"(?i:{name})[\w.\- ]{{0,40}}[\"'\]]?\s{{0,3}}[:=]>?\s{{0,3}}[\"']?"
        rf"(?P<value>{value})(?![A-Za-z0-9_/+=-])"
    )


_MARKED: tuple[tuple[str, str, str], ...] = (
    ("AWS access key id", "akia asia", "(?:AKIA|ASIA)[A-Z2-7]{16}"),
    ("GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", "gh[pousr]_[A-Za-z0-9]{36,251}"),
    ("GitHub token", "github_pat_", "github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}"),
    (
        "GitLab token",
        "glpat- gldt- glrt- glptt- glft- glcbt- glsoat- glagent-",
        "gl(?:pat|dt|rt|ptt|ft|cbt|soat|agent)-[A-Za-z0-9_-]{20,300}(?:\\.[A-Za-z0-9.]{2,20})?",
    ),
    ("GitLab runner token", "gr1348941", "GR1348941[A-Za-z0-9_-]{20}"),
    ("Slack token", "xoxa- xoxb- xoxp- xoxo- xoxs- xoxr-", "xox[abposr]-[A-Za-z0-9-]{20,250}"),
    ("Slack app token", "xapp-", "xapp-[0-9]-[A-Z0-9]{8,20}-[0-9]{8,20}-[a-z0-9]{32,128}"),
    (
        "Slack webhook",
        "hooks.slack.com/services/",
        "hooks\\.slack\\.com/services/(?P<value>T[A-Z0-9]{6,14}/B[A-Z0-9]{6,14}/[A-Za-z0-9]{20,30})",
    ),
    ("Stripe key", "sk_live_ rk_live_", "[sr]k_live_[A-Za-z0-9]{16,250}"),
    ("Stripe webhook secret", "whsec_", "whsec_[A-Za-z0-9+/]{32,64}={0,2}"),
    ("Google API key", "aiza", "AIza[A-Za-z0-9_-]{35}"),
    ("Google OAuth secret", "gocspx-", "GOCSPX-[A-Za-z0-9_-]{28}"),
    ("Google OAuth token", "ya29.", "ya29\\.[A-Za-z0-9_-]{30,500}"),
    ("Azure storage key", "accountkey=", "AccountKey=(?P<value>[A-Za-z0-9+/]{86}==)"),
    ("Azure client secret", "8q~", "[A-Za-z0-9_~.]{3}8Q~[A-Za-z0-9_~.-]{34}"),
    (
        "Azure SAS signature",
        "sig=",
        "(?<=[?&])sig=(?P<value>[A-Za-z0-9+/]{20,60}(?:%[0-9A-Fa-f]{2}[A-Za-z0-9+/]{0,40}){0,20}=?)",
    ),
    ("npm token", "npm_", "npm_[A-Za-z0-9]{36}"),
    ("PyPI token", "pypi-age", "pypi-AgE[A-Za-z0-9_-]{50,400}"),
    ("RubyGems key", "rubygems_", "rubygems_[a-f0-9]{48}"),
    ("Docker Hub token", "dckr_pat_ dckr_oat_", "dckr_[po]at_[A-Za-z0-9_-]{27,32}"),
    ("SendGrid key", "sg.", "SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}"),
    ("Mailgun key", "key-", "key-[0-9a-f]{32}"),
    ("Mailchimp key", "-us", "[0-9a-f]{32}-us[0-9]{1,2}"),
    ("Brevo key", "xkeysib-", "xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}"),
    ("Resend key", "re_", "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}"),
    ("Anthropic key", "sk-ant-", "sk-ant-[a-z]{3,8}[0-9]{2}-[A-Za-z0-9_-]{60,150}"),
    (
        "OpenAI key",
        "sk-proj- sk-svcacct- sk-admin-",
        "sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,250}",
    ),
    ("OpenAI key", "t3blbkfj", "sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}"),
    ("OpenRouter key", "sk-or-v1-", "sk-or-v1-[0-9a-f]{64}"),
    ("Hugging Face token", "hf_", "hf_[A-Za-z0-9]{34,40}"),
    ("Groq key", "gsk_", "gsk_[A-Za-z0-9]{52}"),
    ("Replicate token", "r8_", "r8_[A-Za-z0-9]{37}"),
    ("Perplexity key", "pplx-", "pplx-[A-Za-z0-9]{48}"),
    ("xAI key", "xai-", "xai-[A-Za-z0-9]{70,90}"),
    ("LangSmith key", "lsv2_", "lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
    ("Databricks token", "dapi", "dapi[0-9a-f]{32}(?:-[0-9])?"),
    ("DigitalOcean token", "doo_v1_ dop_v1_ dor_v1_", "do[opr]_v1_[a-f0-9]{64}"),
    ("Heroku key", "hrku-", "HRKU-[A-Za-z0-9_-]{36,70}"),
    ("Cloudflare origin key", "v1.0-", "v1\\.0-[a-f0-9]{24}-[a-f0-9]{146}"),
    ("Shopify token", "shpat_ shpca_ shppa_ shpss_", "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    ("Square token", "sq0atp- sq0csp-", "sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}"),
    ("Square token", "eaaa", "EAAA[A-Za-z0-9_-]{60}"),
    ("Telegram bot token", ":aa", "[0-9]{8,10}:AA[A-Za-z0-9_-]{33}"),
    (
        "Discord webhook",
        "/api/webhooks/",
        "discord(?:app)?\\.com/api/webhooks/(?P<value>[0-9]{17,20}/[A-Za-z0-9_-]{60,80})",
    ),
    ("Atlassian token", "atatt3 atctt3", "AT[AC]TT3[A-Za-z0-9_=-]{60,400}"),
    ("Linear key", "lin_api_", "lin_api_[A-Za-z0-9]{40}"),
    ("Notion token", "ntn_ secret_", "(?:ntn_[A-Za-z0-9]{40,50}|secret_[A-Za-z0-9]{43})"),
    ("Figma token", "figd_", "figd_[A-Za-z0-9_-]{40,50}"),
    ("Vault token", "hvs. hvb. hvr.", "hv[sbr]\\.[A-Za-z0-9_-]{24,300}"),
    ("Terraform Cloud token", ".atlasv1.", "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,70}"),
    (
        "Doppler token",
        "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
        "dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}",
    ),
    (
        "age secret key",
        "age-secret-key-1",
        "AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}",
    ),
    ("New Relic key", "nrak-", "NRAK-[A-Z0-9]{27}"),
    ("Grafana token", "glsa_", "glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
    ("Grafana Cloud token", "glc_", "glc_[A-Za-z0-9+/]{40,400}={0,2}"),
    ("Postman key", "pmak-", "PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    ("Sentry token", "sntrys_ sntryu_", "sntry[su]_[A-Za-z0-9_=+/-]{60,400}"),
    ("Supabase token", "sbp_", "sbp_[a-f0-9]{40}"),
    ("Airtable token", "pat", "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}"),
    ("PlanetScale token", "pscale_", "pscale_(?:pw|tkn|oauth)_[A-Za-z0-9_.=-]{32,64}"),
    ("Pulumi token", "pul-", "pul-[a-f0-9]{40}"),
    ("Netlify token", "nfp_", "nfp_[A-Za-z0-9]{36}"),
    ("Fly.io token", "fm2_", "fm2_[A-Za-z0-9+/]{100,900}={0,2}"),
    ("CircleCI token", "ccipat_", "CCIPAT_[A-Za-z0-9]{22}_[a-f0-9]{40}"),
    (
        "Tailscale key",
        "tskey-",
        "tskey-(?:auth|api|client|scim)-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{20,40}",
    ),
    ("1Password token", "ops_eyj", "ops_eyJ[A-Za-z0-9+/_-]{200,1200}={0,2}"),
    ("Artifactory key", "akcp", "AKCp[A-Za-z0-9]{69}"),
    ("Dropbox token", "sl.", "sl\\.[A-Za-z0-9_-]{130,200}"),
)
_ISSUED: tuple[tuple[str, str, str, str], ...] = (
    ("AWS secret access key", "aws", "aws[_.\\- ]?(?:secret|sec)", "[A-Za-z0-9/+]{40}"),
    ("AWS secret access key", "secretaccesskey", "secretaccesskey", "[A-Za-z0-9/+]{40}"),
    ("Twilio auth token", "twilio", "twilio", "(?:SK)?[0-9a-f]{32}"),
    ("Cloudflare token", "cloudflare cf_api", "cloudflare|cf_api", "[A-Za-z0-9_-]{40}"),
    ("Datadog key", "datadog dd_a", "datadog|dd_a", "[0-9a-f]{32}(?:[0-9a-f]{8})?"),
    (
        "Heroku key",
        "heroku",
        "heroku",
        "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    ),
    (
        "Discord bot token",
        "discord bot",
        "discord|bot",
        "[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}",
    ),
)

FORMATS: tuple[Format, ...] = (
    *(Format(kind, tuple(marks.split()), _alone(body)) for kind, marks, body in _MARKED),
    *(
        Format(kind, tuple(marks.split()), _named(name, value))
        for kind, marks, name, value in _ISSUED
    ),
)
"""Every format, the specific ones first: what an earlier one takes, a later one leaves alone."""

NAMED_KINDS = frozenset(kind for kind, *_ in _ISSUED)
"""Kinds whose values look like any other: a test may call what it made up after any issuer."""
