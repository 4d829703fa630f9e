// Nodes of the page. Text from stores goes into text nodes and attributes only, never into markup.

/**
 * A new element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] of which functions are listeners ("onclick"), and `null`, `false` are left out
 * @param {...(Node|string|null|undefined)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * The element of this id, which the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function by_id(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * A link to a part of the page, which leaves the address, as that holds the state.
 * @param {string} id
 * @param {string} words
 */
export function link_to(id, words) {
  return element("a", {
    href: "#" + id,
    onclick: (/** @type {Event} */ event) => {
      event.preventDefault();
      by_id(id).scrollIntoView({ behavior: "smooth", block: "center" });
      by_id(id).focus({ preventScroll: true });
    },
  }, words);
}

/**
 * A choice of one.
 * @param {string} label
 * @param {[string, string][]} options values and what they are called
 * @param {string} chosen
 * @param {(value: string) => void} on_choice
 * @returns {HTMLElement}
 */
export function choice_of_one(label, options, chosen, on_choice) {
  const list = /** @type {HTMLSelectElement} */ (element("select", { onchange: () => on_choice(list.value) },
    ...options.map(([value, name]) => element("option", { value, selected: value === chosen }, name))));
  return element("label", {}, label + " ", list);
}

/**
 * A choice of several.
 * @param {string} label
 * @param {string[]} options
 * @param {string[]} chosen
 * @param {(values: string[]) => void} on_choice
 * @param {string} [none] what it means that none is chosen
 * @returns {HTMLElement}
 */
export function choice_of_several(label, options, chosen, on_choice, none = "all") {
  const boxes = options.map((name) => /** @type {HTMLInputElement} */ (element("input", {
    type: "checkbox", value: name, checked: chosen.includes(name),
    onchange: () => {
      const now = boxes.filter((box) => box.checked).map((box) => box.value);
      told.textContent = said(now);
      on_choice(now);
    },
  })));
  const said = (/** @type {string[]} */ names) =>
    `${label}: ${names.length === 0 ? none : names.length === 1 ? names[0] : names.length + " of " + options.length}`;
  const told = element("summary", {}, said(chosen));
  return element("details", { class: "choice" }, told, element("div", {},
    element("button", {
      type: "button",
      onclick: () => {
        for (const box of boxes) box.checked = false;
        told.textContent = said([]);
        on_choice([]);
      },
    }, none), ...boxes.map((box, i) => element("label", {}, box, " " + options[i]))));
}
