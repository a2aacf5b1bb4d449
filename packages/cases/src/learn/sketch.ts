/** A set of 64 bits that estimates the number of distinct names added (linear counting); usable up to about 200. */
export type Sketch = [number, number];

export function emptySketch(): Sketch {
  return [0, 0];
}

export function addToSketch(sketch: Sketch, name: string): void {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i += 1) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  const bit = (hash >>> 0) % 64;
  if (bit < 32) sketch[0] |= 1 << bit;
  else sketch[1] |= 1 << (bit - 32);
}

export function sketchSize([low, high]: Sketch): number {
  const zero = 64 - bits(low) - bits(high);
  return zero === 0 ? 266 : -64 * Math.log(zero / 64);
}

export function bits(value: number): number {
  let rest = value >>> 0;
  let count = 0;
  while (rest !== 0) {
    rest &= rest - 1;
    count += 1;
  }
  return count;
}
