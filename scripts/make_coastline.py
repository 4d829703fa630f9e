#!/usr/bin/python3
"""Makes a world of sea and islands from Natural Earth's land polygons.

Reads land as TopoJSON (the world-atlas package's land-10m.json), cuts a window out of it, projects
it to kilometres, simplifies it, and writes the SEA as GeoJSON polygons with holes. Needs Debian's
python3-shapely.

The projection is equirectangular with its standard parallel in the middle of the window, on a
sphere of 6,371 km: x = R cos(middle) (longitude - west), y = R (latitude - south), so that x runs
right, y runs up, and the window's south-western corner is the origin.
"""

import argparse
import itertools
import json
import math
import sys

from shapely.geometry import MultiPolygon, Polygon, box
from shapely.ops import unary_union
from shapely.validation import explain_validity

EARTH_RADIUS_KM = 6371.0


def decode_arcs(topology):
    """The arcs of a quantised TopoJSON topology as lists of (longitude, latitude), in degrees."""
    scale_x, scale_y = topology["transform"]["scale"]
    shift_x, shift_y = topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        xs, ys = map(itertools.accumulate, zip(*arc))
        arcs.append([(x * scale_x + shift_x, y * scale_y + shift_y) for x, y in zip(xs, ys)])
    return arcs


def rings_of(topology, name):
    """All polygons of an object, each a list of closed rings."""
    arcs = decode_arcs(topology)

    def ring(indices):
        points = []
        for index in indices:
            arc = arcs[index] if index >= 0 else arcs[~index][::-1]
            points.extend(arc[1:] if points else arc)
        return points

    polygons = []
    for geometry in topology["objects"][name]["geometries"]:
        if geometry["type"] == "Polygon":
            polygons.append([ring(r) for r in geometry["arcs"]])
        elif geometry["type"] == "MultiPolygon":
            polygons.extend([ring(r) for r in polygon] for polygon in geometry["arcs"])
    return polygons


def land_in_window(polygons, west, south, east, north):
    """Land inside the window, in degrees. Polygons that touch themselves are cleaned here."""
    window = box(west, south, east, north)
    pieces = []
    for rings in polygons:
        longitudes = [p[0] for p in rings[0]]
        latitudes = [p[1] for p in rings[0]]
        if (max(longitudes) < west or min(longitudes) > east
                or max(latitudes) < south or min(latitudes) > north):
            continue
        polygon = Polygon(rings[0], rings[1:])
        if not polygon.is_valid:
            polygon = polygon.buffer(0)
        pieces.append(polygon.intersection(window))
    return unary_union(pieces)


def project(geometry, west, south, north):
    """Degrees to kilometres; see the top of this file."""
    per_degree = math.radians(1) * EARTH_RADIUS_KM
    shrink = math.cos(math.radians((south + north) / 2))

    def ring(points):
        return [((x - west) * per_degree * shrink, (y - south) * per_degree) for x, y in points]

    return MultiPolygon([Polygon(ring(p.exterior.coords), [ring(h.coords) for h in p.interiors])
                         for p in polygons_of(geometry)])


def polygons_of(geometry):
    """The polygons in a geometry, whatever else is in it."""
    if geometry.geom_type == "Polygon":
        return [geometry]
    return [p for p in getattr(geometry, "geoms", []) for p in polygons_of(p)]


def rounded(geometry, decimals):
    """The geometry with rounded coordinates, and without rings that rounding makes flat."""
    def ring(points):
        near = ((round(x, decimals), round(y, decimals)) for x, y in points)
        return [point for point, _ in itertools.groupby(near)]

    result = []
    for polygon in polygons_of(geometry):
        holes = [ring(h.coords) for h in polygon.interiors]
        result.append(Polygon(ring(polygon.exterior.coords), [h for h in holes if len(h) > 3]))
    return MultiPolygon(result)


def make_sea(land, window, tolerance, least_island, least_sea, decimals):
    """The sea in the window: land simplified, small islands and cut-off lakes left out."""
    land = land.simplify(tolerance) if tolerance > 0 else land
    land = unary_union([p for p in polygons_of(land) if p.area >= least_island])
    sea = window.difference(land)
    sea = MultiPolygon([p for p in polygons_of(sea) if p.area >= least_sea])
    sea = rounded(sea, decimals)
    if not sea.is_valid:
        raise ValueError("the sea is not valid after rounding: " + explain_validity(sea))
    return sea


def to_geojson(sea, name, source):
    """A FeatureCollection with one MultiPolygon, closed rings as GeoJSON wants them."""
    coordinates = [[[list(p) for p in ring.coords]
                    for ring in [polygon.exterior, *polygon.interiors]]
                   for polygon in sea.geoms]
    return {
        "type": "FeatureCollection",
        "name": name,
        "source": source,
        "features": [{
            "type": "Feature",
            "properties": {"name": name, "units": "km"},
            "geometry": {"type": "MultiPolygon", "coordinates": coordinates},
        }],
    }


def vertex_count(sea):
    """Vertices of all rings, the closing one not counted."""
    return sum(len(r.coords) - 1 for p in sea.geoms for r in [p.exterior, *p.interiors])


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("topojson", help="land-10m.json of the world-atlas package")
    parser.add_argument("--window", nargs=4, type=float, required=True,
                        metavar=("WEST", "SOUTH", "EAST", "NORTH"), help="degrees")
    parser.add_argument("--name", required=True, help="what the place is called")
    parser.add_argument("--object", default="land", help="object of the topology (default: land)")
    parser.add_argument("--tolerance", type=float, default=0.0,
                        help="how far simplification may move the coast, km (default: 0)")
    parser.add_argument("--least-island", type=float, default=0.0,
                        help="smaller pieces of land are left out, km^2")
    parser.add_argument("--least-sea", type=float, default=0.0,
                        help="smaller pieces of sea, cut off by the window, are left out, km^2")
    parser.add_argument("--decimals", type=int, default=3, help="of the coordinates (default: 3)")
    parser.add_argument("--out", required=True)
    options = parser.parse_args(arguments)

    with open(options.topojson, encoding="utf-8") as file:
        topology = json.load(file)
    west, south, east, north = options.window
    land = land_in_window(rings_of(topology, options.object), west, south, east, north)
    land = project(land, west, south, north)
    window = project(box(west, south, east, north), west, south, north)
    sea = make_sea(land, window, options.tolerance, options.least_island, options.least_sea,
                   options.decimals)
    source = "Made with Natural Earth (public domain)"
    with open(options.out, "w", encoding="utf-8") as file:
        json.dump(to_geojson(sea, options.name, source), file, separators=(",", ":"))
        file.write("\n")
    print(f"{options.out}: {vertex_count(sea)} vertices, {len(sea.geoms)} seas, "
          f"{sum(len(p.interiors) for p in sea.geoms)} islands, {sea.area:.0f} km^2",
          file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
