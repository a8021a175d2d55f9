import type { Literal } from 'mdast';
import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import { htmlFlow } from 'micromark-core-commonmark';
import { factorySpace } from 'micromark-factory-space';
import { markdownLineEnding } from 'micromark-util-character';
import type { Construct, Effects, Extension, Point, State, TokenizeContext } from 'micromark-util-types';

/** Block tag such as `{% hint style="info" %}`; the value is its source. */
export interface BlockTag extends Literal {
  type: 'blockTag';
}

declare module 'mdast' {
  interface BlockContentMap {
    blockTag: BlockTag;
  }
  interface RootContentMap {
    blockTag: BlockTag;
  }
}
declare module 'micromark-util-types' {
  interface TokenTypeMap {
    blockTag: 'blockTag';
  }
}

const PERCENT_SIGN = 37;
const LESS_THAN = 60;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

/** Tag on a line of its own. It ends the paragraph, list item, table or HTML block before it. */
const blockTag: Construct = { name: 'blockTag', tokenize: tokenizeBlockTag };

function tokenizeBlockTag(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  return (code) => {
    effects.enter('blockTag');
    effects.consume(code);
    return afterBrace;
  };

  function afterBrace(code: number | null): State | undefined {
    if (code !== PERCENT_SIGN) return nok(code);
    effects.consume(code);
    return inside;
  }

  function inside(code: number | null): State | undefined {
    if (code === null || markdownLineEnding(code)) return nok(code);
    effects.consume(code);
    return code === PERCENT_SIGN ? afterPercentSign : inside;
  }

  function afterPercentSign(code: number | null): State | undefined {
    if (code !== CLOSING_BRACE) return inside(code);
    effects.consume(code);
    effects.exit('blockTag');
    return factorySpace(effects, afterTag, 'whitespace');
  }

  function afterTag(code: number | null): State | undefined {
    return code === null || markdownLineEnding(code) ? ok(code) : nok(code);
  }
}

/** Block tag on the next line. */
const tagOnNextLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return (code) => {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return factorySpace(effects, effects.attempt(blockTag, ok, nok), 'linePrefix');
    };
  },
};

/** Start of an HTML block that only its own end ends, not a blank line. */
const UNTIL_OWN_END = /^<(?:[!?]|(?:pre|script|style|textarea)(?=[\s>]|$))/i;
const PREFORMATTED = /<(\/?)pre(?=[\s/>]|$)/gi;

/** HTML block that ends before a block tag as before a blank line, except within preformatted text. */
const htmlBeforeTag: Construct = { ...htmlFlow, name: 'htmlBeforeTag', tokenize: tokenizeHtmlBeforeTag };

function tokenizeHtmlBeforeTag(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const start = this.now();
  const isPreformatted = preformattedTracker(this, start);
  let blankLineBefore: unknown;
  // In a block that a blank line ends, the first check at the end of a line is the one for the blank line.
  const check: Effects['check'] = (construct, returnState, bogusState) => (code) => {
    if (markdownLineEnding(code))
      blankLineBefore ??= UNTIL_OWN_END.test(this.sliceSerialize({ start, end: this.now() })) ? 'none' : construct;
    const constructs =
      construct === blankLineBefore && !isPreformatted() ? [construct as Construct, tagOnNextLine] : construct;
    return effects.check(constructs, returnState, bogusState)(code);
  };
  return htmlFlow.tokenize.call(this, { ...effects, check }, ok, nok);
}

/** Returns a function that tells whether a `pre` element is open; reads each character once. */
function preformattedTracker(context: TokenizeContext, start: Point): () => boolean {
  let read = start;
  let isOpen = false;
  return () => {
    const now = context.now();
    for (const [, slash] of context.sliceSerialize({ start: read, end: now }).matchAll(PREFORMATTED))
      isOpen = slash === '';
    read = now;
    return isOpen;
  };
}

export const blockTagSyntax: Extension = {
  disable: { null: ['htmlFlow'] },
  flow: { [OPENING_BRACE]: blockTag, [LESS_THAN]: htmlBeforeTag },
};

export const blockTagTree: TreeExtension = {
  enter: {
    blockTag(token) {
      this.enter({ type: 'blockTag', value: this.sliceSerialize(token) }, token);
    },
  },
  exit: {
    blockTag(token) {
      this.exit(token);
    },
  },
};
