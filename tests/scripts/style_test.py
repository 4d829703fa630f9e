"""Tests figures/style.py: colours, markers and lines distinguish all methods, and axes, legends and titles fit."""

import itertools
import pathlib
import sys
import types

import numpy as np
import pandas as pd
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

from fairway_results import text  # noqa: E402
from fairway_results.figures import FIGURES, style  # noqa: E402

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


@pytest.fixture
def column():
    """A figure as wide as a column, and its axes."""
    figure, axes = style.plt.subplots(figsize=(style.COLUMN, 2))
    yield figure, axes
    style.plt.close(figure)


# Regression: an axis of sizes from 80 KiB to 600 KiB had one label inside its limits, an axis from 9 KiB to 15 KiB none.
@pytest.mark.parametrize("words", [text.size, text.duration])
@pytest.mark.parametrize("most", [3, 6])
def test_logarithmic_axes_have_two_labels_inside_their_limits(column, words, most):
    axis = column[1].xaxis
    for low in np.geomspace(1, 1e9, 50):
        for ratio in (1.1, 1.5, 2.1, 4, 7.5, 100, 1e5):
            style.log_ticks(axis, low, low * ratio, words, most)
            labels = {words(at) for at in axis.get_majorticklocs() if low * 0.999 <= at <= low * ratio * 1.001}
            assert 2 <= len(labels) == len(axis.get_majorticklocs()) <= most, (low, ratio)


# Regression: an axis of gaps from 2 % to 9 % had the labels 0 % and 10 %.
@pytest.mark.parametrize("least, top", [(0.02, 0.09), (0.01, 0.01), (0.05, 0.05), (0.001, 0.2), (1e-7, 10)])
def test_axes_of_gaps_have_two_positive_labels(column, least, top):
    axes = column[1]
    style.gap_axis(axes, "y", [least], top, text.percent)
    assert 2 <= sum(0 < at <= axes.get_ylim()[1] for at in axes.yaxis.get_majorticklocs()) <= 5


# Regression: a legend with two columns of long names was wider than the figure, and its right side was cut.
@pytest.mark.parametrize("columns", [None, 2])
def test_a_legend_is_not_wider_than_its_figure(column, columns):
    figure, _ = column
    handles = [style.Line2D([], [], label=f"{letter * 24} (100 % zero)") for letter in "mnx"]
    assert style.legend(figure, handles, columns).get_window_extent().width <= figure.bbox.width


# Regression: the title of time-ecdf touched both edges of the figure.
@pytest.mark.parametrize("restricted", [{}, {"stratum": "radius 0.5", "sample": "probabilistic-roadmap", "host": "a host with a long name"}])
def test_titles_are_narrower_than_a_column(column, restricted):
    figure, _ = column
    for known in FIGURES:
        if not known.name.startswith(("by-", "pareto", "time-against-memory", "crossover")):  # these are as wide as a page
            style.title(figure, known.title, types.SimpleNamespace(**{"stratum": None, "sample": None, "host": None, **restricted}))
            assert figure._suptitle.get_window_extent().width < 0.97 * figure.bbox.width, known.title
