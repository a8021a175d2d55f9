import type { Literal } from 'mdast';
import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import { asciiAlphanumeric } from 'micromark-util-character';
import type { Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types';
import { emojiNamed, MAX_EMOJI_NAME_LENGTH } from './emoji.ts';

/** Shortcode of an emoji, such as `:rocket:`; the value is the emoji. */
export interface Emoji extends Literal {
  type: 'emoji';
  name: string;
}

declare module 'mdast' {
  interface PhrasingContentMap {
    emoji: Emoji;
  }
  interface RootContentMap {
    emoji: Emoji;
  }
}
declare module 'micromark-util-types' {
  interface TokenTypeMap {
    emoji: 'emoji';
  }
}

const BACKSLASH = 92;
const COLON = 58;
const UNDERSCORE = 95;
const PLUS_SIGN = 43;
const HYPHEN = 45;

const emoji: Construct = { name: 'emoji', tokenize: tokenizeEmoji };

const isNameCharacter = (code: number | null): code is number =>
  code === UNDERSCORE ||
  code === PLUS_SIGN ||
  code === HYPHEN ||
  (asciiAlphanumeric(code) && !(code! >= 65 && code! <= 90));

function tokenizeEmoji(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const { previous } = this;
  const isApart =
    previous === COLON
      ? this.events.at(-1)?.[1].type === 'emoji'
      : previous !== UNDERSCORE && !asciiAlphanumeric(previous);
  let name = '';
  return (code) => {
    if (!isApart) return nok(code);
    effects.enter('emoji');
    effects.consume(code);
    return inName;
  };

  function inName(code: number | null): State | undefined {
    if (isNameCharacter(code) && name.length < MAX_EMOJI_NAME_LENGTH) {
      name += String.fromCharCode(code);
      effects.consume(code);
      return inName;
    }
    // Editors escape the underscores of names.
    if (code === BACKSLASH) {
      effects.consume(code);
      return atUnderscore;
    }
    if (code !== COLON || emojiNamed(name) === undefined) return nok(code);
    effects.consume(code);
    effects.exit('emoji');
    return afterEmoji;
  }

  function atUnderscore(code: number | null): State | undefined {
    return code === UNDERSCORE ? inName(code) : nok(code);
  }

  function afterEmoji(code: number | null): State | undefined {
    return asciiAlphanumeric(code) ? nok(code) : ok(code);
  }
}

/** Shortcodes of emoji with a known name, apart from words and `::`: `1:100:2` has none. */
export const emojiSyntax: Extension = { text: { [COLON]: emoji } };

export const emojiTree: TreeExtension = {
  enter: {
    emoji(token) {
      const name = this.sliceSerialize(token).slice(1, -1).replaceAll('\\', '');
      this.enter({ type: 'emoji', name, value: emojiNamed(name)! }, token);
    },
  },
  exit: {
    emoji(token) {
      this.exit(token);
    },
  },
};
