import { escapeAttribute } from './tag-markup.ts';
import type { NodeReader } from './node-reader.ts';

/** Mark of text: its HTML element, and its Markdown delimiter if it has one. */
export interface TextMark {
  /** Name, equal for equal marks. */
  readonly name: string;
  readonly delimiter?: string;
  readonly open: string;
  readonly close: string;
}

const markFor = (name: string, tag: string, delimiter?: string): TextMark => ({
  name,
  open: `<${tag}>`,
  close: `</${tag}>`,
  ...(delimiter !== undefined && { delimiter }),
});

/** Marks from outermost to innermost. Code is not one of them: Markdown is not parsed within code. */
const MARKS: ReadonlyMap<string, TextMark> = new Map(
  [
    markFor('bold', 'strong', '**'),
    markFor('italic', 'em', '*'),
    markFor('strikethrough', 'del', '~~'),
    markFor('superscript', 'sup'),
    markFor('subscript', 'sub'),
    markFor('keyboard', 'kbd'),
  ].map((mark) => [mark.name, mark]),
);
const ORDER = ['color', ...MARKS.keys()];

/**
 * Returns the marks of a leaf except code, outermost first.
 * @throws Invalid for an unknown mark
 */
export function marksOf(leaf: NodeReader): { readonly marks: readonly TextMark[]; readonly code: boolean } {
  const marks = new Map<string, TextMark>();
  let code = false;
  for (const mark of leaf.marks) {
    if (mark.type === 'code') code = true;
    else if (mark.type === 'color') {
      const color = colorMark(mark);
      if (color) marks.set('color', color);
    } else
      marks.set(
        mark.type,
        MARKS.get(mark.type) ?? mark.reject('type', `is not a known mark type: ${mark.type.slice(0, 40)}`),
      );
  }
  return { marks: ORDER.flatMap((name) => marks.get(name) ?? []), code };
}

function colorMark(mark: NodeReader): TextMark | undefined {
  const styles = [
    ['color', mark.string('text')],
    ['background-color', mark.string('background')],
  ].filter(([, value]) => value !== undefined && value !== 'default');
  if (styles.length === 0) return undefined;
  const style = styles.map(([name, value]) => `${name}:${value};`).join('');
  return { name: `color ${style}`, open: `<mark style="${escapeAttribute(style)}">`, close: '</mark>' };
}
