/** Token of an expression, with its offset. */
export type Token =
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'string'; readonly value: string; readonly at: number }
  | { readonly kind: 'name' | 'sign'; readonly value: string; readonly at: number }
  | { readonly kind: 'end'; readonly value: ''; readonly at: number };

/** Syntax error inside the parser, which returns it as a value. */
export class ExpressionSyntaxError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

const SPACE = /[\s\u00A0]+/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;
const STRING = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|`((?:[^`\\$]|\\[^]|\$(?!\{))*)`/y;
const SIGN = /===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|[!<>+\-*/%?:()[\].,]/y;
const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([^]))/g;
const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
};

/**
 * Splits an expression into tokens; linear in its length.
 * @throws ExpressionSyntaxError
 */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  while (at < text.length) {
    const space = match(SPACE);
    if (space) {
      at += space[0].length;
      continue;
    }
    const found = match(NUMBER) ?? match(NAME) ?? match(STRING) ?? match(SIGN);
    if (found === null)
      throw new ExpressionSyntaxError(
        /["'`]/.test(text[at]!)
          ? 'the expression contains an unterminated string'
          : 'the expression contains an invalid character',
        at,
      );
    tokens.push(toToken(found[0], found[1] ?? found[2] ?? found[3], at));
    at += found[0].length;
  }
  tokens.push({ kind: 'end', value: '', at: text.length });
  return tokens;
}

function toToken(word: string, quoted: string | undefined, at: number): Token {
  if (quoted !== undefined) return { kind: 'string', value: quoted.replace(ESCAPE, unescapeSequence), at };
  if (/^\.?\d/.test(word)) return { kind: 'number', value: Number(word), at };
  return { kind: /^[\p{ID_Start}$_]/u.test(word) ? 'name' : 'sign', value: word, at };
}

function unescapeSequence(escape: string, braced?: string, four?: string, two?: string, one?: string): string {
  const point = braced ?? four ?? two;
  if (point === undefined) return ESCAPED[one!] ?? one!;
  const code = parseInt(point, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
}
