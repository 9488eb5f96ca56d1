"""Where a bare word of Ruby is asked of the module whose own method went, and where of another."""

from __future__ import annotations

import pytest

from fakes.stale import told

METHOD = "  def self.warm_caption(text)\n    text\n  end\n"


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("module Lamps\n  warm_caption 1\nend\n", 2),
        ("module Lamps\n  extend Talk\n  %w[a b].each do |one|\n    warm_caption one\n  end\nend\n", 4),
        ("module Lamps\n  extend Talk\n  loop do\n    warm_caption 1\n  end\nend\n", 4),
        ("module Lamps\n  phrase :a do\n    warm_caption 1\n  end\nend\n", 3),
        ("module Lamps\n  extend Talk\n  phrase(:a) { |one|\n    warm_caption one\n  }\nend\n", 0),
        ("class Lamps < Talk\n  told = phrase :a do\n    warm_caption 1\n  end\nend\n", 0),
        ("module Lamps\n  extend Talk\n  def self.phrase(one) = yield\n  phrase 1 do\n    warm_caption 1\n  end\nend\n", 5),
        ("module Lamps\n  extend Talk\n  class << self\n    def lit\n      warm_caption 1\n    end\n  end\nend\n", 5),
        ("module Lamps\n  def Lamps.lit\n    warm_caption 1\n  end\nend\n", 3),
        ("module Lamps\n  def lit = warm_caption(1)\nend\n", 0),
        ("module Lamps\n  module_function\n\n  def lit\n    warm_caption 1\n  end\nend\n", 5),
        ("module Lamps\n  def lit\n    self.warm_caption(1)\n  end\nend\n", 0),
        ("module Lamps\n  def self.lit\n    self.warm_caption(1)\n  end\nend\n", 3),
        ("module Lamps\n  Wick = Struct.new(:a) do\n    warm_caption 1\n  end\nend\n", 0),
        ("module Lamps\n  Wick.class_eval do\n    warm_caption 1\n  end\nend\n", 0),
        ("Lamps = Module.new\nmodule Lamps\nextend Talk\nwarm_caption 1\nend\n", 4),
    ],
)  # fmt: skip
def test_a_bare_word_is_asked_of_the_module_itself(head: str, line: int) -> None:
    opening = next(one for one in head.split("\n") if one.startswith(("module", "class")))
    base = head.replace(opening, f"{opening}\n{METHOD}", 1)
    assert told({"lib/lamps.rb": (base, head)}) == ([f"lib/lamps.rb:{line} high"] if line else [])


def test_what_a_value_has_is_asked_of_the_value() -> None:
    head = "class Lamp\n  def lit\n    warm_caption 1\n  end\nend\n"
    method = METHOD.replace("self.", "")
    base = head.replace("class Lamp\n", f"class Lamp\n{method}")
    assert told({"lib/lamp.rb": (base, head)}) == ["lib/lamp.rb:3 high"]
