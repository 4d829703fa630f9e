#!/usr/bin/python3
"""Flattens an SVG drawing to GeoJSON, whose shapes have a role: floor, obstacles or walls.

usage: fairway-svg DRAWING.svg [NAME=VALUE,...]...

fairway-gdal calls it for SVG drawings, and lays the shapes over each other. Standard error has lines
`note: SENTENCE`, and a message if the exit code is 1. The page docs/maps.md explains the options.
"""

import io
import json
import math
import re
import sys
from xml.etree import ElementTree

import svgelements as svg

OPTIONS = ("floor", "obstacles", "walls", "ignore", "tolerance", "scale")
MOST_PIECES = 100_000
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?!\d)"
GAP = r"[\s,]*"
NUMBERS = rf"{GAP}(?:{NUMBER}{GAP})*"
PATH = re.compile("|".join(
    rf"{command}{GAP}(?:{arguments})" for command, arguments in {
        "[Zz]": "", "[HhVv]": rf"(?:{NUMBER}{GAP})+", "[MmLlTt]": rf"(?:(?:{NUMBER}{GAP}){{2}})+",
        "[SsQq]": rf"(?:(?:{NUMBER}{GAP}){{4}})+", "[Cc]": rf"(?:(?:{NUMBER}{GAP}){{6}})+",
        "[Aa]": rf"(?:(?:{NUMBER}{GAP}){{3}}(?:[01]{GAP}){{2}}(?:{NUMBER}{GAP}){{2}})+"}.items()))
LENGTH = re.compile(rf"\s*{NUMBER}\s*(?:px|pt|pc|mm|cm|in|em|ex|rem|%)?\s*|\s*auto\s*")
TRANSFORM = re.compile(rf"(?:{GAP}(?:matrix|translate|scale|rotate|skew[XY])\s*\({GAP}(?:{NUMBER}[a-z%]*{GAP})+\))*{GAP}|none")
LENGTHS = {"rect": ("width", "height"), "circle": ("r",), "ellipse": ("rx", "ry")}
"""The lengths that an element must have. They are not negative."""


class Refused(Exception):
    """A fault, with a message for the user."""


def options_of(words):
    options = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in OPTIONS:
            raise Refused(f"option '{name}' of a map: expected an option of svg: {', '.join(OPTIONS)}")
        options[name] = value.split(",")
    for name in ("tolerance", "scale"):
        if name in options:
            try:
                options[name] = float(options[name][0])
            except ValueError:
                options[name] = math.nan
            if not 1e-12 <= options[name] <= 1e12:
                raise Refused(f"option '{name}' of a map: expected a number from 1e-12 to 1e12")
    return options


def selected(values, selectors, used):
    """Whether the attributes of an element match one of the selectors. Marks matching selectors as used."""
    names = {f"#{values.get('id')}", f"layer:{values.get('layer')}", values.get("tag")}
    names |= {f".{name}" for name in str(values.get("class", "")).split()}
    names |= {f"{key}:{values.get(key)}".lower() for key in ("fill", "stroke")}
    fitting = {selector for selector in selectors if selector in names or selector.lower() in names
               and selector.startswith(("fill:", "stroke:"))}
    used |= fitting
    return bool(fitting)


def pieces_of(segment, tolerance):
    """Returns the ends of the straight pieces that replace a segment. No piece is farther from the curve than the tolerance."""
    if isinstance(segment, svg.Arc):
        radius = max(abs(segment.rx), abs(segment.ry))
        step = 2 * math.acos(max(1 - tolerance / radius, 0)) if radius > 0 else math.pi
        count = math.ceil(abs(segment.sweep) / max(step, 1e-9))
    elif isinstance(segment, (svg.QuadraticBezier, svg.CubicBezier)):
        # Wang's bound on the distance between a Bezier curve of degree n and its straight pieces.
        points = [complex(p.x, p.y) for p in segment if p is not None]
        degree = len(points) - 1
        bend = max(abs(a - 2 * b + c) for a, b, c in zip(points, points[1:], points[2:]))
        count = math.ceil(math.sqrt(degree * (degree - 1) * bend / (8 * tolerance)))
    else:
        return [segment.end]
    if count > MOST_PIECES:
        raise Refused(f"a curve would become {count} pieces; expected at most {MOST_PIECES}: "
                      "set a larger tolerance")
    count = max(count, 1)
    return [segment.point(i / count) for i in range(1, count)] + [segment.end]


