import { nameToEmoji } from 'gemoji';

/** Maximum length of the name of an emoji. */
export const MAX_EMOJI_NAME_LENGTH = 60;

/** Returns the emoji that GitHub knows by a name, such as 🚀 for `rocket`; undefined for an unknown name. */
export const emojiNamed = (name: string): string | undefined =>
  Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;

/** Returns the code points of an emoji in hexadecimal, as documents of blocks name it. */
export const codePointsOf = (emoji: string): string =>
  [...emoji].map((one) => one.codePointAt(0)!.toString(16)).join('-');
