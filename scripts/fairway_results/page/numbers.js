// Unpacks numbers that scripts/fairway_results/page.py packed: byte planes, compressed in zlib's
// format, in base64.

/** Returns the bytes of a part of the page. Removes the packed text from the page. @param {string} id @returns {Promise<Uint8Array>} */
export async function unpacked(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no part ${id}`);
  const bytes = Uint8Array.from(atob(node.textContent || ""), (letter) => letter.charCodeAt(0));
  node.remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} id @returns {Promise<any>} */
export async function unpacked_json(id) {
  return JSON.parse(new TextDecoder().decode(await unpacked(id)));
}

/**
 * Numbers from byte planes: all first bytes, then all second bytes, and so on.
 * @template {Float32Array|Float64Array|Uint32Array|Uint8Array} Numbers
 * @param {Uint8Array} planes @param {{new (buffer: ArrayBuffer): Numbers, BYTES_PER_ELEMENT: number}} kind @returns {Numbers} */
function numbers_of_planes(planes, kind) {
  const width = kind.BYTES_PER_ELEMENT;
  const count = planes.length / width;
  const bytes = new Uint8Array(planes.length);
  for (let plane = 0; plane < width; ++plane) {
    const from = plane * count;
    for (let i = 0, to = plane; i < count; ++i, to += width) bytes[to] = planes[from + i];
  }
  return new kind(bytes.buffer);
}

/**
 * Unpacks the numbers of a part of the page.
 * @template {Float32Array|Float64Array|Uint32Array|Uint8Array} Numbers @param {string} id
 * @param {{new (buffer: ArrayBuffer): Numbers, BYTES_PER_ELEMENT: number}} kind @returns {Promise<Numbers>} */
export async function unpacked_numbers(id, kind) {
  return numbers_of_planes(await unpacked(id), kind);
}

/** @type {Map<string, Promise<any>>} by id */
const unpacked_parts = new Map();

/**
 * A part of the page, unpacked on the first call.
 * @template Value @param {string} id @param {(id: string) => Promise<Value>} unpack @returns {Promise<Value>}
 */
export function once(id, unpack) {
  const value = unpacked_parts.get(id) || unpack(id);
  unpacked_parts.set(id, value);
  return value;
}
