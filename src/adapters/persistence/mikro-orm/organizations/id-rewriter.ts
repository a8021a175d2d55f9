import type { RowRewriter } from '../instance/restore-backup.ts';

const ID = /(?<![0-9A-Za-z])[0-9A-Za-z]{20}(?![0-9A-Za-z])/g;
const DIGIT = /[0-9A-Za-z]/;

/** Index at which the letters and digits at the end of a text begin, which the next chunk may continue. */
function openEnd(text: string): number {
  let end = text.length;
  while (end > 0 && DIGIT.test(text[end - 1]!)) end--;
  return end;
}

/** Replaces ids in rows that arrive in chunks; everything else stays byte for byte. */
export class IdRewriter implements RowRewriter {
  #rest = '';

  constructor(private readonly ids: ReadonlyMap<string, string>) {}

  rewrite(chunk: Uint8Array): Uint8Array {
    // One character per byte; ids are ASCII.
    const text = this.#rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    const end = openEnd(text);
    this.#rest = text.slice(end);
    return this.#replaced(text.slice(0, end));
  }

  end(): Uint8Array {
    return this.#replaced(this.#rest);
  }

  #replaced(text: string): Buffer {
    return Buffer.from(
      text.replace(ID, (id) => this.ids.get(id) ?? id),
      'latin1',
    );
  }
}
