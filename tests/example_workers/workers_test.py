"""Sends the harness's requests to the complete worker of scripts/examples. Each world tests one property."""

import json
import math
import re

import pytest

from asking import EXAMPLE, Worker

SQUARE = [(0, 0), (8, 0), (8, 8), (0, 8)]
HOLE = [(2, 2), (2, 6), (6, 6), (6, 2)]


def world(*rings, walls=(), **more):
    """The content of a world file. Outlines must be counter-clockwise and holes clockwise."""
    def area(points):
        return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1]))
    return {"fairway_world": 1, "unit_cells": False,
            "rings": [{"outline": area(r) > 0, "points": [list(p) for p in r]} for r in rings],
            "walls": [list(w) for w in walls], **more}


def scaled(text, factor):
    return {**text, "rings": [{**r, "points": [[x * factor, y * factor] for x, y in r["points"]]}
                              for r in text["rings"]],
            "walls": [[v * factor for v in w] for w in text["walls"]]}


def length(path):
    return sum(math.dist(p, q) for p, q in zip(path, path[1:]))


@pytest.fixture
def worker(tmp_path):
    started = Worker(tmp_path, EXAMPLE)
    yield started
    started.end()


def test_sight_is_a_straight_path(worker):
    text = world(SQUARE)
    worker.begin(text)
    assert worker.path(text, 1, 1, 7, 6.5) == [[1, 1], [7, 6.5]]


def test_a_hole_is_gone_round(worker):
    text = world(SQUARE, HOLE)
    worker.begin(text)
    reply = worker.answer(1, 4, 7, 4)
    assert reply["expanded"] > 0 and reply["generated"] >= reply["expanded"]
    assert len(reply["raw"]) > len(reply["path"])
    assert 2 * math.dist((1, 4), (2, 6)) + 4 < length(worker.path(text, 1, 4, 7, 4)) < 12


def test_a_wall_of_no_width_is_gone_round_at_its_free_end(worker):
    text = world(SQUARE, walls=[(4, 0, 4, 5), (1, 6, 2, 6)])
    worker.begin(text)
    assert length(worker.path(text, 3, 1, 5, 1)) > 2 * math.dist((3, 1), (4, 5))
    assert length(worker.path(text, 1.5, 5.75, 1.5, 6.25)) > 1


def test_walls_of_no_width_that_close_a_room_close_it(worker):
    room = [(2, 2, 2, 6), (2, 6, 6, 6), (6, 6, 6, 2), (6, 2, 2, 2)]
    text = world(SQUARE, walls=room)
    worker.begin(text)
    assert worker.status(4, 4, 7, 4) == "no_path"
    worker.path(text, 3, 3, 5, 5)
    worker.path(text, 2, 4, 6, 4)  # both ends are on walls of the room
    worker.path(text, 2, 4, 7, 4)


def test_nothing_squeezes_through_a_pinch_but_may_end_in_it(worker):
    text = world([(0, 0), (4, 0), (4, 4), (0, 4)], [(4, 4), (8, 4), (8, 8), (4, 8)])
    worker.begin(text)
    assert worker.status(2, 2, 6, 6) == "no_path"
    assert worker.status(4, 3, 4, 5) == "no_path"
    worker.path(text, 4, 4, 6, 6)
    worker.path(text, 2, 2, 4, 4)


def test_holes_that_touch_are_gone_round(worker):
    text = world(SQUARE, [(2, 2), (2, 4), (4, 4), (4, 2)], [(4, 4), (4, 6), (6, 6), (6, 4)])
    worker.begin(text)
    assert length(worker.path(text, 3.5, 4.5, 4.5, 3.5)) > 4


def test_islands_are_worlds_of_their_own(worker):
    island = [(3, 3), (5, 3), (5, 5), (3, 5)]
    text = world(SQUARE, HOLE, island)
    worker.begin(text)
    assert worker.status(1, 1, 4, 4) == "no_path"
    worker.path(text, 3.5, 3.5, 4.5, 4.5)
    assert worker.status(2.5, 4, 1, 1) == "start_blocked"


def test_ends_outside_are_blocked_and_the_border_is_free(worker):
    text = world(SQUARE, HOLE)
    worker.begin(text)
    assert worker.status(4, 4, 1, 1) == "start_blocked"
    assert worker.status(1, 1, 4, 4) == "goal_blocked"
    assert worker.status(9, 9, 4, 4) == "start_blocked"
    assert worker.status(math.nextafter(8, 9), 1, 1, 1) == "start_blocked"
    assert worker.status(1, 1, 1, -5e-324) == "goal_blocked"
    assert worker.status(math.nextafter(2, 3), 3, 1, 1) == "start_blocked"
    for end in ((8, 1), (1, 0), (0, 0), (8, 8), (2, 3), (2, 2), (6, 6)):
        worker.path(text, *end, 1, 7)
        worker.path(text, 1, 7, *end)


