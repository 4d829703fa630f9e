// SPDX-License-Identifier: MIT
// Judges paths of the user's own program.
import { by_id, element, fill_table, table_row, text_cell } from "./dom.js";
import { read_paths } from "./paths.js";
import { attempt, draw, page, say } from "./playground.js";
import { per_cent, three_digits } from "./words.js";

/** @typedef {import("./fairway.js").Judgement} Judgement */
/** @typedef {{row: number, points: number[][], judgement: Judgement|null, fault: string}} Judged */

const kOwnColour = "#b000b0", kIllegalColour = "#e00000";
/** The largest number of paths in the table and the picture; all are judged. */
const kShown = 200;

/** @type {{paths: import("./paths.js").RecordedPath[], judged: Judged[]}} */
const own = { paths: [], judged: [] };
const kText = /** @type {HTMLTextAreaElement} */ (by_id("paths"));

/** Judges the paths in a text. @param {string} text */
export function judge_text(text) {
  /** @type {HTMLDetailsElement} */ (by_id("own")).open = true;
  kText.value = text.length < 1e5 ? text : "";
  attempt(() => {
    own.paths = read_paths(text);
    judge_again();
    const legal = own.judged.filter(({ judgement }) => judgement?.legal).length;
    say(`${own.judged.length} paths, ${legal} legal.`);
    draw();
  });
}

/** Judges the paths again in the current world. The first point of a path is its start, the last point its goal. */
export function judge_again() {
  own.judged = own.paths.map(({ row, points }) => {
    try {
      if (points.length === 0) return { row, points, judgement: null, fault: "no path" };
      return { row, points, judgement: page.fairway.judge(page.edited.space, points[0], points[points.length - 1], points), fault: "" };
    } catch (error) {
      return { row, points, judgement: null, fault: error instanceof Error ? error.message : String(error) };
    }
  });
  const legal = own.judged.flatMap(({ judgement }) => (judgement?.legal ? [judgement.gap] : []));
  const caption = own.judged.length ? `${own.judged.length} paths, ${legal.length} legal${legal.length ? `, mean gap ${per_cent(legal.reduce((a, b) => a + b) / legal.length)}` : ""}` : "";
  fill_table("judged", caption, ["row", "legal", "gap", "cause", "length", "optimum", "message"], own.judged.slice(0, kShown).map(({ row, judgement, fault }) =>
    table_row({}, judgement === null ? [String(row), element("td", { class: "bad" }, "no"), "–", "–", "–", "–", text_cell(fault)]
      : [String(row), element("td", { class: judgement.legal ? null : "bad" }, judgement.legal ? "yes" : "no"), per_cent(judgement.gap), judgement.cause, three_digits(judgement.length),
        three_digits(judgement.optimum), text_cell(judgement.reason && judgement.segment >= 0 ? `segment ${judgement.segment}: ${judgement.reason}` : judgement.reason)])));
}

/** The lines of the paths; the first illegal segment is red. @returns {import("./scene.js").Line[]} */
export function drawn_paths() {
  return own.judged.slice(0, kShown).flatMap(({ points, judgement }) => [{ points, colour: kOwnColour, width: 2.5, dash: [2, 3] },
    ...(judgement && judgement.segment >= 0 ? [{ points: points.slice(judgement.segment, judgement.segment + 2), colour: kIllegalColour, width: 5 }] : [])]);
}

export function listen_to_own() {
  by_id("judge").addEventListener("click", () => judge_text(kText.value));
  by_id("clear").addEventListener("click", () => {
    kText.value = "";
    own.paths = [];
    judge_again();
    draw();
  });
}
