// Random numbers as NumPy's RandomState(seed).randint(0, count) samples them, so that the page's
// intervals are those of scripts/plot.py. Matsumoto and Nishimura, "Mersenne Twister", ACM TOMACS 8,
// 1998.

const kTwisterSize = 624;
const kTwisterShift = 397;

export class Twister {
  /** @param {number} seed */
  constructor(seed) {
    this.state = new Uint32Array(kTwisterSize);
    this.at = kTwisterSize;
    this.state[0] = seed;
    for (let i = 1; i < kTwisterSize; ++i) {
      const last = this.state[i - 1] ^ (this.state[i - 1] >>> 30);
      this.state[i] = Math.imul(last, 1812433253) + i;
    }
  }

  /** 32 random bits. */
  next() {
    if (this.at === kTwisterSize) this.twist();
    let bits = this.state[this.at++];
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    return (bits ^ (bits >>> 18)) >>> 0;
  }

  /**
   * A number below `count`.
   * @param {number} count
   */
  below(count) {
    if (count === 1) return 0;
    const mask = 2 ** (32 - Math.clz32(count - 1)) - 1;
    for (;;) {
      const value = (this.next() & mask) >>> 0;
      if (value < count) return value;
    }
  }

  twist() {
    const state = this.state;
    for (let i = 0; i < kTwisterSize; ++i) {
      const pair = (state[i] & 0x80000000) | (state[(i + 1) % kTwisterSize] & 0x7fffffff);
      state[i] = state[(i + kTwisterShift) % kTwisterSize] ^ (pair >>> 1) ^ (pair & 1 ? 0x9908b0df : 0);
    }
    this.at = 0;
  }
}
