"""Tells by script and by the commonest words which language people wrote in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from postil.understand.prose import MAX_LINE, bullet_of, lines_of, without_code_spans

ENGLISH = "English"
_MOST = 20_000
_FEWEST_LETTERS = 4
_FEWEST_WORDS = 3
_WORD_SIGNS = frozenset({"kana", "han", "hangul"})
_LATIN_LETTERS_PER_SIGN = 3
"""A sign of these scripts says about as much as that many Latin letters."""

_SCRIPTS = {
    "greek": "\u0370-\u03ff",
    "cyrillic": "\u0400-\u052f",
    "armenian": "\u0531-\u0587",
    "hebrew": "\u05d0-\u05ea",
    "arabic": "\u0620-\u06d3",
    "devanagari": "\u0904-\u0963",
    "bengali": "\u0985-\u09b9",
    "tamil": "\u0b83-\u0bb9",
    "telugu": "\u0c05-\u0c39",
    "thai": "\u0e01-\u0e4f",
    "georgian": "\u10d0-\u10ff",
    "kana": "\u3041-\u30ff",
    "han": "\u3400-\u9fff",
    "hangul": "\uac00-\ud7a3",
}
_HAN_PER_KANA = 10
_PARTS = {name: re.compile(f"[{span}]") for name, span in _SCRIPTS.items()}
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_ONE_LANGUAGE = {
    "greek": "Greek",
    "armenian": "Armenian",
    "hebrew": "Hebrew",
    "devanagari": "Hindi",
    "bengali": "Bengali",
    "tamil": "Tamil",
    "telugu": "Telugu",
    "thai": "Thai",
    "georgian": "Georgian",
    "kana": "Japanese",
    "hangul": "Korean",
}
_TOLD_BY_LETTERS = {
    "cyrillic": (
        ("Ukrainian", "іїєґ"),
        ("Serbian", "јљњђћџ"),
        ("Russian", "ыэё"),
        ("Bulgarian", "ъ"),
    ),
    "arabic": (("Urdu", "ٹڈڑےں"), ("Persian", "پچژگ"), ("Arabic", "ةىأإ")),
    "han": (
        ("Traditional Chinese", "這個們來時對說會為沒過還從種樣開關動後現實應點無將與處務檔錯誤變"),
        ("Simplified Chinese", "这个们来时对说会为没过还从种样开关动后现实应点无将与处务档错误变"),
    ),
}
_USUAL = {"cyrillic": "Russian", "arabic": "Arabic", "han": "Simplified Chinese"}
_WORD = re.compile(r"[^\W\d_]+")
_WORDS = {
    ENGLISH: "the and of this that with are not when from which it be have should because there we now by to is for",
    "German": "der die das und ist nicht mit für auf von ein eine wird werden dass auch bei durch wenn oder wir jetzt",
    "French": "le les des et est pas une pour dans que qui avec sur cette ce sont nous être au aux lorsque donc",
    "Spanish": "el los las y es una para que con del por se como este esta cuando pero más también ahora sin",
    "Portuguese": "os um uma para que com não da dos das por se como este esta quando mas mais também agora sem em",
    "Italian": "il gli di che è una con non del della dei si questo questa quando ma più anche ora senza",
    "Dutch": "het een en van dat niet met voor op zijn wordt worden deze dit ook bij als naar maar nu geen",
    "Polish": "jest nie się że oraz dla przez po jak tego który która żeby ale też teraz bez jeśli są tylko",
    "Czech": "je se že pro jako která který tak ale také nyní bez pokud jsou není při aby už jen",
    "Swedish": "och att det är som en inte för med av till den på ett när också nu utan så vi",
    "Danish": "og at det er som en ikke med af til den på et når også nu uden så vi blev hvis",
    "Norwegian": "og at det er som en ikke med av til den på et når også nå uten så vi ble hvis",
    "Finnish": "ja että ei se kun tämä joka myös nyt mutta kuin ovat olla sitä jos tai niin",
    "Turkish": "ve bir bu için ile değil olarak daha çok gibi ama şimdi olan eğer veya sonra kadar artık",
    "Romanian": "și este nu care pentru cu din la sau mai prin acest această când dar acum sunt fără",
    "Hungarian": "az és hogy nem egy van ez meg csak már vagy mint most ha lett után kell",
    "Indonesian": "yang dan di untuk dengan tidak ini itu dari pada adalah ke akan atau juga sudah saat jika",
    "Vietnamese": "và là của không cho với được các này khi một có trong những để đã sẽ cũng nếu bị",
}
_STOPS = {name: frozenset(words.split()) for name, words in _WORDS.items()}
LANGUAGES = frozenset(
    {*_STOPS, *_ONE_LANGUAGE.values()}
    | {name for told in _TOLD_BY_LETTERS.values() for name, _ in told}
)
_STATED = re.compile(
    r"(?i)\b(?:review language|language of (?:the )?reviews?)\b[ *_`]{0,4}[:=][ *_`]{0,4}"
    r"(?P<named>[a-z]{3,20}(?: [a-z]{3,20})?)"
    r"|\bwrite (?:the |all )?reviews?(?: comments)? in (?P<asked>[a-z]{3,20}(?: [a-z]{3,20})?)"
)


def language_of(texts: Iterable[str]) -> str:
    """The language of the first text that says enough to tell; English when none does."""
    return next(filter(None, map(spoken_in, texts)), ENGLISH)


def stated(rules: str) -> str | None:
    """The language a rule file wants reviews in (`Review language: German`); None when it is silent."""
    for line in rules.splitlines():
        found = _STATED.search(line[:MAX_LINE])
        said = (found["named"] or found["asked"] or "").title() if found else ""
        name = next((each for each in (said, said.split(" ")[0]) if each in LANGUAGES), None)
        if name:
            return name
    return None


def spoken_in(text: str) -> str | None:
    """The language of running text; code, links and headings do not count."""
    prose = _prose(text)
    letters = _letters(prose)
    script = max(letters, key=lambda name: letters[name])
    weight = letters[script] * (_LATIN_LETTERS_PER_SIGN if script in _WORD_SIGNS else 1)
    if letters[script] >= _FEWEST_LETTERS and weight >= len(_LATIN.findall(prose)):
        return _ONE_LANGUAGE.get(script) or _by_letters(script, prose)
    return _by_words(prose)


def _prose(text: str) -> str:
    """What a person wrote in sentences; a template's headings are in the template's language."""
    kept = []
    for line in lines_of(text):
        if line.lstrip().startswith("#"):
            continue
        plain = without_code_spans(bullet_of(line) or line)
        kept.append(" ".join(word for word in plain.split() if _is_word(word)))
    return "\n".join(kept)[:_MOST]


def _is_word(word: str) -> bool:
    return not any(sign in word for sign in ("://", "_", "/", "@", "()"))


def _letters(prose: str) -> dict[str, int]:
    """How many letters of each script; Han characters among kana are Japanese ones."""
    counts = {name: len(pattern.findall(prose)) for name, pattern in _PARTS.items()}
    if counts["kana"] * _HAN_PER_KANA > counts["han"]:
        counts["kana"] += counts.pop("han")
    return counts


def _by_letters(script: str, prose: str) -> str:
    seen = Counter(prose.lower())
    counts = {name: sum(seen[letter] for letter in own) for name, own in _TOLD_BY_LETTERS[script]}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else _USUAL[script]


def _by_words(prose: str) -> str | None:
    seen = Counter(_WORD.findall(prose.lower()))
    counts = {name: sum(seen[word] for word in stops) for name, stops in _STOPS.items()}
    first, second = sorted(counts, key=lambda name: -counts[name])[:2]
    if counts[first] < _FEWEST_WORDS or counts[first] == counts[second]:
        return None
    return first
