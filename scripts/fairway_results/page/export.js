// Saves the shown tables as CSV, Markdown and LaTeX, and charts as SVG and CSV.
import { kCharts } from "./charts.js";
import { by_id, element } from "./dom.js";

/** @typedef {import("./page.js").View} View */
/**
 * @typedef {{end: string, head: (row: string[], words: boolean[]) => string, row: (row: string[]) => string, foot: string}} Format functions that write the
 * head and a row of a table, and the end of the file */

/** @type {Record<string, string>} */
const kLatex = { "&": "\\&", "%": "\\%", "_": "\\_", "#": "\\#", "$": "\\$", "{": "\\{", "}": "\\}", "\\": "\\textbackslash{}", "≥": "$\\geq$", "↓": "$\\downarrow$", "→": "$\\rightarrow$",
  "µ": "\\textmu{}", "–": "--", "×": "$\\times$", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}", ">": "\\textgreater{}" };

const csv = (/** @type {string[]} */ row) => row.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(",") + "\r\n";
const markdown = (/** @type {string[]} */ row) => `| ${row.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |\n`;
const latex = (/** @type {string[]} */ row) => `${row.map((text) => Array.from(text, (letter) => kLatex[letter] || letter).join("")).join(" & ")} \\\\\n`;

/** @type {Record<string, Format>} */
const kFormats = {
  CSV: { end: "csv", row: csv, head: csv, foot: "" },  // RFC 4180
  Markdown: { end: "md", row: markdown, head: (row, words) => markdown(row) + `|${words.map((is) => (is ? "---|" : "--:|")).join("")}\n`, foot: "" },
  LaTeX: { end: "tex", row: latex, head: (row, words) => `\\begin{tabular}{${words.map((is) => (is ? "l" : "r")).join("")}}\n\\toprule\n${latex(row)}\\midrule\n`,
    foot: "\\bottomrule\n\\end{tabular}\n" },
};

/** Hands a file to the reader. @param {string} name @param {string} content */
function save(name, content) {
  const address = URL.createObjectURL(new Blob([content]));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A table of the page as a file. @param {string} id @param {string} kind - CSV, Markdown or LaTeX */
export function table_file(id, kind) {
  const [head, ...body] = Array.from(by_id(id).querySelectorAll("tr:not(.apart)"), (row) => Array.from(row.children, (cell, i) => {
    const own = i === 0 && row instanceof HTMLElement && row.dataset.method;
    return (own || Array.from(cell.childNodes, (node) => node.textContent).filter(Boolean).join(" ")).replace(/\s+/g, " ").trim();
  }));
  const words = head.map((_, i) => i === 0 || body.every((row) => !/\d/.test(row[i] || "")));
  const format = kFormats[kind];
  return format.head(head, words) + body.map(format.row).join("") + format.foot;
}

/** A chart as a file: its numbers, or the shown picture. @param {View} view @param {string} id @param {string} kind - SVG or CSV */
export function chart_file(view, id, kind) {
  return kind === "CSV" ? kCharts[id](view).data.map((row) => csv(row.map(String))).join("")
    : new XMLSerializer().serializeToString(/** @type {Element} */ (by_id(id).querySelector("svg")));
}

/** Adds the buttons that save tables and charts. @param {() => View|null} shown_view */
export function put_buttons(shown_view) {
  const put = (/** @type {HTMLElement} */ node, /** @type {string} */ id, /** @type {string[]} */ kinds, /** @type {(view: View, kind: string) => string} */ file) =>
    node.replaceChildren(...kinds.map((kind) => element("button", { type: "button", "aria-label": `${id} as ${kind}`, onclick: () => {
      const view = shown_view();
      if (view) save(`${view.store.name}-${id}.${kFormats[kind]?.end || "svg"}`, file(view, kind));
    } }, kind)));
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-table]"))) {
    put(node, node.dataset.table || "", Object.keys(kFormats), (_, kind) => table_file(node.dataset.table || "", kind));
  }
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-chart]"))) {
    const id = node.closest("figure")?.id || "";
    put(node, id, ["SVG", "CSV"], (view, kind) => chart_file(view, id, kind));
  }
}
