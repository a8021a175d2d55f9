const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|\w{1,31});/gi;
const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': '\u00a0',
};

/** Decodes the character references of HTML; undefined if one is unknown. */
export function decodeEntities(written: string): string | undefined {
  let isKnown = true;
  const text = written.replace(ENTITY, (entity, decimal?: string, hex?: string) => {
    const character =
      decimal === undefined && hex === undefined
        ? NAMED_ENTITIES[entity.toLowerCase()]
        : characterOf(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal));
    if (character === undefined) isKnown = false;
    return character ?? entity;
  });
  return isKnown ? text : undefined;
}

const characterOf = (code: number): string | undefined =>
  code < 0x20 || code > 0x10_ff_ff || (code >= 0x7f && code < 0xa0) || (code >= 0xd8_00 && code <= 0xdf_ff)
    ? undefined
    : String.fromCodePoint(code);
