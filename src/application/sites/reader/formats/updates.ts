import { parseBlockTag } from '../../../../domain/content/markdown/block-tag.ts';
import { FencedCode } from '../../../../domain/content/markdown/fenced-code.ts';
import { linesWithEndings } from '../../../../domain/content/text/lines.ts';
import { toPlainText } from '../../../../domain/search/plain-text.ts';

/** Maximum number of updates that a feed has, and of characters of each. */
const MAX_UPDATES = 50;
const MAX_TEXT = 4_000;

/** An update of an updates block. */
export interface PageUpdate {
  readonly title: string;
  /** ISO 8601. */
  readonly date: string;
  readonly text: string;
  readonly tags: readonly string[];
}

const TAG = /^[ \t>]*(\{%[^\n]*%\})[ \t]*(?:\r?\n)?$/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/m;
const CLOSING_MARKS = /(?<![ \t])[ \t]+#*$/;

/** Tells whether a Markdown text may have an updates block. */
export const mayHaveUpdates = (markdown: string): boolean => /\{%-?[ \t]*update(?![\w-])/.test(markdown);

/** Lists the updates of a page that have a date, in their order. The text is what the reader may see. */
export function listUpdates(markdown: string): readonly PageUpdate[] {
  if (!mayHaveUpdates(markdown)) return [];
  const updates: PageUpdate[] = [];
  const fenced = new FencedCode();
  let open: { readonly date: string; readonly tags: string; lines: string } | undefined;
  for (const line of linesWithEndings(markdown)) {
    const tag = fenced.read(line) === undefined ? parseBlockTag(TAG.exec(line)?.[1] ?? '') : undefined;
    if (tag?.name === 'update') {
      open = { date: tag.values.get('date') ?? '', tags: tag.values.get('tags') ?? '', lines: '' };
    } else if (tag?.closes === 'update' && open !== undefined) {
      const update = updateOf(open);
      open = undefined;
      if (update !== undefined) updates.push(update);
      if (updates.length >= MAX_UPDATES) break;
    } else if (open !== undefined) open.lines += line;
  }
  return updates;
}

function updateOf({
  date,
  tags,
  lines,
}: {
  readonly date: string;
  readonly tags: string;
  readonly lines: string;
}): PageUpdate | undefined {
  const time = Date.parse(date);
  if (Number.isNaN(time)) return undefined;
  const heading = HEADING.exec(lines)?.[1];
  const body = heading === undefined ? lines : lines.replace(HEADING, '');
  return {
    title: (heading === undefined ? '' : toPlainText(heading.replace(CLOSING_MARKS, '')).trim()) || date.slice(0, 10),
    date: new Date(time).toISOString(),
    text: toPlainText(body)
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .slice(0, MAX_TEXT),
    tags: tags
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  };
}
