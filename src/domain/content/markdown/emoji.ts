import { nameToEmoji } from 'gemoji';

/** Maximum length of the name of an emoji. */
export const MAX_EMOJI_NAME_LENGTH = 60;

/** Returns the emoji that GitHub knows by a name, such as 🚀 for `rocket`; undefined for an unknown name. */
export const emojiNamed = (name: string): string | undefined =>
  Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;

/** Returns the code points of an emoji in hexadecimal, as documents of blocks name it. */
export const codePointsOf = (emoji: string): string =>
  [...emoji].map((one) => one.codePointAt(0)!.toString(16)).join('-');

/** Returns the emoji of hexadecimal code points joined by hyphens; undefined if they are no characters. */
export function emojiOfCodePoints(code: string): string | undefined {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  const isValid = points.every((point) => point > 0x20 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff));
  return isValid ? String.fromCodePoint(...points) : undefined;
}
