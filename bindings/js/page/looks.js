// SPDX-License-Identifier: MIT
// Colours of methods, from the project's table of colours.

/** @typedef {Record<string, [string, string]>} Colours the light and the dark colour of each family */
/** @typedef {{colours: Record<string, string>, dark: Record<string, string>, others: string[]}} Table `colours` by family; `dark`: the dark variant of each colour; `others`: for families without a colour */

/** Dashes distinguish methods of one family. */
const kLineDashes = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

/** The family of a method: the longest name in the table that equals the name of its representation or begins it. @param {Table} table @param {string} representation */
function family_of(table, representation) {
  const families = Object.keys(table.colours).filter((name) => representation === name || representation.startsWith(`${name}-`));
  return families.sort((a, b) => b.length - a.length)[0] ?? representation;
}

/**
 * The colour and dashes of each method.
 * @param {Table} table @param {{name: string, representation: string}[]} methods @returns {Map<string, {colour: string, dash: number[]}>} */
export function looks_of(table, methods) {
  const is_dark = matchMedia("(prefers-color-scheme: dark)").matches;
  /** @type {Map<string, number>} */
  const seen = new Map();
  /** @type {Map<string, string>} */
  const others = new Map();
  return new Map(methods.map(({ name, representation }) => {
    const family = family_of(table, representation);
    if (!table.colours[family] && !others.has(family)) others.set(family, table.others[others.size % table.others.length]);
    const colour = table.colours[family] ?? others.get(family) ?? "";
    const rank = seen.get(family) ?? 0;
    seen.set(family, rank + 1);
    return [name, { colour: is_dark ? table.dark[colour] ?? colour : colour, dash: kLineDashes[rank % kLineDashes.length] }];
  }));
}
