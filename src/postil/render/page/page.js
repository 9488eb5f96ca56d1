"use strict";
(() => {
  const root = document.documentElement;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (id) => document.getElementById(id);
  root.classList.add("js");

  // Some browsers refuse storage to pages opened from disk; the choice then lasts for this visit.
  const remembered = (value) => {
    try {
      if (value) localStorage.setItem("postil-theme", value);
      return localStorage.getItem("postil-theme");
    } catch {
      return null;
    }
  };
  const start = remembered();
  if (start === "dark" || start === "light") root.dataset.theme = start;
  const switchTheme = () => {
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    remembered(root.dataset.theme);
  };

  const notes = all(".note");

  // On wide screens a note floats beside its line, pushed down only by the note above it, so
  // that the code stays in one piece. Without this script the code parts to make room.
  const GAP = 10;
  const floatNotes = () => {
    for (const hunk of all(".annotated[open] .hunk")) {
      hunk.classList.add("floating");
      const top = hunk.getBoundingClientRect().top;
      let free = GAP;
      for (const note of hunk.querySelectorAll(".note:not([hidden])")) {
        const at = Math.max(free, note.closest(".noted").getBoundingClientRect().top - top);
        note.style.setProperty("--at", `${at}px`);
        free = at + note.offsetHeight + GAP;
      }
      hunk.style.setProperty("--floor", `${free}px`);
    }
  };
  const entries = new Map(all(".index > li").map((row) => [row.dataset.note, row]));
  const files = all(".file");
  const rows = new Map(all("nav li").map((row) => [row.dataset.file, row]));
  const chips = all(".chip");
  const pathBox = one("filter");
  const statusBox = one("status");

  const apply = () => {
    const levels = new Set(chips.filter((chip) => chip.ariaPressed === "true").map((chip) => chip.dataset.level));
    const wanted = pathBox.value.trim().toLowerCase();
    const matches = (file) => file.dataset.path.toLowerCase().includes(wanted);
    for (const file of files) {
      file.hidden = !matches(file);
      rows.get(file.id).hidden = file.hidden;
    }
    let shown = 0;
    for (const note of notes) {
      const fits = levels.has(note.dataset.level) && (!statusBox.value || statusBox.value === note.dataset.status);
      note.hidden = !fits;
      const visible = fits && !note.closest(".file").hidden;
      entries.get(note.id).hidden = !visible;
      shown += visible;
    }
    floatNotes();
    one("shown").textContent = shown === notes.length ? "" : `Showing ${shown} of ${notes.length} findings`;
  };

  const reveal = (target) => {
    for (let box = target.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    target.scrollIntoView({ block: target.matches(".note") ? "center" : "start" });
    (target.querySelector(":scope > summary") ?? target).focus({ preventScroll: true });
  };

  // The next one after the focus, or the first one; stops at the ends instead of wrapping.
  const step = (targets, by) => {
    const seen = targets.filter((target) => !target.hidden && !target.closest("[hidden]"));
    const here = seen.findIndex((target) => target.contains(document.activeElement));
    const next = here < 0 ? (by > 0 ? 0 : seen.length - 1) : here + by;
    if (seen[next]) reveal(seen[next]);
  };

  const help = one("shortcuts");
  const keys = {
    j: () => step(notes, 1),
    k: () => step(notes, -1),
    n: () => step(files, 1),
    p: () => step(files, -1),
    f: () => pathBox?.focus(),
    t: switchTheme,
    "?": () => help.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (event.target.matches("input, select")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#note-"], a[href^="#file-"]');
    const target = link && one(link.hash.slice(1));
    if (!target) return;
    event.preventDefault();
    history.replaceState(null, "", link.hash);
    reveal(target);
  });
  for (const chip of chips) {
    chip.addEventListener("click", () => {
      chip.ariaPressed = chip.ariaPressed === "true" ? "false" : "true";
      apply();
    });
  }
  pathBox?.addEventListener("input", apply);
  statusBox?.addEventListener("change", apply);
  one("theme").addEventListener("click", switchTheme);
  one("help").addEventListener("click", keys["?"]);
  one("close").addEventListener("click", () => help.close());

  document.addEventListener("toggle", floatNotes, true);
  addEventListener("resize", floatNotes);
  floatNotes();

  const folded = all("details.record, details.more");
  addEventListener("beforeprint", () => folded.forEach((box) => (box.open = true)));
  addEventListener("afterprint", () => folded.forEach((box) => (box.open = false)));
})();