# Regression: the worker used the sign of a rounded determinant. The point (1, 1/3) should be on the border from (0, 0)
# to (3, 1). But 1/3 as a double is 2e-17 too small, so the point is blocked.
def test_a_slanted_border_is_decided_exactly(worker):
    text = world([(0, 0), (3, 1), (0, 4)])
    worker.begin(text)
    third = 1 / 3
    assert worker.status(1, third, 0.5, 1) == "start_blocked"
    worker.path(text, 1, math.nextafter(third, 1), 0.5, 1)
    worker.path(text, 1.5, 0.5, 0.5, 1)
    worker.path(text, 0.75, 0.25, 2.25, 0.75)


def test_from_border_to_border_nothing_leads_through_a_hole(worker):
    text = world(SQUARE, HOLE)
    worker.begin(text)
    for query in ((2, 4, 6, 4), (2, 2, 6, 6), (2, 6, 6, 2), (2, 3, 3, 2), (2, 3, 2, 5), (0, 0, 8, 0)):
        path = worker.path(text, *query)
        assert length(path) >= math.dist(query[:2], query[2:])


def test_walls_may_be_left_from_either_side(worker):
    text = world(SQUARE, walls=[(4, 0, 4, 5)])
    worker.begin(text)
    for x in (3, 5):
        worker.path(text, 4, 2, x, 1)
        worker.path(text, x, 1, 4, 5)
    worker.path(text, 4, 0, 4, 5)


def test_a_path_to_its_own_start_has_no_length(worker):
    text = world(SQUARE, HOLE, walls=[(1, 1, 1, 7)])
    worker.begin(text)
    for x, y in ((0.5, 0.5), (8, 8), (2, 3), (1, 4), (1, 1)):
        reply = worker.answer(x, y, x, y)
        assert reply["status"] == "found" and {*map(tuple, reply["path"])} == {(x, y)}
    assert worker.status(4, 4, 4, 4) == "start_blocked"


@pytest.mark.parametrize("factor", [2.0**-220, 1e-69, 0.1, 1e69 / 8, 2.0**225])
def test_worlds_of_any_size(worker, factor):
    text = scaled(world(SQUARE, HOLE, walls=[(1, 4, 2, 4)]), factor)
    worker.begin(text)
    path = worker.path(text, 1.5 * factor, 3 * factor, 7 * factor, 4 * factor)
    assert len(path) > 2
    worker.path(text, *(v * factor for v in (2, 4, 6, 4)))
    assert worker.status(4 * factor, 4 * factor, 0.5 * factor, factor) == "start_blocked"


def test_coordinates_that_no_path_may_have_are_outside(worker):
    worker.begin(world([(-1, -1), (1, -1), (1, 1), (-1, 1)]))
    assert worker.status(1e-300, 0.5, 0, 0) == "start_blocked"
    assert worker.status(0, 0, 0.5, -1e-71) == "goal_blocked"
    assert worker.status(1e308, -1e308, 0, 0) == "start_blocked"
    assert worker.status(1e-70, 0, 0, 1) == "found"


# Regression: the worker assumed that its lattice points are distinct. Few doubles lie between the walls of this world.
def test_a_small_world_far_from_the_origin(worker):
    far = 2.0**50
    text = world([(far + x, far + y) for x, y in SQUARE], [(far + x, far + y) for x, y in HOLE])
    worker.begin(text)
    worker.path(text, far + 1, far + 4, far + 7, far + 4)


def test_a_world_that_is_a_needle(worker):
    text = world([(0, 0), (1e70, 0), (1e70, 1e-70)])
    assert worker.load(text) == {"reply": "load"}
    assert worker.build()["status"] == "built"
    assert worker.status(1e70, 0, 1e70, 1e-70) in ("found", "no_path")


def test_terrain_is_unsupported(worker):
    text = world([(0, 0), (1, 0), (1, 1), (0, 1)], terrain={"costs": [[2]]},
                 cells={"width": 1, "height": 1, "legend": {".": 1}, "rows": ["."]})
    worker.load(text)
    reply = worker.build()
    assert reply["status"] == "unsupported" and "terrain" in reply["message"]


def test_a_world_with_too_many_points_is_unsupported(worker):
    worker.load(world(SQUARE))
    reply = worker.build(cell_size=0.001)
    assert reply["status"] == "unsupported" and "more than 2000000 points" in reply["message"]


