import { findTable } from './markdown-table.ts';

/** Replacement of a range of a text. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** First line of a block other than a paragraph. */
const BLOCK = /^(?:#{1,6}\s|[*+-]\s|\d+[.)]\s|>|\||`{3}|~{3}|\{%|<(?:table|details|figure)\b|\*{3}$|-{3}$)/;
/** First line of an item of a list. */
const ITEM = /^(?:[*+-]|\d+[.)])\s/;
/** Marks of the quotes and items that a line begins in. */
export const CONTAINERS = /^(?:[ \t]*(?:>|(?:[*+-]|\d+[.)])(?: \[[ xX]\])?(?= ))[ \t]?)*[ \t]*/;
/** Mark at the end of those of an empty item. */
const ITEM_MARK = /(?:[*+-]|\d+[.)])(?: \[[ xX]\])?[ \t]*$/;

/**
 * Fits Markdown that replaces a range into the text around it: blocks begin and end on lines of their own, every line
 * stays in the list or quote of the range, and in a table everything stays on the line.
 */
export function fitBlocks(text: string, from: number, to: number, pasted: string): Replacement {
  const before = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  const lineEnd = text.indexOf('\n', to);
  const after = text.slice(to, lineEnd < 0 ? text.length : lineEnd);
  const startsWithBlock = BLOCK.test(pasted);
  if (!startsWithBlock && !pasted.includes('\n')) return { from, to, insert: pasted };
  if (before !== '' && findTable(text, from) !== undefined) return { from, to, insert: asCell(pasted) };
  const marks = CONTAINERS.exec(before)![0];
  const own = before.slice(marks.length);
  const replaced = startsWithBlock ? replacedMark(marks, own, ITEM.test(pasted)) : '';
  const kept = marks.slice(0, marks.length - (own === replaced ? 0 : replaced.length));
  // A checkbox belongs to the text of its item.
  const indent = kept.replace(/\[[ xX]\] ?/g, '').replace(/[^\s>]/g, ' ');
  const blank = `\n${indent.trimEnd()}\n${indent}`;
  const lines = pasted.split('\n').map((line, index) => (index === 0 ? line : (indent + line).trimEnd()));
  const isApart = startsWithBlock && own.trim() !== '' && own !== replaced;
  const endsWithBlock = BLOCK.test(lastBlock(pasted)) || pasted.endsWith('```');
  const isFollowed = endsWithBlock && after.trim() !== '';
  return {
    from: from - replaced.length,
    to: isFollowed ? to + after.length - after.trimStart().length : to,
    insert: (isApart ? blank : '') + lines.join('\n') + (isFollowed ? blank : ''),
  };
}

/** Returns the mark before the cursor that blocks bring themselves: that of an empty item or of an empty heading. */
function replacedMark(marks: string, own: string, isList: boolean): string {
  if (/^#{1,6}\s+$/.test(own)) return own;
  return isList && own === '' ? (ITEM_MARK.exec(marks)?.[0] ?? '') : '';
}

/** Returns the last block of a text without its indentation. */
const lastBlock = (text: string): string => text.slice(text.lastIndexOf('\n\n') + 1).trimStart();

/** Returns blocks as the text of a cell. */
const asCell = (text: string): string => text.replace(/\n+/g, '<br>').replace(/(?<!\\)\|/g, '\\|');
