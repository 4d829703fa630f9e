// Colours of methods, and which are shown first.

/** @typedef {import("./store.js").Method} Method */

// As scripts/plots/style.py: Okabe and Ito's palette, then colours as different as possible, also with
// common kinds of colour blindness.
/** @type {Record<string, string>} */
const kFamilyColours = {
  "grid": "#E69F00", "quadtree": "#009E73", "triangle-mesh": "#0072B2", "visibility-graph": "#CC79A7", "lattice": "#D55E00",
  "convex-mesh": "#56B4E9", "hexgrid": "#8800FF", "polyanya": "#000000", "grid-jps": "#663311", "theta-star": "#112288",
  "anya": "#AACC77", "hub-labels": "#DD1144",
};
// Those that are too dark on a dark ground.
/** @type {Record<string, string>} */
const kOnDark = { "#000000": "#FFFFFF", "#663311": "#C98A5E", "#112288": "#8FA0FF", "#8800FF": "#B366FF", "#330044": "#C07FD8",
  "#554455": "#B09AB0", "#0072B2": "#3D9BDC" };
const kOtherColours = ["#554455", "#EEBBBB", "#BB55FF", "#330044"];
/** The shapes of dots tell methods of one family apart. */
const kShapes = ["circle", "rect", "triangle", "diamond", "pin", "arrow", "roundRect"];
export const kDashes = ["solid", "dashed", "dotted", [10, 3, 2, 3], [3, 1], [12, 4]];
/** So many methods at most have a colour at once. */
export const kInColour = 9;
export const kOthers = "#9a9a9a";

/** Whether the page has a dark ground. */
export function is_dark() {
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * The colour, shape and dashes of each method, the same in every chart.
 * @param {Method[]} methods
 * @returns {{colour: string, shape: string, dash: string|number[]}[]}
 */
export function looks_of(methods) {
  /** @type {Map<string, string>} */
  const colours = new Map();
  /** @type {Map<string, number>} */
  const seen = new Map();
  let others = 0;
  const dark = is_dark();
  return methods.map((method) => {
    let colour = colours.get(method.family);
    if (!colour) {
      colour = (Object.hasOwn(kFamilyColours, method.family) && kFamilyColours[method.family])
        || kOtherColours[others++ % kOtherColours.length];
      colours.set(method.family, colour);
    }
    const rank = seen.get(colour) || 0;
    seen.set(colour, rank + 1);
    return { colour: (dark && kOnDark[colour]) || colour, shape: kShapes[rank % kShapes.length], dash: kDashes[rank % kDashes.length] };
  });
}

/**
 * The main method of each family, by family: the one that carries its name, else the first.
 * @param {Method[]} methods
 * @returns {Map<string, number>}
 */
export function main_methods(methods) {
  /** @type {Map<string, number>} */
  const main = new Map();
  methods.forEach((method, i) => {
    if (!main.has(method.family) || method.name.replaceAll("_", "-") === method.family) main.set(method.family, i);
  });
  return main;
}

/**
 * Search and heuristic, as words.
 * @param {Method} method
 */
export function search_words(method) {
  const parts = method.kind === "own" ? ["own"]
    : [method.kind, method.heuristic + (method.weight === 1 ? "" : ` × ${method.weight}`)];
  return parts.join(", ") + (method.pruning === "none" ? ", unpruned" : "");
}
