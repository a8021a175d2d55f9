const HEADER = 8;
const MEMORY_SECTION = 5;

/**
 * A WebAssembly module whose own memory cannot grow beyond so many pages of 64 KiB: what is hostile ends it, not the machine.
 * @throws Error for a module without a memory of its own
 */
export function withMemoryLimit(module: Buffer, maxPages: number): Buffer {
  for (let at = HEADER; at < module.length;) {
    const id = module[at]!;
    const [size, from] = read(module, at + 1);
    if (id === MEMORY_SECTION) {
      const [count, flagsAt] = read(module, from);
      const [least] = read(module, flagsAt + 1);
      if (count !== 1) break;
      const memory = [1, 1, ...written(least), ...written(Math.max(least, maxPages))];
      return Buffer.concat([
        module.subarray(0, at),
        Buffer.from([id, ...written(memory.length), ...memory]),
        module.subarray(from + size),
      ]);
    }
    at = from + size;
  }
  throw new Error('the module has no memory of its own');
}

/** A number of seven bits a byte, and where it ends. */
function read(bytes: Buffer, at: number): readonly [value: number, end: number] {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]!;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at];
  }
}

function written(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...written(value >>> 7)];
}
