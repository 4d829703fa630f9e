// Charts as SVG, PNG and CSV, tables as CSV, Markdown and LaTeX: what the reader sees, as files.
import { kCharts, paper_chart } from "./charts.js";
import { by_id, element } from "./dom.js";

/** @typedef {import("./page.js").View} View */

/** Hands a file to the reader. @param {string} name @param {string} content @param {string} type */
export function save(name, content, type) {
  const address = content.startsWith("data:") ? content : URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  if (address.startsWith("blob:")) setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A picture as PNG. @param {string} svg @returns {Promise<string>} an address that holds the file */
export async function png_of(svg) {
  const image = /** @type {HTMLImageElement} */ (element("img", { src: "data:image/svg+xml," + encodeURIComponent(svg) }));
  await image.decode();
  const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { width: 4 * image.width, height: 4 * image.height }));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL();
}

/** @param {string[][]} rows RFC 4180 */
function csv(rows) {
  return rows.map((row) => row.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(",")).join("\r\n") + "\r\n";
}

/** @type {Record<string, string>} */
const kLatex = { "&": "\\&", "%": "\\%", "_": "\\_", "#": "\\#", "$": "\\$", "{": "\\{", "}": "\\}", "\\": "\\textbackslash{}", "≥": "$\\geq$", "↓": "$\\downarrow$", "→": "$\\rightarrow$",
  "µ": "\\textmu{}", "–": "--", "×": "$\\times$", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}", ">": "\\textgreater{}" };

/** The rows of a table of the page, as they stand there; the first is the heading. @param {string} id */
function table_rows(id) {
  const rows = Array.from(by_id(id).querySelectorAll("tr:not(.apart)"));
  return rows.map((row) => Array.from(row.children, (cell, i) => {
    const own = i === 0 && row instanceof HTMLElement && row.dataset.method ? row.dataset.method
      : Array.from(cell.childNodes, (node) => node.textContent || "").filter(Boolean).join(" ");
    return own.replace(/\s+/g, " ").trim();
  }));
}

/** A table of the page as a file. @param {string} id @param {string} kind CSV, Markdown or LaTeX */
export function table_file(id, kind) {
  const [head, ...body] = table_rows(id);
  if (kind === "CSV") return csv([head, ...body]);
  const is_words = head.map((_, i) => i === 0 || body.every((row) => !/\d/.test(row[i] || "")));
  if (kind === "Markdown") {
    const line = (/** @type {string[]} */ row) => `| ${row.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
    return [line(head), `|${is_words.map((words) => (words ? "---|" : "--:|")).join("")}`, ...body.map(line)].join("\n") + "\n";
  }
  const line = (/** @type {string[]} */ row) => `${row.map((text) => Array.from(text, (letter) => kLatex[letter] || letter).join("")).join(" & ")} \\\\`;
  return [`\\begin{tabular}{${is_words.map((words) => (words ? "l" : "r")).join("")}}`, "\\toprule", line(head), "\\midrule", ...body.map(line), "\\bottomrule",
    "\\end{tabular}"].join("\n") + "\n";
}

/** Buttons that save a table. @param {string} id @param {string} name of the sweep */
export function table_buttons(id, name) {
  const ends = { CSV: "csv", Markdown: "md", LaTeX: "tex" };
  return element("div", { class: "controls" }, ...Object.entries(ends).map(([kind, end]) => element("button", {
    type: "button", "data-table": id, "data-kind": kind, onclick: () => save(`${name}-${id}.${end}`, table_file(id, kind), "text/plain"),
  }, `Table as ${kind}`)));
}

/** A chart as a file; of PNG an address that holds it. @param {View} view @param {string} id @param {string} kind */
export async function chart_file(view, id, kind) {
  if (kind === "CSV") return csv(kCharts.find((one) => one.id === id)?.draw(view).data.map((row) => row.map(String)) || []);
  return kind === "PNG" ? png_of(paper_chart(view, id)) : paper_chart(view, id);
}

/** Makes the buttons below the charts save what the page shows. @param {() => View|null} shown_view */
export function listen_to_exports(shown_view) {
  for (const button of document.querySelectorAll("button[data-export]")) {
    button.addEventListener("click", async () => {
      const view = shown_view();
      const id = button.closest("figure")?.id || "";
      const kind = button.getAttribute("data-export") || "";
      if (!view) return;
      save(`${view.store.name}-${id}.${kind.toLowerCase()}`, await chart_file(view, id, kind), kind === "SVG" ? "image/svg+xml" : "text/csv");
    });
  }
}
