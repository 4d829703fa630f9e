"""Tests figures/style.py: colours, markers and lines distinguish all methods, even methods of unlisted representations."""

import itertools
import pathlib
import sys

import numpy as np
import pandas as pd
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

from fairway_results.figures import style  # noqa: E402

# Each matrix maps linear RGB to the colour that is seen without one kind of cone. Source: G. Machado, M. Oliveira, L. Fernandes, "A
# physiologically-based model for simulation of color vision deficiency", TVCG 15 (2009), severity 1.
VISIONS = {
    "normal": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                   [0.0193339, 0.1191920, 0.9503041]])
WHITE = [0.95047, 1, 1.08883]


def lab(colour, vision):
    """A colour in CIE L*a*b*, in which Euclidean distances approximate perceived differences."""
    rgb = np.array(style.to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(np.array(VISIONS[vision]) @ linear, 0, 1) / WHITE
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("vision", VISIONS)
def test_colours_can_be_distinguished(vision):
    colours = [*style.FAMILY_COLOURS.values(), *style.OTHER_COLOURS]
    for a, b in itertools.combinations(colours, 2):
        assert np.linalg.norm(lab(a, vision) - lab(b, vision)) > 15, (a, b)
    for colour in colours:
        assert lab(colour, vision)[0] < 85, f"{colour} is lost on white"


def styles_of(*representations):
    methods = pd.DataFrame({"name": [f"m{i}" for i in range(len(representations))],
                            "family": representations})
    return style.MethodStyles(methods)


def test_unlisted_representations_have_their_own_colours():
    names = ["grid", "ring", "quadtree", "my-grid", "star", "sky"]
    styles = styles_of(*names)
    assert len({styles.colour(m) for m in range(len(names))}) == len(names)
    assert styles.colour(0) == style.FAMILY_COLOURS["grid"]


def test_markers_and_lines_distinguish_methods_beyond_the_colours():
    styles = styles_of(*[f"r{i // 2}" for i in range(24)])
    looks = {(styles.colour(m), styles.marker(m)) for m in range(24)}
    assert len(looks) == 24
    assert len({(styles.colour(m), str(styles.line(m))) for m in range(24)}) == 24
    assert all(styles.colour(2 * i) == styles.colour(2 * i + 1) for i in range(12))
