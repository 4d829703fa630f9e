// Numbers as scripts/fairway_results/page.py and `fairway traces` pack them: zlib's format in base64, bytes of numbers in planes.

/** The bytes of a part of the page, which it then forgets. @param {string} id @returns {Promise<Uint8Array>} */
export async function unpacked(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no part ${id}`);
  const letters = atob(node.textContent || "");
  node.remove();
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} id @returns {Promise<any>} */
export async function unpacked_json(id) {
  return JSON.parse(new TextDecoder().decode(await unpacked(id)));
}

/** @template {Float32Array|Float64Array|Uint32Array|Uint8Array} Numbers @param {string} id @param {{new (buffer: ArrayBuffer): Numbers,
 *   BYTES_PER_ELEMENT: number}} kind @returns {Promise<Numbers>} */
export async function unpacked_numbers(id, kind) {
  const planes = await unpacked(id);
  const width = kind.BYTES_PER_ELEMENT;
  const count = planes.length / width;
  const bytes = new Uint8Array(planes.length);
  for (let plane = 0; plane < width; ++plane) {
    const from = plane * count;
    for (let i = 0, to = plane; i < count; ++i, to += width) bytes[to] = planes[from + i];
  }
  return new kind(bytes.buffer);
}
