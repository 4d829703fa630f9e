"""scripts/make_coastline.py on a made-up coast. It needs shapely, which Fairway itself does not."""

import importlib.util
import json
import math
import pathlib

import pytest

shapely_geometry = pytest.importorskip("shapely.geometry")

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "make_coastline.py"
SPEC = importlib.util.spec_from_file_location("make_coastline", SCRIPT)
make_coastline = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(make_coastline)


def topology():
    """In tenths of a degree from (10, 40): two islands, and a mainland of two arcs in the east, one
    of them used backwards. A bay in the mainland is cut off by the window 10..12 x 40..42."""
    return {
        "type": "Topology",
        "transform": {"scale": [0.1, 0.1], "translate": [10, 40]},
        "arcs": [
            [[5, 5], [3, 0], [0, 3], [-3, 0], [0, -3]],
            [[5, 12], [1, 0], [0, 1], [-1, 0], [0, -1]],
            [[15, -5], [0, 30], [10, 0]],
            [[15, -5], [10, 0], [0, 14], [-7, 0], [0, 2], [7, 0], [0, 14]],
        ],
        "objects": {"land": {"type": "GeometryCollection", "geometries": [
            {"type": "MultiPolygon", "arcs": [[[0]], [[1]]]},
            {"type": "Polygon", "arcs": [[3, -3]]},
        ]}},
    }


def run(tmp_path, *more):
    source = tmp_path / "land.json"
    source.write_text(json.dumps(topology()), encoding="utf-8")
    out = tmp_path / "sea.geojson"
    make_coastline.main([str(source), "--window", "10", "40", "12", "42", "--name", "Nowhere",
                         "--out", str(out), *more])
    collection = json.loads(out.read_text(encoding="utf-8"))
    return collection["features"][0]["geometry"]["coordinates"]


def area(ring):
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, ring[1:]))) / 2


KM = math.radians(1) * 6371
SHRINK = math.cos(math.radians(41))


def test_sea_is_the_window_without_land(tmp_path):
    polygons = run(tmp_path)
    assert sorted(len(p) for p in polygons) == [1, 3]  # the bay; the sea with two islands
    sea, bay = sorted(polygons, key=len, reverse=True)
    assert area(sea[0]) == pytest.approx(1.5 * 2 * KM * KM * SHRINK, rel=1e-4)
    assert sorted(area(hole) for hole in sea[1:]) == pytest.approx(
        [0.01 * KM * KM * SHRINK, 0.09 * KM * KM * SHRINK], rel=1e-3)
    assert area(bay[0]) == pytest.approx(0.2 * 0.2 * KM * KM * SHRINK, rel=1e-3)
    assert min(p[0] for p in sea[0]) == 0 and min(p[1] for p in sea[0]) == 0
    assert all(ring[0] == ring[-1] for polygon in polygons for ring in polygon)


def test_small_islands_and_seas_are_left_out(tmp_path):
    polygons = run(tmp_path, "--least-island", "200", "--least-sea", "500")
    assert [len(p) for p in polygons] == [2]


def test_coordinates_are_rounded(tmp_path):
    points = [p for polygon in run(tmp_path, "--decimals", "1") for ring in polygon for p in ring]
    assert all(c == round(c, 1) for p in points for c in p)


def test_what_rounding_makes_invalid_is_refused():
    window = shapely_geometry.box(0, 0, 10, 10)
    # The island's corner lies above the slope of the mainland; rounded to (5, 5), it lies in it.
    mainland = shapely_geometry.Polygon([(0, 0), (9, 0), (9, 10)])
    island = shapely_geometry.Polygon([(4.6, 5.3), (4.6, 8), (2, 8)])
    land = shapely_geometry.MultiPolygon([mainland, island])
    with pytest.raises(ValueError, match="not valid after rounding"):
        make_coastline.make_sea(land, window, 0, 0, 0, 0)
    assert make_coastline.make_sea(land, window, 0, 0, 0, 1).is_valid
