"""Tests scripts/raster_twins.py on small worlds. ctest passes the program in FAIRWAY_PROGRAM."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "raster_twins.py"
SPEC = importlib.util.spec_from_file_location("raster_twins", SCRIPT)
raster_twins = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(raster_twins)

SQUARE = [[0, 0], [8, 0], [8, 8], [0, 8]]


def edges(*rings):
    return raster_twins.edges_of({"rings": [{"points": ring} for ring in rings], "walls": []})


def drawn(rings, side, whole):
    pixels, _ = raster_twins.rasterise(edges(*rings), side, whole)
    return ["".join("." if p == raster_twins.FREE else "@" for p in row) for row in pixels]


@pytest.mark.parametrize("whole", [False, True])
def test_borders_along_pixels_are_stored_exactly(whole):
    assert drawn([SQUARE, [[2, 4], [4, 4], [4, 8], [2, 8]]], 4, whole) == [".@..", ".@..", "....", "...."]
    assert raster_twins.rasterise(edges(SQUARE), 4, whole)[1] == 2


def test_a_pixel_is_free_by_its_centre_or_as_a_whole():
    slope = [[[0, 0], [4, 0], [4, 1], [0, 3.2]]]
    assert drawn(slope, 4, False) == ["@@@@", ".@@@", "...@", "...."]
    assert drawn(slope, 4, True) == ["@@@@", "@@@@", "..@@", "...."]
    slit = [SQUARE, [[0.5, 3.2], [7.5, 3.2], [7.5, 3.4], [0.5, 3.4]]]
    assert drawn(slit, 8, False) == ["........"] * 8
    assert drawn(slit, 8, True) == ["........"] * 4 + ["@@@@@@@@"] + ["........"] * 3


def test_walls_of_zero_width_are_refused():
    with pytest.raises(SystemExit, match="walls of zero width"):
        raster_twins.edges_of({"rings": [], "walls": [[0, 0, 1, 1]]})


def test_the_twin_is_read_in_the_same_coordinates(tmp_path):
    rings = [[[x - 3, y + 5] for x, y in ring] for ring in (SQUARE, [[1, 1], [2, 1], [2, 7], [1, 7]])]
    file, pixel = raster_twins.write_ros_map(tmp_path, "twin", edges(*rings), 8, False)
    assert pixel == 1
    subprocess.run([os.environ["FAIRWAY_PROGRAM"], "convert", file, "--out", tmp_path / "twin.world"], check=True)
    world = json.loads((tmp_path / "twin.world").read_text(encoding="utf-8"))
    assert [sorted(ring["points"]) for ring in world["rings"]] == [sorted(ring) for ring in rings]


def test_only_free_centres_make_paths_shorter(tmp_path):
    world = tmp_path / "slit.geojson"
    world.write_text(json.dumps([SQUARE, [[0.5, 3.2], [7.5, 3.2], [7.5, 3.4], [0.5, 3.4]]]), encoding="utf-8")
    rows = {whole: list(raster_twins.measure(os.environ["FAIRWAY_PROGRAM"], world, [8, 80], whole, 40, 1, tmp_path))
            for whole in (False, True)}
    for side, row in zip(("8", "80"), rows[False]):
        assert row[0] == side and row[2:4] == ["0", "0"]
    coarse, fine = rows[False]
    assert int(coarse[-1]) > 0 and coarse[6].startswith("-")  # the slit lies between cell centres
    assert fine[4:] == ["0.00 %", "0.00 %", "0.00 %", "0"]  # the sides of the slit are sides of cells
    assert [row[-1] for row in rows[True]] == ["0", "0"]
    assert int(rows[True][0][3]) > 0  # a wall divides the world


def test_a_row_counts_the_outcomes_of_the_queries():
    row = raster_twins.row_of(64, 0.25, [10.0] * 5, [11.0, 9.0, 10.0, "no_path", "goal_blocked"])
    assert row == ["64", "0.25", "1", "1", "0.00 %", "10.00 %", "-10.00 %", "1"]
    assert raster_twins.row_of(8, 2, [1.0], ["start_blocked"]) == ["8", "2", "1", "0", "", "", "", ""]


def test_images_are_grey_png(tmp_path):
    rings = [SQUARE, [[2, 2], [2, 6], [6, 6], [6, 2]]]
    raster_twins.write_ros_map(tmp_path, "twin", edges(*rings), 8, False)
    image = Image.open(tmp_path / "twin.png")
    assert image.format == "PNG" and image.mode == "L"
    assert np.array_equal(np.asarray(image), raster_twins.rasterise(edges(*rings), 8, False)[0])


# Regression: each of these command lines ended with a traceback.
@pytest.mark.parametrize("arguments, said", [
    (["--fairway", "/nowhere"], "--fairway: there is no program /nowhere"), (["--sides", "abc"], "--sides: invalid"),
    (["--sides", "0"], "0, expected a whole number from 1"), (["--sides", "8,1000000"], "1000000, expected a whole number from 1"),
    (["--queries", "0"], "--queries: 0, expected a whole number from 1"),
])
def test_bad_command_lines_are_refused(monkeypatch, capsys, arguments, said):
    monkeypatch.setattr(sys, "argv", ["raster_twins.py", "none.world", "--fairway", sys.executable, *arguments])
    with pytest.raises(SystemExit) as ended:
        raster_twins.main()
    assert ended.value.code == 2 and said in capsys.readouterr().err
