// SPDX-License-Identifier: MIT
// Regression tests for path finders.

/** @typedef {{name: string, failure: string, gap: number, seconds: number}} Verdict `failure` is empty if the path passes; `gap` is NaN without a legal path */

/** Gaps up to this size are rounding errors. */
const kRounding = 1e-9;

/**
 * Judges one path. It passes if it is legal and its gap is at most `max_gap`. An empty path passes if no path exists.
 * @param {any} fairway - the package @param {any} world @param {{start: number[], goal: number[]}} problem @param {number[][]} points
 * @param {number} max_gap */
export function verdict(fairway, world, { start, goal }, points, max_gap) {
  if (!world.contains(start) || !world.contains(goal)) {
    return { failure: points.length ? "a path, but an end lies outside free space" : "", gap: NaN };
  }
  const judged = fairway.judge(world, start, goal, points);
  if (points.length === 0) return { failure: judged.optimum < Infinity ? `missed: a path of length ${judged.optimum} exists` : "", gap: NaN };
  if (!judged.legal) return { failure: `illegal: ${judged.segment >= 0 ? `segment ${judged.segment}: ` : ""}${judged.reason}`, gap: NaN };
  return { failure: judged.gap <= max_gap + kRounding ? "" : `gap ${judged.gap}; expected at most ${max_gap}`, gap: judged.gap };
}

/**
 * Solves all problems with a path finder and judges the paths.
 * @param {any} fairway - the package @param {any} world @param {{start: number[], goal: number[]}[]} problems
 * @param {(start: number[], goal: number[]) => number[][]} solve - returns an empty path if it finds none @param {number} [max_gap]
 * @returns {Verdict[]} */
export function regress(fairway, world, problems, solve, max_gap = Infinity) {
  return problems.map((problem, row) => {
    const begun = performance.now();
    const points = solve(problem.start, problem.goal);
    const seconds = (performance.now() - begun) / 1000;
    return { name: `row ${row}`, seconds, ...verdict(fairway, world, problem, points, max_gap) };
  });
}

/** Returns the XML of a JUnit test suite. @param {string} name - of the path finder @param {string} world @param {Verdict[]} verdicts */
export function junit(name, world, verdicts) {
  const escaped = (/** @type {string} */ text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const cases = verdicts.map(({ name: row, failure, seconds }) => `  <testcase classname="${escaped(world)}" name="${escaped(row)}" time="${seconds}"`
    + (failure ? `><failure message="${escaped(failure)}"/></testcase>\n` : "/>\n"));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="${escaped(name)}" tests="${verdicts.length}" failures="${verdicts.filter(({ failure }) => failure).length}">\n${cases.join("")}</testsuite>\n`;
}
