// Formats numbers with units, like scripts/fairway_results.

/** Three digits, without exponent and trailing zeros. @param {number} value */
export function three_digits(value) {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)));
}

/** Three digits and a unit; "–" for nothing. @param {number} value @param {number} step @param {string[]} units @param {string} never for infinity */
function scaled(value, step, units, never) {
  if (Number.isNaN(value)) return "–";
  if (value === Infinity) return never;
  let unit = 0;
  while (value >= step - 0.5 && unit + 1 < units.length) {
    value /= step;
    ++unit;
  }
  return `${three_digits(value)} ${units[unit]}`;
}

/** 1.5e6 -> "1.5 ms". @param {number} nanoseconds */
export function duration(nanoseconds) {
  return scaled(nanoseconds, 1000, ["ns", "µs", "ms", "s"], "no path");
}

/** Like duration(), for a build. @param {number} nanoseconds */
export function build_duration(nanoseconds) {
  return scaled(nanoseconds, 1000, ["ns", "µs", "ms", "s"], "failed");
}

/** 1536 -> "1.5 KiB". @param {number} bytes */
export function byte_size(bytes) {
  return scaled(bytes, 1024, ["B", "KiB", "MiB", "GiB"], "failed");
}

/** 0.01234 -> "1.23 %"; rounding noise is 0. @param {number} value */
export function per_cent(value) {
  if (Number.isNaN(value)) return "–";
  return Math.abs(value) < 5e-8 ? "0" : `${three_digits(100 * value)} %`;
}

/** A value, with its interval if it has one. @param {{value: number, low: number, high: number}} estimate @param {(value: number) => string} words */
export function with_interval({ value, low, high }, words) {
  return Number.isNaN(value) ? "–" : words(value) + (Number.isNaN(low) ? "" : ` [${words(low)}, ${words(high)}]`);
}

/** A ratio from its logarithm, 0.693 -> "2×". @param {number} logarithm */
export function ratio(logarithm) {
  return `${three_digits(Math.exp(logarithm))}×`;
}

/** 12345 -> "12,345". @param {number} value */
export function whole(value) {
  return value.toLocaleString("en-US");
}

/** "1 map", "2 maps". @param {number} number @param {string} noun */
export function counted(number, noun) {
  return `${whole(number)} ${noun}${number === 1 ? "" : noun.endsWith("y") ? "" : "s"}`.replace(/y$/, number === 1 ? "y" : "ies");
}
