import { decodeString } from 'micromark-util-decode-string';

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{0,30}));/g;

/** Decodes the character references of HTML; undefined if one is unknown or stands for a control character. */
export function decodeEntities(written: string): string | undefined {
  let isKnown = true;
  const text = written.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    const character =
      name === undefined
        ? characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
        : namedCharacter(entity);
    if (character === undefined) isKnown = false;
    return character ?? entity;
  });
  return isKnown ? text : undefined;
}

function namedCharacter(entity: string): string | undefined {
  const characters = decodeString(entity);
  return characters === entity || /\p{Cc}/u.test(characters) ? undefined : characters;
}

const characterOf = (code: number): string | undefined =>
  code < 0x20 || code > 0x10_ff_ff || (code >= 0x7f && code < 0xa0) || (code >= 0xd8_00 && code <= 0xdf_ff)
    ? undefined
    : String.fromCodePoint(code);
