#!/usr/bin/python3
"""Prints file size, time to the first answer and frames a second of docs/playground.html, while the goal is dragged on castle."""

import os
import sys

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), "..", "report")]
from browser import opened  # noqa: E402
from conftest import PAGE  # noqa: E402

DRAG = """
const done = arguments[0];
const { scene } = fairway.page;
const send = (kind, x, y) => {
  const box = scene.canvas.getBoundingClientRect();
  const { scale, flip, x: left, y: top } = scene.place;
  scene.canvas.dispatchEvent(new PointerEvent(kind, { pointerId: 1, clientX: box.left + left + scale * x, clientY: box.top + top + flip * scale * y, bubbles: true }));
};
scene.canvas.setPointerCapture = () => {};
send("pointerdown", ...fairway.page.goal);
const times = [];
const frame = (now) => {
  times.push(now);
  if (times.length > 120) {
    send("pointerup", ...fairway.page.goal);
    done(times.slice(1).map((time, i) => time - times[i]));
    return;
  }
  send("pointermove", 95 + 12 * Math.cos(times.length / 15), 70 + 9 * Math.sin(times.length / 15));
  requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
"""

with opened(PAGE) as driver:
    first = driver.execute_script("return fairway.page.first_ms")
    between = sorted(driver.execute_async_script(DRAG))
    answered = driver.execute_script("return Array.from(fairway.page.answers.values()).filter(({ path }) => path).length")
    print(f"size {PAGE.stat().st_size / 1e6:.2f} MB, first answer after {first:.0f} ms, {1000 * len(between) / sum(between):.0f} frames a second "
          f"(slowest of 120 frames {between[-1]:.0f} ms), {answered} methods answered in the last frame, load {os.getloadavg()[0]:.1f}")
