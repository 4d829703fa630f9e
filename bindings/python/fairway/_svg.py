# SPDX-License-Identifier: MIT
"""Pictures of worlds, indices and paths. The y axis points down for worlds of cells, else up."""

import numpy as np

SIZE = 640
MARGIN = 6
MOST_SEGMENTS = 20_000


def picture(world, path=None, optimal=None, segments=None) -> str:
    """Returns an SVG. The longer side of free space has SIZE pixels."""
    min_x, min_y, max_x, max_y = world.box
    scale = SIZE / max(max_x - min_x, max_y - min_y)
    down = world.cells is not None

    def placed(points):
        y = points[:, 1] - min_y if down else max_y - points[:, 1]
        return np.column_stack([(points[:, 0] - min_x) * scale + MARGIN, y * scale + MARGIN])

    def line(points, end=""):
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in placed(points)) + end if len(points) else ""

    width, height = ((high - low) * scale + 2 * MARGIN for low, high in ((min_x, max_x), (min_y, max_y)))
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
             f'height="{height:.0f}" style="background:#4a4f57"><path fill="#fff" fill-rule="evenodd" '
             f'd="{"".join(line(ring, "Z") for ring in world.rings())}"/>']
    if segments is not None and len(segments):
        shown = segments[::-(-len(segments) // MOST_SEGMENTS)]
        parts.append(f'<path fill="none" stroke="#8fb3d9" stroke-width="0.7" '
                     f'd="{"".join(line(s.reshape(2, 2)) for s in shown)}"/>')
    for points, style in ((optimal, 'stroke="#0b7a3b" stroke-width="2" stroke-dasharray="7 5"'),
                          (path, 'stroke="#d1495b" stroke-width="2.4"')):
        if points is not None and len(points):
            parts.append(f'<path fill="none" stroke-linejoin="round" {style} d="{line(points)}"/>')
    return "".join(parts) + "</svg>"
