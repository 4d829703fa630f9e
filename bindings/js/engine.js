// SPDX-License-Identifier: MIT
// Calls the C interface (include/fairway.h) in WebAssembly.

/** @typedef {number|string|Uint8Array|Int32Array|Uint32Array|Float64Array|null} Argument a number, which may be a handle or a pointer; or a text or an array, which is copied into the engine's memory */

/** A loaded engine. */
export class Engine {
  /** @param {any} module - what Emscripten's start function returns */
  constructor(module) {
    this.module = module;
    /** @type {Record<string, {size: number, fields: Record<string, [number, string]>}>} */
    this.layout = JSON.parse(this.string(module._fairway_layout()));
  }

  /** Returns the text at a pointer, which ends at a zero byte. @param {number} pointer @returns {string} */
  string(pointer) {
    const bytes = this.module.HEAPU8;
    return new TextDecoder().decode(bytes.slice(pointer, bytes.indexOf(0, pointer)));
  }

  /**
   * Calls a function of the C interface. If it returns `failure`, throws an Error with the message of fairway_error().
   * @param {string} name - without the prefix `fairway_` @param {Argument[]} given @param {number} [failure] @returns {number} */
  call(name, given, failure = 0) {
    /** @type {number[]} */
    const copies = [];
    try {
      const result = this.module[`_fairway_${name}`](...given.map((one) => {
        if (typeof one === "number") return one;
        if (one === null) return 0;
        copies.push(this.copied(typeof one === "string" ? new TextEncoder().encode(`${one}\0`) : one));
        return copies[copies.length - 1];
      }));
      if (result === failure) throw new Error(this.string(this.module._fairway_error()));
      return result;
    } finally {
      for (const copy of copies) this.module._free(copy);
    }
  }

  /** Copies an array into the engine's memory. The caller frees it. @param {ArrayBufferView} array */
  copied(array) {
    const at = this.module._malloc(array.byteLength || 1);
    if (!at) throw new Error("out of memory");
    this.module.HEAPU8.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    return at;
  }

  /** Returns a copy of `count` doubles at a pointer. @param {number} pointer @param {number} count */
  doubles(pointer, count) {
    return new Float64Array(this.module.HEAPU8.buffer.slice(pointer, pointer + 8 * count));
  }

  /** Returns the struct at a pointer as an object with the field names of the C interface. @param {string} name @param {number} pointer @returns {Record<string, any>} */
  struct(name, pointer) {
    const view = new DataView(this.module.HEAPU8.buffer);
    /** @type {Record<string, (at: number) => any>} */
    const read = {
      f64: (at) => view.getFloat64(at, true),
      i32: (at) => view.getInt32(at, true),
      u32: (at) => view.getUint32(at, true),
      i64: (at) => Number(view.getBigInt64(at, true)),
      string: (at) => this.string(view.getUint32(at, true)),
      text: (at) => this.string(at),
    };
    return Object.fromEntries(Object.entries(this.layout[name].fields).map(([field, [offset, kind]]) =>
      [field, read[kind] ? read[kind](pointer + offset) : this.struct(kind, pointer + offset)]));
  }

  /** Calls a function that fills a struct, its last argument. Returns the struct. @param {string} name @param {Argument[]} given @param {string} struct */
  filled(name, given, struct) {
    const at = this.module._malloc(this.layout[struct].size);
    try {
      this.call(name, [...given, at]);
      return this.struct(struct, at);
    } finally {
      this.module._free(at);
    }
  }

  /** Calls a function that returns a table. Returns a copy of the table. @param {string} name @param {Argument[]} given */
  table(name, given) {
    const { values, rows, columns } = this.struct("fairway_table", this.call(name, given));
    return { values: this.doubles(values, rows * columns), rows, columns };
  }
}
