import { escapeAttribute } from './tag-markup.ts';
import type { NodeReader } from './node-reader.ts';

/** A mark of text: the element that shows it, and the delimiter that Markdown has for it. */
export interface TextMark {
  /** Equal for marks that say the same. */
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

/** Outermost first. Code is none of these: what it marks is no Markdown. */
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

/** The marks of a leaf but code, outermost first. @throws Invalid for a mark that is not known */
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
