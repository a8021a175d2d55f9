import { markdownSpace } from 'micromark-util-character';
import type { Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    trailingBreak: 'trailingBreak';
  }
}

const BACKSLASH = 92;

const trailingBreak: Construct = { name: 'trailingBreak', tokenize: tokenizeTrailingBreak };

function tokenizeTrailingBreak(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  return (code) => {
    effects.enter('trailingBreak');
    effects.consume(code);
    return afterBackslash;
  };

  function afterBackslash(code: number | null): State | undefined {
    if (markdownSpace(code)) {
      effects.consume(code);
      return afterBackslash;
    }
    if (code !== null) return nok(code);
    effects.exit('trailingBreak');
    return ok(code);
  }
}

/**
 * Backslash at the end of a block, which editors write for a line break that nothing follows. It is no part of the
 * text; CommonMark would show it.
 */
export const trailingBreakSyntax: Extension = { text: { [BACKSLASH]: trailingBreak } };
