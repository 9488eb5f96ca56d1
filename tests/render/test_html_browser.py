from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from postil.domain.change import ChangedFile, FileStatus, Hunk
from postil.render import Style
from postil.render.html import render
from sample_rounds import ROUNDS

from samples import BLIND, CHECKS_CLEAN, CLEAN, HOSTILE, NOISY, Sample

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="`chromium` is not on the PATH"),
]

WIDE = (1440, 900)
NARROW = (400, 800)

ATTACKS = (
    "<script>window.hit=1</script>",
    "</script><script>window.hit=1</script>",
    "</title><script>window.hit=1</script>",
    "</style><script>window.hit=1</script>",
    "<img src=x onerror=window.hit=1>",
    "<svg onload=window.hit=1>",
    "<iframe srcdoc='<script>parent.hit=1</script>'>",
    '" autofocus onfocus="window.hit=1',
    "' onmouseover='window.hit=1",
    "<details open ontoggle=window.hit=1>",
    "<meta http-equiv=refresh content='0;url=data:text/html,x'>",
    "<base href=https://evil.example/>",
    "<link rel=stylesheet href=https://evil.example/x.css>",
    "<style>*{display:none}</style>",
    "&lt;script&gt;window.hit=1&lt;/script&gt;",
    "`<script>window.hit=1</script>`",
)