def test_the_same_answers_every_time(worker):
    text = world(SQUARE, HOLE, walls=[(1, 4, 2, 4)])
    queries = [(0.5, 0.5, 7, 7), (0, 3, 6, 4), (1, 4, 7, 5), (7, 7, 0.5, 0.5)]
    paths = []
    for _ in range(2):
        worker.begin(text)
        paths += [[worker.path(text, *q) for q in queries] for _ in range(2)]
    assert paths.count(paths[0]) == 4


def test_a_batch_is_answered_line_by_line(worker):
    text = world(SQUARE, HOLE)
    worker.begin(text)
    request = {"request": "answer", "queries": [[1, 4, 7, 4], [4, 4, 1, 1], [1, 1, 1, 2]]}
    first = worker.tell(json.dumps(request))
    rest = [json.loads(worker.process.stdout.readline()) for _ in range(2)]
    assert [r["status"] for r in (first, *rest)] == ["found", "start_blocked", "found"]
    assert "raw" not in first and first["path"] == worker.path(text, 1, 4, 7, 4)


def test_options_are_checked(worker):
    standard = worker.begin(world(SQUARE))["vertices"]
    for options in ({"cell_size": 0}, {"cell_size": "1"}, {"cell": 1}):
        reply = worker.build(**options)
        assert reply["status"] == "error" and [*options][0] in reply["message"]
        assert worker.ask("answer", queries=[[1, 1, 2, 2]])["reply"] == "error"
    assert worker.build(cell_size=0.25)["vertices"] != standard
    assert worker.status(1, 1, 7, 7) == "found"


@pytest.mark.parametrize("line", [
    "", "no JSON", "[]", "3", "{}", '{"request":"sing"}', '{"request":3}', '{"request":"load"}',
    '{"request":"load","file":"/nowhere"}', '{"request":"build"}', '{"request":"answer"}',
    '{"request":"build","method":{"options":3}}', '{"request":"answer","queries":3}',
    '{"request":"answer","queries":[[1,2,3]]}', '{"request":"answer","queries":[[1,2,3,"4"]]}',
    '{"request":"answer","queries":[[1,2,3,NaN]]}', '{"request":"answer","queries":[[1,2,3,1e999]]}',
    '{"request":"draw"}', '{"request":"draw","box":[0,0,1],"centre":[0,0],"limit":1}',
    pytest.param('{"request":"answer","queries":' + "[" * 100_000, id="100,000 brackets")])
def test_a_bad_request_costs_itself_alone(worker, line):
    text = world(SQUARE)
    for begin in (lambda: None, lambda: worker.begin(text)):
        begin()
        reply = worker.tell(line)
        assert "error" in (reply["reply"], reply.get("status")) and reply["message"]
    worker.begin(text)
    assert worker.status(1, 1, 7, 7) == "found"


@pytest.mark.parametrize("text", [
    "", "[]", "3", "{}", '{"fairway_world":2,"rings":[]}', '{"fairway_world":1}',
    '{"fairway_world":1,"rings":[]}', '{"fairway_world":1,"rings":[{"points":[[0,0],[1]]}]}',
    '{"fairway_world":1,"rings":[{"outline":true,"points":[[0,0],[1,0],["a",1]]}]}'])
def test_what_is_no_world_is_refused(worker, text):
    worker.begin(world(SQUARE))
    worker.file.write_text(text)
    assert worker.ask("load", file=str(worker.file))["reply"] == "error"
    assert worker.build()["reply"] == "error"  # a failed load removes the loaded world
    worker.begin(world(SQUARE))
    assert worker.status(1, 1, 7, 7) == "found"


def test_links_are_drawn_up_to_a_limit(worker):
    text = world(SQUARE, HOLE)
    edges = worker.begin(text)["edges"]
    drawn = worker.ask("draw", box=[0, 0, 8, 8], centre=[1, 1], limit=10**6)
    assert drawn["kind"] == "edges" and drawn["total"] == edges == len(drawn["segments"])
    assert drawn["window"] == [0, 0, 8, 8]
    some = worker.ask("draw", box=[0, 0, 8, 8], centre=[1, 1], limit=100)
    assert some["total"] == edges and 20 < len(some["segments"]) <= 100
    assert all(segment in drawn["segments"] for segment in some["segments"])
    low_x, low_y, high_x, high_y = some["window"]
    assert 0 < low_x < 1 < high_x < 2 and 0 < low_y < 1 < high_y < 2
    for limit in (0, 1):
        assert len(worker.ask("draw", box=[0, 0, 8, 8], centre=[1, 1], limit=limit)["segments"]) <= limit


def test_the_program_imports_the_standard_library_alone():
    text = EXAMPLE.read_text(encoding="utf-8")
    imported = set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE))
    assert imported == {"fractions", "heapq", "json", "math", "sys", "time"}
