// SPDX-License-Identifier: MIT
// Reads paths and problems from the texts that `fairway judge` accepts.

/** @typedef {{row: number, points: number[][], line: number}} RecordedPath `row` of the scenario, from 0; `line` of the text, from 1 */
/** @typedef {{start: number[], goal: number[]}} Problem */

/** @param {number} line @param {string} problem */
function fail(line, problem) {
  throw new Error(`${line}: ${problem}`);
}

/** @param {string} text @param {number} line */
function points_of(text, line) {
  const numbers = text.split(/[\s,;]+/).filter(Boolean).map(Number);
  if (numbers.length % 2 !== 0 || numbers.some((number) => !Number.isFinite(number))) {
    fail(line, "expected an even number of coordinates");
  }
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i], numbers[2 * i + 1]]);
}

/** @param {string} text @param {number} line */
function path_of_json(text, line) {
  try {
    const { row, points } = JSON.parse(text);
    if (Number.isInteger(row) && points.every((/** @type {number[]} */ point) => point.length === 2 && point.every(Number.isFinite))) return { row, points, line };
  } catch {
    // The message below names the line.
  }
  return fail(line, 'expected {"row": N, "points": [[x, y], ...]}');
}

/**
 * Reads paths: JSON lines or CSV as in docs/programs.md, else one path "x y x y ..." per line. Throws an Error "LINE: problem, expected ...".
 * @param {string} text @returns {RecordedPath[]} */
export function read_paths(text) {
  const lines = text.split(/\r?\n/).map((content, i) => ({ content: content.trim(), line: i + 1 })).filter(({ content }) => content);
  if (lines.length === 0) return [];
  const columns = lines[0].content.split(",");
  if (columns.includes("row") && columns.includes("points")) {
    return lines.slice(1).map(({ content, line }) => {
      const fields = content.split(",");
      const row = Number(fields[columns.indexOf("row")]);
      if (fields.length !== columns.length || !Number.isInteger(row) || row < 0) fail(line, `expected ${columns.length} fields, with the number of a row`);
      return { row, points: points_of(fields[columns.indexOf("points")], line), line };
    });
  }
  return lines.map(({ content, line }, row) => /** @type {RecordedPath} */ (content.startsWith("{") ? path_of_json(content, line) : { row, points: points_of(content, line), line }));
}

/**
 * The problems of a scenario of Moving AI. In a world of cells, ends are centres of cells.
 * @param {string} text @param {boolean} has_cells @returns {Problem[]} */
export function read_scenario(text, has_cells) {
  return text.split(/\r?\n/).map((content, i) => ({ fields: content.trim().split(/\s+/), line: i + 1 }))
    .filter(({ fields }) => fields[0] && fields[0] !== "version")
    .map(({ fields, line }) => {
      const [x, y, u, v] = fields.slice(4, 8).map(Number);
      if (fields.length < 9 || ![x, y, u, v].every(Number.isFinite)) fail(line, "expected 9 fields: bucket, map, width, height, ends, length");
      const shift = has_cells ? 0.5 : 0;
      return { start: [x + shift, y + shift], goal: [u + shift, v + shift] };
    });
}
