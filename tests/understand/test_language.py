"""Descriptions as people write them: half code, half prose, under headings of a template."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.understand.language import _STOPS, ENGLISH, LANGUAGES, language_of, spoken_in, stated

SPOKEN = {
    "English": "This fixes the retry loop, because it should not run when the queue is empty.",
    "German": "Die Schleife wird jetzt nicht mehr gestartet, wenn die Warteschlange leer ist.",
    "French": "La boucle ne démarre pas lorsque la file est vide, et les erreurs sont journalisées.",
    "Spanish": "El bucle ya no se ejecuta cuando la cola está vacía, y los errores se registran.",
    "Portuguese": "O laço não é executado quando a fila está vazia, e os erros são registrados com uma data.",
    "Italian": "Il ciclo non parte quando la coda è vuota, e gli errori della coda si registrano.",
    "Dutch": "De lus wordt niet gestart als het systeem leeg is, en de fouten worden bewaard voor later.",
    "Polish": "Pętla nie startuje, jeśli kolejka jest pusta, oraz błędy są zapisywane tylko raz.",
    "Czech": "Smyčka se nyní nespustí, pokud je fronta prázdná, a chyby jsou zapsány jen jednou.",
    "Swedish": "Slingan startar inte när kön är tom, och felen skrivs till loggen av oss.",
    "Danish": "Løkken starter ikke når køen er tom, og fejlene bliver skrevet af os uden støj.",
    "Norwegian": "Løkken starter ikke når køen er tom, og feilene skrives nå av oss uten støy.",
    "Finnish": "Silmukka ei käynnisty, kun jono on tyhjä, ja virheet kirjataan nyt myös lokiin.",
    "Turkish": "Kuyruk boş olduğunda döngü başlamıyor ve hatalar artık bir dosya için kaydediliyor.",
    "Romanian": "Bucla nu mai pornește când coada este goală, și erorile sunt scrise pentru operator.",
    "Hungarian": "A ciklus nem indul el, ha az üzenetsor üres, és a hibák már csak egy fájlba kerülnek.",
    "Indonesian": "Perulangan tidak berjalan jika antrean kosong, dan kesalahan akan dicatat untuk operator.",
    "Vietnamese": "Vòng lặp không chạy khi hàng đợi trống, và các lỗi được ghi lại cho người vận hành.",
    "Russian": "Цикл больше не запускается, когда очередь пуста, и ошибки записываются один раз.",
    "Ukrainian": "Цикл більше не запускається, коли черга порожня, і помилки записуються один раз.",
    "Serbian": "Петља се више не покреће када је ред празан, јер се грешке бележе само једном њима.",
    "Bulgarian": "Цикълът вече не се стартира, когато опашката е празна, и грешките се записват веднъж.",
    "Greek": "Ο βρόχος δεν ξεκινά πια όταν η ουρά είναι άδεια.",
    "Armenian": "Ցիկլը այլևս չի սկսվում, երբ հերթը դատարկ է։",
    "Georgian": "ციკლი აღარ იწყება, როცა რიგი ცარიელია.",
    "Hebrew": "הלולאה לא מתחילה כאשר התור ריק.",
    "Arabic": "لا تبدأ الحلقة عندما تكون قائمة الانتظار فارغة، وتُسجَّل الأخطاء مرة واحدة.",
    "Persian": "وقتی صف خالی است حلقه دیگر شروع نمی‌شود و خطاها یک بار در پرونده گزارش می‌شوند.",
    "Urdu": "جب قطار خالی ہو تو لوپ شروع نہیں ہوتا اور غلطیاں ایک بار لکھی جاتی ہیں۔",
    "Hindi": "जब कतार खाली हो तो लूप शुरू नहीं होता।",
    "Bengali": "সারি খালি থাকলে লুপ শুরু হয় না।",
    "Tamil": "வரிசை காலியாக இருந்தால் சுழற்சி தொடங்காது.",
    "Telugu": "వరుస ఖాళీగా ఉంటే లూప్ మొదలవదు.",
    "Thai": "ลูปจะไม่เริ่มเมื่อคิวว่าง",
    "Japanese": "キューが空のときは再試行ループを開始しないようにした。",
    "Korean": "대기열이 비어 있으면 재시도 루프를 시작하지 않습니다.",
    "Simplified Chinese": "队列为空时不再启动重试循环，并且错误只会记录一次。",
    "Traditional Chinese": "佇列為空時不再啟動重試迴圈，並且錯誤只會記錄一次。",
}


@pytest.mark.parametrize(("language", "text"), SPOKEN.items(), ids=SPOKEN)
def test_a_sentence_is_enough(language: str, text: str) -> None:
    assert spoken_in(text) == language


def test_every_language_has_its_sentence() -> None:
    assert set(SPOKEN) == LANGUAGES


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (
            "## Summary of the change for this and that\n\n`RetryLoop.start()` を呼ぶ前に queue が空か確認する。\n\n```py\nfor x in y: pass\n```\n",
            "Japanese",
        ),
        (
            "<!-- Please describe the change for the people who review it -->\nキューを直した。",
            "Japanese",
        ),
        ("Corrige el bucle de `the_retry_loop` que se ejecuta con la cola vacía.", "Spanish"),
        (
            "- 修复 https://example.org/the/and/of/this/that 的问题，没有改变行为",
            "Simplified Chinese",
        ),
        ("修正", None),
        ("This was reported by 田中さん and fixed with the patch of the author.", "English"),
        ("Спасибо to Ivan for the report; this is fixed and tested by us.", "English"),
        ("Fix login", None),
        ("Bump foo from 1.0 to 2.0", None),
        ("", None),
        ("пр", None),
        ("的是在了不人有中大", "Simplified Chinese"),
        ("Привет, мир", "Russian"),
        ("برنامه", "Arabic"),
        ("fejlen er at det ikke virker som ventet", None),
    ],
)
def test_what_is_not_prose_does_not_count(text: str, language: str | None) -> None:
    assert spoken_in(text) == language


def test_the_first_text_that_tells_decides() -> None:
    assert language_of(["Fix login", SPOKEN["German"], SPOKEN["French"]]) == "German"
    assert language_of([SPOKEN["English"], SPOKEN["French"]]) == ENGLISH
    assert language_of(["", "x"]) == ENGLISH
    assert language_of([]) == ENGLISH


def test_no_language_borrows_the_words_of_english() -> None:
    borrowed = {name: words & _STOPS[ENGLISH] for name, words in _STOPS.items() if name != ENGLISH}
    assert {name: words for name, words in borrowed.items() if words} == {}


@pytest.mark.parametrize(
    ("rules", "language"),
    [
        ("# Rules\n\n- Review language: German\n", "German"),
        ("**Review language:** `japanese`", "Japanese"),
        ("language of reviews = French, please", "French"),
        ("Write review comments in Portuguese.", "Portuguese"),
        ("Write reviews in Traditional Chinese.", "Traditional Chinese"),
        ("Write all reviews in good time.\nReview language: Czech", "Czech"),
        ("Review language: Klingon", None),
        ("Reviews are read by people.", None),
        ("", None),
    ],
)
def test_a_rule_file_may_fix_it(rules: str, language: str | None) -> None:
    assert stated(rules) == language


@given(st.text(max_size=400))
def test_any_text_has_a_known_language_or_none(text: str) -> None:
    assert spoken_in(text) in {*LANGUAGES, None}
    assert stated(text) in {*LANGUAGES, None}


@pytest.mark.parametrize("piece", ["the ", "の", "`", "<!--", "\n#", "review language:", "a_"])
def test_a_huge_text_is_cut_short(piece: str) -> None:
    started = time.perf_counter()
    spoken_in(piece * 400_000)
    stated(piece * 40_000)
    assert time.perf_counter() - started < 2
