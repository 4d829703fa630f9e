// Compares the page's estimators with test vectors. The package's estimators are compared with the same vectors.
import { readFileSync } from "node:fs";

const [module, vectors] = process.argv.slice(2);
const page = await import(module);
const cases = JSON.parse(readFileSync(vectors, "utf8"));

const number = (value) => (value === null ? NaN : value === "inf" ? Infinity : value === "-inf" ? -Infinity : value);
const numbers = (values) => Float64Array.from(values.map(number));
const codes = (names) => {
  const known = Array.from(new Set(names)).sort();
  return { maps: names.map((name) => known.indexOf(name)), count: known.length };
};
const estimators = {
  quantile: ({ values, share }) => [page.quantile(numbers(values), share)],
  quantile_over_maps: ({ values, maps, share }) => {
    const all = numbers(values);
    const interval = page.quantile_interval(all, codes(maps).maps, share);
    return [page.quantile(all, share), ...interval];
  },
  mean_over_maps: ({ effects }) => {
    const { value, low, high, p } = page.mean_over_maps(Array.from(numbers(effects)));
    return [value, low, high, p];
  },
  per_map: ({ values, maps }) => page.means_of(numbers(values), codes(maps).maps, codes(maps).count),
  holm: ({ p }) => page.holm(Array.from(numbers(p))),
};

let wrong = 0;
let checked = 0;
for (const [name, estimate] of Object.entries(estimators)) {
  if (!(cases[name]?.length > 0)) throw new Error(`the vectors have no ${name}`);
  for (const one of cases[name]) {
    const { expected } = one;
    const wanted = (Array.isArray(expected) ? expected : expected !== null && typeof expected === "object"
      ? ["value", "low", "high", "p"].filter((key) => key in expected).map((key) => expected[key]) : [expected]).map(number);
    const found = Array.from(estimate(one));
    const same = wanted.length === found.length && wanted.every((value, i) => Object.is(value, found[i]) || value === found[i]
      || Math.abs(value - found[i]) <= 1e-8 * Math.max(Math.abs(value), 1e-3))  // of quantiles of t SciPy has nine digits;
    ++checked;
    if (same) continue;
    ++wrong;
    console.error(`${name}: expected ${wanted}, found ${found} of ${JSON.stringify(one).slice(0, 300)}`);
  }
}
console.log(`${checked} cases, ${wrong} wrong`);
process.exit(wrong === 0 && checked > 0 ? 0 : 1);