def lines_of(shape, tolerance):
    """Returns the subpaths of a shape as pairs: a list of points, and whether the subpath is closed."""
    lines = []
    for segment in svg.Path(shape).segments():
        if isinstance(segment, svg.Move):
            lines.append([[segment.end], False])
        elif isinstance(segment, svg.Close):
            lines[-1][1] = True
            if segment.end is not None:
                lines.append([[segment.end], False])
        else:
            lines[-1][0].extend(pieces_of(segment, tolerance))
    for points, _ in lines:
        # The parser rounds the ends of arcs. Close the subpath exactly if its ends are almost equal.
        if len(points) > 3 and abs(points[0] - points[-1]) < 1e-9 * tolerance:
            points.pop()
            points.append(points[0])
    return [line for line in lines if len(line[0]) > 1]


def expect_legal(tag, values):
    """Refuses malformed attributes of an element. The parser would leave out the element, or use other numbers."""
    def expect(is_legal, name, expected):
        if not is_legal:
            named = f" '{values['id']}'" if values.get("id") else ""
            raise Refused(f"element {tag}{named}: {name}='{str(values.get(name, ''))[:40]}'; expected {expected}")

    path = values.get("d", "") if tag == "path" else ""
    at = len(path) - len(path.lstrip())
    while at < len(path):
        found = PATH.match(path, at)
        expect(found, "d", f"a command with all its numbers at '{path[at:at + 20]}'")
        at = found.end()
    if tag in ("polygon", "polyline"):
        points = values.get("points", "")
        expect(re.fullmatch(NUMBERS, points) and len(re.findall(NUMBER, points)) % 2 == 0, "points", "pairs of numbers")
    for name in ("x", "y", "cx", "cy", "x1", "y1", "x2", "y2", "width", "height", "r", "rx", "ry"):
        if tag in ("rect", "circle", "ellipse", "line") and name in values:
            expect(LENGTH.fullmatch(values[name]), name, "a length")
    for name in LENGTHS.get(tag, ()):
        expect(values.get(name) and not values[name].strip().startswith("-"), name, "a length of 0 or more")
    expect(TRANSFORM.fullmatch(values.get("transform", "")), "transform", "functions such as rotate(45)")


def area_of(ring):
    return sum(a.x * b.y - b.x * a.y for a, b in zip(ring, ring[1:] + ring[:1])) / 2


def parsed(file):
    """Returns the root of a drawing in its own user units, and the four numbers of its viewBox or None."""
    with open(file, encoding="utf-8", errors="replace") as source:
        text = source.read()
    root = re.search(r"<svg\b[^>]*>", text)
    if root is None:
        raise Refused("there is no element 'svg'; expected an SVG drawing")
    stated = re.search(r"""\bviewBox\s*=\s*["']([^"']*)["']""", root[0])
    view = None
    if stated is not None:
        try:
            view = [float(number) for number in stated[1].replace(",", " ").split()]
        except ValueError:
            view = []
        if len(view) != 4 or not (view[2] > 0 and view[3] > 0) or not all(map(math.isfinite, view)):
            raise Refused(f"viewBox='{stated[1][:40]}'; expected x, y, width and height, the last "
                          "two above 0")
    for element in ElementTree.fromstring(text).iter():
        if isinstance(element.tag, str):
            expect_legal(element.tag.rpartition("}")[2], element.attrib)
    # Remove the size of the drawing, because the parser would scale the drawing to this size.
    plain = re.sub(r"""\s(viewBox|width|height)\s*=\s*("[^"]*"|'[^']*')""", "", root[0])
    text = text[:root.start()] + plain + text[root.end():]
    return svg.SVG.parse(io.StringIO(text), reify=True), view


