/** A whole answer that is JSON already; it is sent as it is. */
export class RawJson {
  constructor(readonly bytes: Buffer) {}
}

/** Answers with JSON that is written already; to those who only describe the answer it is a value like any other. */
export const asJson = <Shown>(...parts: readonly (string | Buffer)[]): Shown =>
  new RawJson(Buffer.concat(parts.map((part) => Buffer.from(part)))) as unknown as Shown;
