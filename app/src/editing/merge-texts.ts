import { mergeText, type MergedText } from '../../../src/domain/content/text/text-merge.ts';

/** Merges two changes of a text as the server does, with markers around lines that both changed. */
export function mergeTexts(base: string, theirs: string, mine: string): MergedText {
  const steps = mergeText(base, theirs, mine);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as MergedText;
  }
}

/** Part of a merged text: lines that are decided, or both versions of lines that both changed. */
export type MergedPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'conflict'; readonly theirs: string; readonly base: string; readonly mine: string };

/** Splits a merged text at its markers. */
export function splitMerged({ text, markers }: MergedText): readonly MergedPart[] {
  if (markers === 0) return [{ kind: 'text', text }];
  const parts: MergedPart[] = [];
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const isMarker = (line: string, character: string): boolean =>
    line.startsWith(character.repeat(markers)) && line[markers] !== character;
  let plain = '';
  let open: { theirs: string; base: string; mine: string } | undefined;
  let side: 'theirs' | 'base' | 'mine' = 'theirs';
  for (const line of lines) {
    if (open === undefined && isMarker(line, '<')) {
      if (plain !== '') parts.push({ kind: 'text', text: plain });
      plain = '';
      open = { theirs: '', base: '', mine: '' };
      side = 'theirs';
    } else if (open !== undefined && isMarker(line, '|')) side = 'base';
    else if (open !== undefined && isMarker(line, '=')) side = 'mine';
    else if (open !== undefined && isMarker(line, '>')) {
      parts.push({ kind: 'conflict', ...open });
      open = undefined;
    } else if (open === undefined) plain += line;
    else open[side] += line;
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain });
  return parts;
}

/** Side that a conflict is decided for. */
export type Side = 'mine' | 'theirs' | 'both';

/** Joins the parts of a merged text; `sides` are the decisions about the conflicts, in order. */
export function joinParts(parts: readonly MergedPart[], sides: readonly Side[]): string {
  let at = 0;
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const side = sides[at++] ?? 'both';
      if (side === 'both') return withLineEnd(part.theirs) + part.mine;
      return part[side];
    })
    .join('');
}

const withLineEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