class Drawing:
    def __init__(self, root, view, options):
        self.view = view
        self.options = options
        self.scale = options.get("scale", 1)
        self.features = []
        self.left_out = {}
        self.both_ways = 0
        self.used = set()
        shapes = []
        self.collect(root, [], shapes)
        for role in ("floor", "obstacles", "walls", "ignore"):
            for selector in options.get(role, ()):
                if selector not in self.used:
                    raise Refused(f"option '{role}' of a map: '{selector}' selects nothing; expected "
                                  "#ID, .CLASS, layer:NAME, fill:COLOUR, stroke:COLOUR or an element")
        box = self.box_of(shapes)
        longer = max(box[2] - box[0], box[3] - box[1])
        self.tolerance = options.get("tolerance", longer / 10_000) or 1e-9
        if "floor" not in options:
            corners = [(0, 1), (2, 1), (2, 3), (0, 3)]
            self.add_area([[svg.Point(box[i], box[k]) for i, k in corners]], "floor")
        for shape, role in shapes:
            self.add(shape, role)

    def collect(self, element, around, shapes):
        """Appends the shapes of an element to `shapes`, with their roles, in the order of the drawing."""
        all_values = element.values or {}
        values = dict(all_values.get("attributes", {}))
        values["layer"] = values.get("{http://www.inkscape.org/namespaces/inkscape}label")
        for colour in ("fill", "stroke"):
            values[colour] = all_values.get(colour) if isinstance(element, svg.Shape) else None
        around = around + [values]
        if values.get("display") == "none" or values.get("visibility") == "hidden":
            return
        if isinstance(element, svg.Group):
            for child in element:
                self.collect(child, around, shapes)
            return
        if not isinstance(element, svg.Shape):
            if isinstance(element, (svg.Text, svg.Image)):
                kind = type(element).__name__.lower()
                self.left_out[kind] = self.left_out.get(kind, 0) + 1
            return
        role = self.role_of(element, around)
        if role is not None:
            shapes.append((element, role))

    def role_of(self, element, around):
        for role in ("ignore", "floor", "obstacles", "walls"):
            if any([selected(values, self.options.get(role, ()), self.used) for values in around]):
                return None if role == "ignore" else role
        filled = element.fill is not None and element.fill.value is not None
        stroked = element.stroke is not None and element.stroke.value is not None
        if filled and not isinstance(element, svg.SimpleLine):
            return None if "obstacles" in self.options else "obstacles"
        return "walls" if stroked and "walls" not in self.options else None

    def box_of(self, shapes):
        if self.view is not None:
            x, y, width, height = self.view
            return x, y, x + width, y + height
        boxes = [box for box in (svg.Path(shape).bbox() for shape, _ in shapes) if box is not None]
        if not boxes:
            raise Refused("the drawing has no shapes; expected at least one shape")
        return (min(b[0] for b in boxes), min(b[1] for b in boxes),
                max(b[2] for b in boxes), max(b[3] for b in boxes))

    def place(self, point):
        return [point.x * self.scale, 0.0 - point.y * self.scale]

    def feature(self, role, kind, coordinates):
        self.features.append({"type": "Feature", "properties": {"role": role},
                              "geometry": {"type": kind, "coordinates": coordinates}})

    def add_area(self, rings, role):
        self.feature(role, "Polygon", [[self.place(p) for p in ring + ring[:1]] for ring in rings])

    def add(self, shape, role):
        lines = lines_of(shape, self.tolerance)
        if role == "walls":
            for points, closed in lines:
                points = points + points[:1] if closed else points
                self.feature(role, "LineString", [self.place(p) for p in points])
            return
        rings = [points for points, _ in lines if len(points) > 2]
        if not rings:
            return
        even_odd = shape.values.get("fill-rule") == "evenodd"
        one_way = len({area_of(ring) > 0 for ring in rings}) == 1
        if even_odd or not one_way:
            self.both_ways += 0 if even_odd else 1
            self.add_area(rings, role)
        else:
            for ring in rings:
                self.add_area([ring], role)


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 0 if len(sys.argv) > 1 else 2
    try:
        options = options_of(sys.argv[2:])
        drawing = Drawing(*parsed(sys.argv[1]), options)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    except Exception as fault:  # the parser documents no exceptions
        print(f"{type(fault).__name__}: {fault}; expected an SVG drawing", file=sys.stderr)
        return 1
    print(f"note: Curves became straight pieces, at most {drawing.tolerance * drawing.scale:g} "
          "from the curve.", file=sys.stderr)
    for kind, count in sorted(drawing.left_out.items()):
        print(f"note: Left out: {count} {kind}.", file=sys.stderr)
    if drawing.both_ways:
        print(f"note: {drawing.both_ways} paths have rings that run both ways. A point is blocked if "
              "it is inside an odd number of these rings.", file=sys.stderr)
    json.dump({"type": "FeatureCollection", "features": drawing.features}, sys.stdout,
              allow_nan=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
