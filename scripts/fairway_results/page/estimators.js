// The estimators of the page, as docs/statistics.md defines them. scripts/fairway_results/estimators.py has the same
// estimators. Both must return the values in tests/scripts/estimator_vectors.json.

/** @typedef {{value: number, low: number, high: number}} Estimate a value with its interval, NaN if unknown */

export const kLevel = 0.95;
/** Least number of maps for an interval or a test. */
export const kLeastMaps = 5;
/** A difference is significant if p after Holm's correction is below this. */
export const kSignificant = 0.05;
/** Gaps up to this size are rounding errors. */
export const kZeroGap = 1e-9;

/**
 * Returns the value that sorting would put at an index. Changes the order of the values. O(n) on average.
 * @param {Float64Array} values
 * @param {number} place - the index, at least `from`
 * @param {number} [from] - the values before this index must not be larger than the other values */
export function selected(values, place, from = 0) {
  let low = from;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1];
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) ++i;
      while (values[j] > pivot) --j;
      if (i <= j) {
        const swapped = values[i];
        values[i++] = values[j];
        values[j--] = swapped;
      }
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return values[place];
}

/**
 * The averaged inverted CDF: the smallest value that at least this share of the values does not exceed, or the mean of two values if the share ends exactly
 * between them. NaN without values. Changes the order of the values. O(n) on average.
 * @param {Float64Array} values - may be infinite @param {number} share
 * @param {number} [from] - see selected() */
export function quantile(values, share, from = 0) {
  const count = values.length;
  if (count === 0) return NaN;
  const place = share * count;
  const at = Math.max(1, Math.ceil(place)) - 1;
  const value = selected(values, at, Math.min(from, at));
  return place !== at + 1 || at + 1 === count ? value : (value + selected(values, at + 1, at)) / 2;
}

/**
 * The mean of the values of each map; NaN for a map without values.
 * @param {ArrayLike<number>} values
 * @param {ArrayLike<number>} maps - map of each value, less than `count` @param {number} count */
export function means_of(values, maps, count) {
  const sums = new Float64Array(count);
  const sizes = new Float64Array(count);
  for (let i = 0; i < values.length; ++i) {
    sums[maps[i]] += values[i];
    sizes[maps[i]] += 1;
  }
  return Array.from(sums, (sum, map) => sum / sizes[map]);
}

/**
 * The mean of one effect per map, Student's t interval, and p of the hypothesis that it is 0.
 * @param {number[]} effects @returns {Estimate & {p: number}} */
export function mean_over_maps(effects) {
  const count = effects.length;
  const value = effects.reduce((sum, effect) => sum + effect, 0) / count;
  if (count < kLeastMaps) return { value, low: NaN, high: NaN, p: NaN };
  const squares = effects.reduce((sum, effect) => sum + (effect - value) ** 2, 0);
  const error = Math.sqrt(squares / (count - 1) / count);
  const reach = error * t_quantile(count - 1);
  const p = error === 0 ? Number(value === 0) : 2 * t_tail(count - 1, Math.abs(value) / error);
  return { value, low: value - reach, high: value + reach, p };
}

/** Holm's correction of a family of tests; NaN stays NaN and does not count. @param {number[]} probabilities */
export function holm(probabilities) {
  const order = probabilities.map((_, i) => i).filter((i) => !Number.isNaN(probabilities[i]))
    .sort((a, b) => probabilities[a] - probabilities[b]);
  const corrected = probabilities.map(() => NaN);
  order.forEach((at, rank) => (corrected[at] = Math.max(rank ? corrected[order[rank - 1]] : 0, Math.min(1, (order.length - rank) * probabilities[at]))));
  return corrected;
}

/**
 * The share of Student's t with `freedom` degrees of freedom above t >= 0: a finite sum, because the degrees are whole numbers (Abramowitz and Stegun, 26.7.3
 * and 26.7.4).
 * @param {number} freedom @param {number} t */
export function t_tail(freedom, t) {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const is_odd = freedom % 2 === 1;
  let term = is_odd ? Math.cos(angle) : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let i = is_odd ? 3 : 2; i < freedom; i += 2) {
    term *= Math.cos(angle) ** 2 * (i - 1) / i;
    sum += term;
  }
  const inside = is_odd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
  return (1 - inside) / 2;
}

/** @type {Map<number, number>} by degrees of freedom */
const t_quantiles = new Map();

/** Half the width of an interval of kLevel, in standard errors. By bisection. @param {number} freedom */
function t_quantile(freedom) {
  let [low, high] = [0, t_quantiles.get(freedom) ?? 1];
  if (t_quantiles.has(freedom)) return high;
  while (t_tail(freedom, high) > (1 - kLevel) / 2) high *= 2;
  for (let middle = high / 2; low < middle && middle < high; middle = (low + high) / 2) {
    if (t_tail(freedom, middle) > (1 - kLevel) / 2) low = middle;
    else high = middle;
  }
  t_quantiles.set(freedom, high);
  return high;
}

/**
 * Woodruff's confidence interval of a quantile of pooled values, with the map as cluster. Step 1: an interval for the share of values up to the quantile, by
 * Student's t over the maps. Step 2: the quantiles at both ends of this interval. O(values). Sources: Woodruff, JASA 47 (1952); Francisco and Fuller, Annals
 * of Statistics 19 (1991).
 * @param {Float64Array} values - can be infinite @param {ArrayLike<number>} maps - map of each value, a small whole number
 * @param {number} share @returns {[number, number]} NaN with too few maps */
export function quantile_interval(values, maps, share) {
  const order = values.slice();
  const middle = quantile(order, share);
  /** @type {number[]} */
  const sums = [];
  for (let i = 0; i < values.length; ++i) sums[maps[i]] = (sums[maps[i]] || 0) + Number(values[i] <= middle) - share;
  const own = Object.values(sums);
  if (own.length < kLeastMaps) return [NaN, NaN];
  const mean = own.reduce((sum, one) => sum + one, 0) / own.length;
  const squares = own.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const reach = t_quantile(own.length - 1) * Math.sqrt(own.length / (own.length - 1) * squares) / values.length;
  return [quantile(order, Math.max(0, share - reach)), quantile(order, Math.min(1, share + reach))];
}
