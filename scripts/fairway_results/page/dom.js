// Nodes of the page. Text from stores goes into text nodes and attributes only, never into markup.

/**
 * A new element.
 * @param {string} tag @param {Record<string, any>} [attributes] - functions are listeners ("onclick"); `null` and `false` are left out
 * @param {...(Node|string|null|undefined)} children @returns {HTMLElement} */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Returns the element with this id. The page must have it. @param {string} id @returns {HTMLElement} */
export function by_id(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * A control that chooses one of several values.
 * @param {string} label @param {string[][]} options - values and their names @param {string} chosen
 * @param {(value: string) => void} on_choice @returns {HTMLElement} */
export function choice_of_one(label, options, chosen, on_choice) {
  const list = /** @type {HTMLSelectElement} */ (element("select", { onchange: () => on_choice(list.value) },
    ...options.map(([value, name]) => element("option", { value, selected: value === chosen }, name))));
  return element("label", {}, label + " ", list);
}

/**
 * A control that chooses several values. Its boxes show the choice, or the default if nothing is chosen.
 * @param {string} label @param {string[]} options
 * @param {string[]} chosen @param {(values: string[]) => void} on_choice - receives an empty list for the default @param {string[]} [initial] - the default
 * @param {string} [name] - name of the default @returns {HTMLElement} */
export function choice_of_several(label, options, chosen, on_choice, initial = options, name = "all") {
  /** @param {string[]} names */
  const choose = (names) => {
    for (const box of boxes) box.checked = (names.length ? names : initial).includes(box.value);
    summary.textContent = `${label}: ${names.length === 0 ? name : names.length === 1 ? names[0] : `${names.length} of ${options.length}`}`;
  };
  /** @param {string[]} names */
  const change = (names) => {
    const is_default = names.length === initial.length && names.every((one) => initial.includes(one));
    choose(is_default ? [] : names);
    on_choice(is_default ? [] : names);
  };
  const boxes = options.map((value) => /** @type {HTMLInputElement} */ (element("input", {
    type: "checkbox", value, onchange: () => change(boxes.filter((box) => box.checked).map((box) => box.value)),
  })));
  const summary = element("summary");
  choose(chosen);
  return element("details", { class: "choice" }, summary, element("div", {}, element("button", { type: "button", onclick: () => change([]) }, name),
    ...boxes.map((box, i) => element("span", {}, element("label", {}, box, " " + options[i]),
      element("button", { type: "button", "aria-label": `only ${options[i]}`, onclick: () => change([options[i]]) }, "only")))));
}

/**
 * Fills a table.
 * @param {string} id @param {string} caption @param {string[]} head - the first `texts` columns are words @param {Element[]} rows
 * @param {number} [texts] */
export function fill_table(id, caption, head, rows, texts = 1) {
  by_id(id).replaceChildren(element("caption", {}, caption), ...(rows.length ? [
    element("thead", {}, element("tr", {}, ...head.map((name, i) => element("th", { scope: "col", class: i < texts || rows[0].children[i]?.classList.contains("text") ? "text" : null }, name)))),
    element("tbody", {}, ...rows)] : []));
}

/** A cell of a table that holds words. @param {Node|string} words */
export function text_cell(words) {
  return element("td", { class: "text" }, words);
}

/**
 * A row of a table; the first cell is its heading.
 * @param {Record<string, any>} attributes @param {(Node|string)[]} cells
 * @param {number} [texts] - the number of cells with words */
export function table_row(attributes, cells, texts = 1) {
  return element("tr", attributes, ...cells.map((cell, i) => (i === 0 ? element("th", { scope: "row" }, cell)
    : cell instanceof HTMLTableCellElement ? cell : element("td", { class: i < texts ? "text" : null }, cell))));
}
