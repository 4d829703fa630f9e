"""The pictures in docs/images/diagrams were drawn from the current sources in docs/diagrams. Each picture names the hash of its source,
because another version of Graphviz may draw the picture differently."""

import hashlib
import re

from commands import ROOT

SOURCES = sorted((ROOT / "docs/diagrams").glob("*.dot"))
PICTURES = ROOT / "docs/images/diagrams"


def test_each_picture_is_of_its_present_source():
    assert len(SOURCES) >= 3
    for source in SOURCES:
        picture = (PICTURES / f"{source.stem}.svg").read_text(encoding="utf-8")
        drawn_from = re.search(r"<!-- source ([0-9a-f]{64}) -->\s*$", picture)
        assert drawn_from and drawn_from[1] == hashlib.sha256(source.read_bytes()).hexdigest(), \
            f"{source.name} has changed: run scripts/draw_diagrams.sh"


def test_each_picture_has_a_source_and_the_words_of_its_labels():
    assert {picture.stem for picture in PICTURES.iterdir()} == {source.stem for source in SOURCES}
    for source in SOURCES:
        picture = (PICTURES / f"{source.stem}.svg").read_text(encoding="utf-8")
        for label in re.findall(r'label="([^"]+)"', source.read_text(encoding="utf-8")):
            assert all(f">{line}<" in picture for line in label.split("\\n")), label
