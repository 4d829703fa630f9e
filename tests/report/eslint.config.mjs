// Rules for the modules of the page: what ESLint recommends, and what TypeScript's compiler does not see.
import js from "@eslint/js";

const kBrowser = ["addEventListener", "atob", "Blob", "clearTimeout", "console", "DecompressionStream", "devicePixelRatio", "document", "Element",
  "getComputedStyle", "history", "HTMLElement", "IntersectionObserver", "location", "matchMedia", "parent", "Path2D", "performance", "cancelAnimationFrame", "TextEncoder",
  "HTMLButtonElement", "HTMLImageElement", "HTMLInputElement", "HTMLSelectElement", "HTMLTableCellElement", "requestAnimationFrame", "ResizeObserver", "Response", "setTimeout", "TextDecoder", "URL", "URLSearchParams", "window", "XMLSerializer"];

export default [{
  ...js.configs.recommended,
  languageOptions: { ecmaVersion: 2022, sourceType: "module",
    globals: Object.fromEntries(kBrowser.map((name) => [name, "readonly"])) },
  linterOptions: { reportUnusedDisableDirectives: "error" },
  rules: { ...js.configs.recommended.rules, "eqeqeq": "error", "prefer-const": "error", "no-var": "error", "no-shadow": "error", "no-eval": "error",
    "no-implied-eval": "error", "no-new-func": "error", "no-return-assign": "error", "no-throw-literal": "error",
    "no-unused-expressions": "error", "default-case-last": "error", "no-use-before-define": ["error", { functions: false, variables: false }],
    "no-restricted-syntax": ["error", ...["AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]", "CallExpression[callee.property.name='insertAdjacentHTML']"]
      .map((selector) => ({ selector, message: "text of stores is no markup: use element()" }))] },
}];
