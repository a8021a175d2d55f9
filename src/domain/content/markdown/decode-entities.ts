const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{0,30}));/g;
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }),
);

/** Decodes the character references of HTML; undefined if one is unknown or stands for a control character. */
export function decodeEntities(written: string): string | undefined {
  let isKnown = true;
  const text = written.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    const character =
      name === undefined
        ? characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
        : NAMED.get(name);
    if (character === undefined) isKnown = false;
    return character ?? entity;
  });
  return isKnown ? text : undefined;
}

const characterOf = (code: number): string | undefined =>
  code < 0x20 || code > 0x10_ff_ff || (code >= 0x7f && code < 0xa0) || (code >= 0xd8_00 && code <= 0xdf_ff)
    ? undefined
    : String.fromCodePoint(code);
