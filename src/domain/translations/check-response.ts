import { plainText, haveSameTokens, type Token } from './segment.ts';
import { parseMarkup } from './markup.ts';

/** Checked answer of an engine, or the reason for rejecting it. */
export type ResponseCheck =
  | { readonly tokens: readonly Token[]; readonly problem?: undefined }
  | { readonly tokens?: undefined; readonly problem: string };

/** Limit of a translation's length: a multiple of its source's length, plus an allowance. */
const MAX_LENGTH_RATIO = 5;
const LENGTH_ALLOWANCE = 200;
/** Minimum share of a long source's length; scripts that write a word in one or two characters need a third. */
const MIN_LENGTH_RATIO = 1 / 10;
const LONG_TEXT_LENGTH = 200;
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>]+|[\w.+-]+@[\w-]+\.[\w.-]+|(?:javascript|data|vbscript):(?=\S)/gi;
const ELEMENT = /<[a-z!/?][^<>]*/gi;
const CODE = /\{\{|\{%|%\}|\}\}/g;
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ue000-\uf8ff]/gu;

/**
 * Checks an answer against its source: each tag occurs once and within its pair, there are words, and nothing new that
 * could be more than words. White space at the edges becomes that of the source. Pure.
 */
export function checkResponse(source: readonly Token[], markup: string): ResponseCheck {
  const read = parseMarkup(markup);
  if (read === undefined) return { problem: 'the answer contains unexpected markup' };
  if (haveSameTokens(read, source)) return { tokens: source };
  const tokens = normalizeSpaces(read, source);
  const problem = tagProblem(source, tokens) ?? textProblem(plainText(source), plainText(tokens));
  return problem === undefined ? { tokens } : { problem };
}

function tagProblem(source: readonly Token[], answer: readonly Token[]): string | undefined {
  const open: number[] = [];
  const seen = new Set<string>();
  for (const token of answer) {
    if (token.kind === 'text') continue;
    const name = `${token.kind} ${token.tag}`;
    if (seen.has(name)) return 'a placeholder appears twice';
    seen.add(name);
    if (token.kind === 'open') open.push(token.tag);
    if (token.kind === 'close' && open.pop() !== token.tag) return 'placeholders overlap';
  }
  const expected = source.filter((token) => token.kind !== 'text');
  if (expected.some(({ kind, tag }) => !seen.has(`${kind} ${tag}`))) return 'a placeholder is missing';
  if (seen.size > expected.length) return 'an unknown placeholder appears';
  if (emptyPairs(answer).some((tag) => !emptyPairs(source).includes(tag))) return 'a placeholder has lost its text';
  const parents = parentsOf(source);
  const moved = [...parentsOf(answer)].some(([name, parent]) => parents.get(name) !== parent);
  return moved ? 'a placeholder is nested in another placeholder' : undefined;
}

/** Lists the pairs without content. */
function emptyPairs(tokens: readonly Token[]): readonly number[] {
  const shown = tokens.filter((token) => token.kind !== 'text' || token.text.trim() !== '');
  return shown.flatMap((token, i) => (token.kind === 'open' && shown[i + 1]?.kind === 'close' ? [token.tag] : []));
}

/** Returns the enclosing pair of each tag. */
function parentsOf(tokens: readonly Token[]): Map<string, number | undefined> {
  const parents = new Map<string, number | undefined>();
  const open: number[] = [];
  for (const token of tokens) {
    if (token.kind === 'text') continue;
    if (token.kind === 'close') {
      open.pop();
      continue;
    }
    parents.set(`${token.kind} ${token.tag}`, open.at(-1));
    if (token.kind === 'open') open.push(token.tag);
  }
  return parents;
}

function textProblem(source: string, answer: string): string | undefined {
  if (!/\p{L}/u.test(answer)) return 'the answer is empty';
  if (answer.length > MAX_LENGTH_RATIO * source.length + LENGTH_ALLOWANCE)
    return 'the answer is much longer than the source';
  if (source.length >= LONG_TEXT_LENGTH && answer.length < MIN_LENGTH_RATIO * source.length)
    return 'the answer is much shorter than the source';
  if ((answer.match(CONTROL) ?? []).some((sign) => !source.includes(sign)))
    return 'the answer contains control characters';
  for (const [form, what] of [
    [ADDRESS, 'an address'],
    [ELEMENT, 'an element of HTML'],
    [CODE, 'an expression'],
  ] as const)
    for (const [found] of answer.matchAll(form))
      if (!source.includes(found.replace(/[.,;:!?)\]]+$/, '')))
        return `the answer contains ${what} that the source does not`;
  return undefined;
}

/**
 * Joins the text into one line, moves white space out of the edges of pairs, where Markdown does not allow it, and
 * takes the white space at both ends from the source.
 */
function normalizeSpaces(tokens: readonly Token[], source: readonly Token[]): Token[] {
  const flat = tokens.map((token): Token =>
    token.kind === 'text'
      ? { kind: 'text', text: token.text.replace(/[\s\p{Cc}]*[\r\n\u2028\u2029][\s\p{Cc}]*/gu, ' ') }
      : token,
  );
  const moved = moveSpacesOutOfPairs(flat);
  const [first, last] = [source[0], source.at(-1)];
  const start = first?.kind === 'text' ? /^\s*/.exec(first.text)![0] : '';
  const end = last?.kind === 'text' ? /\s*$/.exec(last.text)![0] : '';
  return joinTexts([{ kind: 'text', text: start }, ...trimEdges(moved), { kind: 'text', text: end }]);
}

/** Moves white space at the edges of a pair out of it. */
function moveSpacesOutOfPairs(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (const token of tokens) {
    const last = result.at(-1);
    if (token.kind === 'text' && last?.kind === 'open' && /^\s/.test(token.text))
      result.splice(-1, 1, SPACE, last, { kind: 'text', text: token.text.trimStart() });
    else if (token.kind === 'close' && last?.kind === 'text' && /\s$/.test(last.text))
      result.splice(-1, 1, { kind: 'text', text: last.text.trimEnd() }, token, SPACE);
    else result.push(token);
  }
  return result;
}
const SPACE: Token = { kind: 'text', text: ' ' };

function trimEdges(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i): Token => {
    if (token.kind !== 'text') return token;
    let { text } = token;
    if (i === 0) text = text.trimStart();
    if (i === tokens.length - 1) text = text.trimEnd();
    return { kind: 'text', text };
  });
}

/** Joins adjacent texts and removes empty ones. */
function joinTexts(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (const token of tokens) {
    const last = result.at(-1);
    if (token.kind === 'text' && token.text === '') continue;
    if (token.kind === 'text' && last?.kind === 'text')
      result[result.length - 1] = { kind: 'text', text: last.text + token.text };
    else result.push(token);
  }
  return result;
}
