// Charts as SVG, PNG, PDF and CSV, tables as CSV, Markdown and LaTeX: what the reader sees, as files.
import { by_id, element } from "./dom.js";
import { coloured } from "./charting.js";
import { kCharts } from "./charts.js";

/** @typedef {import("./page.js").View} View */

/** A column of a paper, 8.5 cm, in pixels of CSS at twice the size, so that 14 pixels are 7 points. */
const kWidth = 640;
const kHeight = 440;
/** The same in millimetres. */
const kPaperWidth = 85;
const kPaperHeight = kPaperWidth * kHeight / kWidth;
/** Paper is white, whatever the page is. */
const kPaper = { text: "#222222", soft: "#5c5c5c", line: "#e4e4e4", ground: "#ffffff" };

/**
 * Hands a file to the reader.
 * @param {string} name
 * @param {string} content
 * @param {string} type
 */
function save(name, content, type) {
  const address = content.startsWith("data:") ? content : URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  if (address.startsWith("blob:")) setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * A chart in the width of a paper's column.
 * @param {View} view
 * @param {string} id
 * @param {string} kind SVG, PNG or CSV
 * @returns {string} the file's content; of PNG an address that holds it
 */
export function chart_file(view, id, kind) {
  const chart = kCharts.find((one) => one.id === id);
  if (!chart) throw new Error(`no chart ${id}`);
  const drawing = chart.draw(view, kPaper);
  if (kind === "CSV") return csv(drawing.data.map((row) => row.map(String)));
  const names = new Set(drawing.option.series.filter((/** @type {any} */ one) => one.type !== "bar" || one.stack).map((/** @type {any} */ one) => one.name));
  const methods = (drawing.methods || coloured(view)).map((method) => view.store.methods[method].name).filter((name) => names.has(name));
  const legend = { itemWidth: 18, ...drawing.option.legend, top: "auto", bottom: 0, textStyle: { fontSize: 14, color: kPaper.text },
    data: methods.length ? methods : Array.from(names) };
  const option = { ...drawing.option, animation: false, backgroundColor: kPaper.ground, textStyle: { ...drawing.option.textStyle, fontSize: 14 }, legend,
    series: drawing.option.series.map((/** @type {any} */ one) => (one.label ? { ...one, label: { show: false } } : one)),
    grid: { ...drawing.option.grid, top: 12, bottom: 44 + 26 * Math.max(1, Math.ceil(legend.data.length / 4)) } };
  for (const axis of [option.xAxis, option.yAxis]) Object.assign(axis, { axisLabel: { ...axis.axisLabel, fontSize: 14 }, nameTextStyle: { ...axis.nameTextStyle, fontSize: 14 } });
  if (kind === "SVG") {
    const drawn = echarts.init(null, null, { renderer: "svg", ssr: true, width: kWidth, height: kHeight });
    drawn.setOption(option);
    const text = drawn.renderToSVGString();
    drawn.dispose();
    return text;
  }
  const drawn = echarts.init(element("div"), null, { renderer: "canvas", width: kWidth, height: kHeight, devicePixelRatio: 3 });
  drawn.setOption(option);
  const address = drawn.getDataURL({ type: "png", pixelRatio: 3, backgroundColor: kPaper.ground });
  drawn.dispose();
  return address;
}

/**
 * A document that holds a chart and nothing else, on one page of its size.
 * @param {View} view
 * @param {string} id of the chart
 */
export function printed_chart(view, id) {
  const title = element("title", {}, `${view.store.name}-${id}`).outerHTML;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">${title}<style>@page { size: ${kPaperWidth}mm ${kPaperHeight}mm; margin: 0; } `
    + `body { margin: 0; } svg { display: block; width: ${kPaperWidth}mm; height: ${kPaperHeight - 0.1}mm; }</style></head><body>${chart_file(view, id, "SVG")}</body></html>`;
}

/**
 * Opens the browser's dialogue of printing, which saves a document as PDF.
 * @param {string} text
 */
export function print_document(text) {
  const frame = /** @type {HTMLIFrameElement} */ (element("iframe", { srcdoc: text, title: "chart to print", style: "position: fixed; width: 0; height: 0; border: 0",
    onload: () => {
      const own = /** @type {Window} */ (frame.contentWindow);
      own.addEventListener("afterprint", () => frame.remove());
      own.print();
    } }));
  document.body.append(frame);
}

/** @param {string[][]} rows RFC 4180 */
function csv(rows) {
  return rows.map((row) => row.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(",")).join("\r\n") + "\r\n";
}

/** @type {Record<string, string>} */
const kLatex = { "&": "\\&", "%": "\\%", "_": "\\_", "#": "\\#", "$": "\\$", "{": "\\{", "}": "\\}", "\\": "\\textbackslash{}", "≥": "$\\geq$", "↓": "$\\downarrow$", "→": "$\\rightarrow$",
  "µ": "\\textmu{}", "–": "--", "×": "$\\times$", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}", ">": "\\textgreater{}" };

/**
 * The rows of a table of the page, as they stand there; the first is the heading.
 * @param {string} id
 */
function table_rows(id) {
  const rows = Array.from(by_id(id).querySelectorAll("tr:not(.apart)"));
  return rows.map((row) => Array.from(row.children, (cell, i) => {
    const own = i === 0 && row instanceof HTMLElement && row.dataset.method ? row.dataset.method
      : Array.from(cell.childNodes, (node) => node.textContent || "").filter(Boolean).join(" ");
    return own.replace(/\s+/g, " ").trim();
  }));
}

/**
 * A table of the page as a file.
 * @param {string} id
 * @param {string} kind CSV, Markdown or LaTeX
 */
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

/**
 * Buttons that save a table.
 * @param {string} id
 * @param {string} name of the sweep
 */
export function table_buttons(id, name) {
  const ends = { CSV: "csv", Markdown: "md", LaTeX: "tex" };
  return element("div", { class: "controls" }, ...Object.entries(ends).map(([kind, end]) => element("button", {
    type: "button", "data-table": id, "data-kind": kind, onclick: () => save(`${name}-${id}.${end}`, table_file(id, kind), "text/plain"),
  }, `Table as ${kind}`)));
}

/**
 * Makes the buttons below the charts save what the page shows.
 * @param {() => View|null} shown_view
 */
export function listen_to_exports(shown_view) {
  for (const button of document.querySelectorAll("button[data-export]")) {
    button.addEventListener("click", () => {
      const view = shown_view();
      const figure = button.closest("figure");
      const kind = button.getAttribute("data-export") || "";
      if (!view || !figure) return;
      if (kind === "PDF") print_document(printed_chart(view, figure.id));
      else save(`${view.store.name}-${figure.id}.${kind.toLowerCase()}`, chart_file(view, figure.id, kind), kind === "SVG" ? "image/svg+xml" : "text/csv");
    });
  }
}
