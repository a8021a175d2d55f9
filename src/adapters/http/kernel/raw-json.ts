/** A complete response body that is serialized JSON already. */
export class RawJson {
  constructor(readonly bytes: Buffer) {}
}

/** Returns serialized JSON as a response; its declared type is the shown value, for schemas and documentation. */
export const asJson = <Shown>(...parts: readonly (string | Buffer)[]): Shown =>
  new RawJson(Buffer.concat(parts.map((part) => Buffer.from(part)))) as unknown as Shown;