@dataclass
class Visit:
    """One page in one window, with everything it said and asked for."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def value(self, script: str) -> object:
        return self.page.evaluate(script)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self, of: str = "id") -> object:
        return self.value(f"document.activeElement.{of}")

    def shown(self, selector: str) -> list[str]:
        return [
            node.get_attribute("id") or ""
            for node in self.page.locator(selector).all()
            if node.is_visible()
        ]


@dataclass
class Reader:
    """Opens reviews in the browser."""

    browser: Browser
    folder: Path
    visits: list[Visit] = field(default_factory=list)

    def open(self, sample: Sample, *, size: tuple[int, int] = WIDE, script: bool = True) -> Visit:
        path = self.folder / "page.html"
        path.write_text(render(sample.document, sample.change, style=Style()), encoding="utf-8")
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="light",
            reduced_motion="reduce",
            java_script_enabled=script,
        )
        visit = Visit(context.new_page())
        visit.page.set_default_timeout(10_000)
        visit.page.on("console", lambda message: visit.complaints.append(message.text))
        visit.page.on("pageerror", lambda error: visit.complaints.append(str(error)))
        visit.page.on("request", lambda request: visit.requests.append(request.url))
        visit.page.goto(path.as_uri())
        self.visits.append(visit)
        return visit


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def reader(browser: Browser, tmp_path: Path) -> Iterator[Reader]:
    """A page that complains, or asks for anything but itself, fails its test."""
    reader = Reader(browser, tmp_path)
    yield reader
    for visit in reader.visits:
        visit.page.context.close()
        assert visit.complaints == []
        assert visit.requests == [(tmp_path / "page.html").as_uri()]


def with_open_folds(visit: Visit) -> None:
    visit.value("document.querySelectorAll('details').forEach((box) => (box.open = true))")


@pytest.mark.parametrize(
    "sample", [NOISY, BLIND, CLEAN, CHECKS_CLEAN, HOSTILE, ROUNDS["mixed"], ROUNDS["hostile-again"]]
)
def test_a_narrow_window_never_scrolls_sideways(reader: Reader, sample: Sample) -> None:
    visit = reader.open(sample, size=NARROW)
    with_open_folds(visit)
    assert visit.value("document.documentElement.scrollWidth") == NARROW[0]
    outside = """[...document.querySelectorAll('body *')].filter((node) =>
        !node.closest('pre, .lines, .skip') && node.checkVisibility()
        && node.getBoundingClientRect().right > innerWidth + 1).length"""
    assert visit.value(outside) == 0


def test_a_note_stands_beside_its_line_or_below_it(reader: Reader) -> None:
    boxes = """(() => { const note = document.querySelector('#note-2').getBoundingClientRect();
        const line = document.querySelector('#note-2').closest('.noted')
            .querySelector('.about').getBoundingClientRect();
        return [note.left >= line.right, Math.abs(note.top - line.top) < 2,
                note.top >= line.bottom - 1]; })()"""
    assert reader.open(NOISY).value(boxes) == [True, True, False]
    assert reader.open(NOISY, size=NARROW).value(boxes) == [False, False, True]


def test_notes_never_cover_each_other_and_code_stays_in_one_piece(reader: Reader) -> None:
    visit = reader.open(NOISY)
    assert visit.value("""[...document.querySelectorAll('.hunk')].every((hunk) => {
        const notes = [...hunk.querySelectorAll('.note')].map((note) => note.getBoundingClientRect());
        const apart = notes.every((box, i) => !i || box.top >= notes[i - 1].bottom);
        return apart && notes.every((box) => box.bottom <= hunk.getBoundingClientRect().bottom + 1);
    })""")
    assert visit.value("""[...document.querySelectorAll('#file-3 .lines')].every((part, i, all) =>
        !i || Math.abs(part.getBoundingClientRect().top
                       - all[i - 1].getBoundingClientRect().bottom) < 1)""")


HEIGHT_OF_THIRD_FILE = "document.querySelector('#file-3 .hunk').offsetHeight"


def height_of_third_file(visit: Visit) -> int:
    """The height of its hunk once the page has come to rest."""
    height = visit.value(f"""new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(
        () => done({HEIGHT_OF_THIRD_FILE}))))""")
    assert isinstance(height, int)
    return height


def test_notes_make_room_when_one_above_unfolds(reader: Reader) -> None:
    visit = reader.open(NOISY)
    before = height_of_third_file(visit)
    visit.page.locator("#note-2 .more summary").click()
    visit.page.wait_for_function(f"{HEIGHT_OF_THIRD_FILE} > {before + 100}")


def test_notes_move_up_when_one_above_is_filtered(reader: Reader) -> None:
    visit = reader.open(NOISY)
    before = height_of_third_file(visit)
    visit.page.locator(".chip[data-level=high]").click()
    visit.page.wait_for_function(f"{HEIGHT_OF_THIRD_FILE} < {before - 100}")


def test_the_page_reads_without_its_script(reader: Reader) -> None:
    visit = reader.open(NOISY, script=False)
    assert visit.page.locator(".note").count() == 10
    assert visit.page.locator(".note").first.is_visible()
    assert not visit.page.locator(".filters").is_visible()
    assert not visit.page.locator("#theme").is_visible()


def test_severity_chips_filter(reader: Reader) -> None:
    visit = reader.open(NOISY)
    visit.page.locator(".chip[data-level=low]").click()
    assert visit.page.locator(".chip[data-level=low]").get_attribute("aria-pressed") == "false"
    assert visit.page.locator("#shown").inner_text() == "Showing 8 of 10 findings"
    levels = "[...document.querySelectorAll('{} [data-level]')].filter((n) => n.checkVisibility()).map((n) => n.dataset.level)"
    assert "low" not in str(visit.value(levels.format(".index")))
    assert not visit.page.locator(".note.low").first.is_visible()
    visit.page.locator(".chip[data-level=low]").click()
    assert visit.page.locator("#shown").inner_text() == ""
    assert visit.page.locator(".note.low").first.is_visible()


def test_status_filters(reader: Reader) -> None:
    visit = reader.open(NOISY)
    visit.page.locator("#status").select_option("closed")
    assert visit.shown(".note") == ["note-10"]
    visit.page.locator("#status").select_option("open")
    assert "note-10" not in visit.shown(".note")
    assert len(visit.shown(".note")) == 9


def test_paths_filter_files_their_list_and_their_findings(reader: Reader) -> None:
    visit = reader.open(NOISY)
    visit.press("f")
    assert visit.focused() == "filter"
    visit.page.keyboard.type("Client")
    assert visit.shown(".file") == ["file-2"]
    assert visit.page.locator("nav li:visible").count() == 1
    assert visit.page.locator(".index li:visible").count() == 2
    assert visit.page.locator("#shown").inner_text() == "Showing 2 of 10 findings"
    visit.press("Escape")
    assert visit.focused("tagName") == "BODY"


def test_j_and_k_walk_the_findings(reader: Reader) -> None:
    visit = reader.open(NOISY)
    order = visit.value("[...document.querySelectorAll('.note')].map((note) => note.id)")
    assert isinstance(order, list)
    visit.press("j")
    assert visit.focused() == order[0]
    visit.press("j", "j")
    assert visit.focused() == order[2]
    visit.press("k")
    assert visit.focused() == order[1]
    visit.press("k", "k", "k")
    assert visit.focused() == order[0]
    assert visit.value("""(() => { const box = document.activeElement.getBoundingClientRect();
        return box.top >= 0 && box.bottom <= innerHeight; })()""")


def test_walking_passes_over_what_is_filtered_and_opens_what_is_folded(reader: Reader) -> None:
    visit = reader.open(NOISY)
    visit.value("document.querySelectorAll('.file').forEach((box) => (box.open = false))")
    visit.page.locator("#status").select_option("closed")
    visit.value("document.activeElement.blur()")
    visit.press("j")
    assert visit.focused() == "note-10"
    assert visit.page.locator("#file-2").get_attribute("open") is not None


def test_k_begins_at_the_end(reader: Reader) -> None:
    visit = reader.open(NOISY)
    visit.press("k")
    assert visit.value("document.activeElement === [...document.querySelectorAll('.note')].at(-1)")


def test_n_and_p_walk_the_files(reader: Reader) -> None:
    visit = reader.open(NOISY)
    visit.press("n", "n")
    assert visit.focused("parentElement.id") == "file-2"
    visit.press("p")
    assert visit.focused("parentElement.id") == "file-1"


def test_keys_do_nothing_while_typing_or_with_a_modifier(reader: Reader) -> None:
    visit = reader.open(NOISY)
    visit.press("Control+j", "Alt+n", "Meta+t")
    assert visit.focused("tagName") == "BODY"
    visit.press("f", "j", "k", "t")
    assert visit.focused("value") == "jkt"
    assert visit.value("document.documentElement.dataset.theme") is None


def test_links_lead_to_notes_and_open_their_file(reader: Reader) -> None:
    visit = reader.open(NOISY)
    visit.value("document.querySelector('#file-3').open = false")
    visit.page.locator(".index a").nth(1).click()
    assert visit.focused() == "note-2"
    assert visit.page.locator("#note-2").is_visible()
    assert visit.value("location.hash") == "#note-2"


def test_help_opens_and_closes(reader: Reader) -> None:
    visit = reader.open(NOISY)
    help_ = visit.page.locator("#shortcuts")
    visit.press("?")
    assert help_.is_visible()
    visit.press("j", "?", "t")
    assert visit.value("document.documentElement.dataset.theme") is None
    visit.press("Escape")
    assert not help_.is_visible()
    visit.page.locator("#help").click()
    visit.page.locator("#close").click()
    assert not help_.is_visible()


def test_light_and_dark(reader: Reader) -> None:
    visit = reader.open(NOISY)
    paper = "getComputedStyle(document.body).backgroundColor"
    light = visit.value(paper)
    visit.page.locator("#theme").click()
    dark = visit.value(paper)
    assert (light, dark) == ("rgb(248, 245, 239)", "rgb(20, 22, 26)")
    visit.press("t")
    assert visit.value(paper) == light
    visit.page.emulate_media(color_scheme="dark")
    assert visit.value(paper) == light


def test_the_system_decides_until_someone_does(reader: Reader) -> None:
    visit = reader.open(NOISY)
    visit.page.emulate_media(color_scheme="dark")
    assert visit.value("getComputedStyle(document.body).backgroundColor") == "rgb(20, 22, 26)"
    visit.press("t")
    assert visit.value("document.documentElement.dataset.theme") == "light"


CONTRAST = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const channels = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (node) => { for (let at = node; at; at = at.parentElement) {
    const color = channels(getComputedStyle(at).backgroundColor);
    if (color[3] === 255) return color; } return [255, 255, 255]; };
  const poor = new Set();
  for (const node of document.querySelectorAll('body *')) {
    if (!node.checkVisibility() || ![...node.childNodes].some((c) => c.nodeType === 3 && c.data.trim()))
      continue;
    const [a, b] = [light(channels(getComputedStyle(node).color)), light(behind(node))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.add(`${node.tagName}.${node.className} ${ratio.toFixed(2)}`);
  }
  return [...poor];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sample", [NOISY, BLIND, CLEAN, ROUNDS["mixed"]])
def test_every_text_has_enough_contrast(reader: Reader, sample: Sample, scheme: str) -> None:
    visit = reader.open(sample)
    visit.value(f"document.documentElement.dataset.theme = '{scheme}'")
    with_open_folds(visit)
    assert visit.value(CONTRAST) == []


def test_focus_can_be_seen(reader: Reader) -> None:
    visit = reader.open(NOISY)
    for _ in range(4):
        visit.press("Tab")
        assert visit.value("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def attacked() -> Sample:
    """A review with a file and a finding for each attack, and all of them in its own words."""
    everything = " ".join(ATTACKS)
    files = tuple(
        ChangedFile(
            path=f"src/{attack}.py",
            status=FileStatus.ADDED,
            hunks=(Hunk(0, 0, 1, 1, (f"+{attack}",), attack),),
        )
        for attack in ATTACKS
    )
    bad = HOSTILE.document.findings[0]
    findings = tuple(
        replace(
            bad,
            title=attack,
            failure_mode=attack,
            mitigation=attack,
            details=attack,
            slug=attack,
            number=attack,
            evidence=(replace(bad.evidence[0], path=file.path, text=attack, start=1, end=1),),
        )
        for attack, file in zip(ATTACKS, files, strict=True)
    )
    subject = replace(
        HOSTILE.document.subject, title=everything, target=everything, notices=ATTACKS
    )
    return Sample(
        replace(HOSTILE.document, subject=subject, findings=findings),
        replace(HOSTILE.change, files=files),
    )


def test_hostile_text_does_nothing(reader: Reader) -> None:
    visit = reader.open(attacked())
    with_open_folds(visit)
    for note in visit.page.locator(".note h4").all():
        note.hover()
    visit.press(*"jn" * len(ATTACKS))
    assert visit.value("window.hit") is None
    assert visit.page.locator("script").count() == 1
    assert visit.page.locator("style").count() == 1
    assert visit.page.locator("body iframe, body img, body svg, body base, body link").count() == 0
    shown = visit.page.locator(".note h4").all_text_contents()
    assert sorted(shown) == sorted(attack.strip("`") for attack in ATTACKS)


def test_a_page_of_the_largest_size_stays_usable(reader: Reader) -> None:
    lines = tuple(f"+    value_{n} = compute({n})" for n in range(400))
    files = tuple(
        ChangedFile(
            path=f"src/module_{n}.py", status=FileStatus.ADDED, hunks=(Hunk(0, 0, 1, 400, lines),)
        )
        for n in range(60)
    )
    change = replace(NOISY.change, files=(*NOISY.change.files, *files))
    visit = reader.open(Sample(NOISY.document, change))
    assert visit.page.locator(".lines code").count() == 20_000
    assert "diff lines" in visit.page.locator(".changes > .absent").inner_text()
    visit.press("f")
    visit.page.keyboard.type("module_7.py")
    assert visit.page.locator(".file:visible").count() == 1


def test_it_prints_with_notes_below_their_lines_and_everything_unfolded(reader: Reader) -> None:
    visit = reader.open(NOISY)
    visit.value("dispatchEvent(new Event('beforeprint'))")
    visit.page.emulate_media(media="print")
    assert visit.page.locator("details.record:not([open])").count() == 0
    assert not visit.page.locator("nav").is_visible()
    assert visit.value("getComputedStyle(document.querySelector('.note')).position") == "static"
    visit.value("dispatchEvent(new Event('afterprint'))")
    assert visit.page.locator("details.record[open]").count() == 0
