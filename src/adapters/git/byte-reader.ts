/**
 * Reads lines and blocks of bytes from a stream, joining chunks only where a block spans several. The synchronous
 * methods avoid a wait per block, which would cost more than the block itself for thousands of small ones.
 */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #buffered: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Like `until`, within the buffered bytes; undefined if they contain no `end`. */
  untilBuffered(end: number): Buffer | undefined {
    const at = this.#buffered.indexOf(end);
    if (at < 0) return undefined;
    const piece = this.#buffered.subarray(0, at);
    this.#buffered = this.#buffered.subarray(at + 1);
    return piece;
  }

  /** Like `take`, within the buffered bytes; undefined if there are fewer. */
  takeBuffered(length: number): Buffer | undefined {
    if (this.#buffered.length < length) return undefined;
    const piece = Buffer.from(this.#buffered.subarray(0, length));
    this.#buffered = this.#buffered.subarray(length);
    return piece;
  }

  /** Reads up to the next byte `end`, which is consumed but not returned; undefined if the stream ends first. */
  async until(end: number, maxBytes = 64 * 1024): Promise<Buffer | undefined> {
    for (let from = 0; ;) {
      const at = this.#buffered.indexOf(end, from);
      if (at >= 0) {
        const piece = this.#buffered.subarray(0, at);
        this.#buffered = this.#buffered.subarray(at + 1);
        return piece;
      }
      from = this.#buffered.length;
      if (from > maxBytes || !(await this.#readMore())) return undefined;
    }
  }

  /** Reads exactly `length` bytes; undefined if the stream ends first. */
  async take(length: number): Promise<Buffer | undefined> {
    const pieces: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      if (this.#buffered.length === 0 && !(await this.#readMore())) return undefined;
      const piece = this.#buffered.subarray(0, missing);
      this.#buffered = this.#buffered.subarray(piece.length);
      pieces.push(piece);
      missing -= piece.length;
    }
    return pieces.length === 1 ? Buffer.from(pieces[0] as Buffer) : Buffer.concat(pieces);
  }

  async #readMore(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return false;
    const more = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#buffered = this.#buffered.length === 0 ? more : Buffer.concat([this.#buffered, more]);
    return true;
  }
}
