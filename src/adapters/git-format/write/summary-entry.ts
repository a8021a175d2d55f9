import { stringify } from 'yaml';
import type { Page } from '../../../domain/content/page.ts';
import type { NavigationNode } from '../navigation.ts';
import { headingText, inlineText, splitAnchor } from '../inline-text.ts';
import { findLink } from '../summary-link.ts';
import { BULLET } from '../summary-parser.ts';
import { escapeTitle } from './document-text.ts';
import { indentOf, type SummaryStyle } from './summary-lines.ts';

/** Page as an entry of a summary. */
export interface SummaryPage {
  readonly page: Page;
  /** Destination of the link in Markdown; undefined for groups and for pages without a target. */
  readonly destination: string | undefined;
  /** Slug of a group that must be stated. */
  readonly anchor?: string;
}

/** Reports whether a page is a heading of the summary; a group below another page is an entry without a file. */
export const isHeading = ({ type, parent }: Page): boolean => type === 'group' && parent === null;

/** Returns the lines of a new entry without line endings. */
export function createEntryLines(
  { page, destination, anchor }: SummaryPage,
  indent: string,
  { bullet }: SummaryStyle,
): readonly string[] {
  if (isHeading(page)) return [`## ${formatGroupTitle(page.title, anchor)}`];
  if (page.type === 'computed') return [...computedLines(page, bullet)].map((line) => indent + line);
  return [indent + bullet + linkText(page, destination)];
}

function linkText({ title, linkTitle }: Page, destination: string | undefined): string {
  const text = escapeLinkText(title);
  return destination === undefined ? text : `[${text}](${destination}${formatLinkTitle(linkTitle)})`;
}

const formatGroupTitle = (title: string, anchor: string | undefined): string =>
  escapeTitle(title) + (anchor === undefined ? '' : ` <a href="#${anchor}" id="${anchor}"></a>`);
const formatLinkTitle = (linkTitle: string | undefined): string =>
  linkTitle === undefined || linkTitle === '' ? '' : ` "${linkTitle.replace(/\s+/g, ' ').replace(/[\\"]/g, '\\$&')}"`;

/** Escapes a title between brackets only where necessary. */
function escapeLinkText(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  const link = findLink(`[${line}](x)`);
  const isPlain = link?.title === line && link.rest === '' && inlineText(line) === line;
  return isPlain ? line : line.replace(/[\\`*_[\]<>&!#]/g, '\\$&');
}

function* computedLines({ title, computed = {} }: Page, bullet: string): Iterable<string> {
  const pad = ' '.repeat(bullet.length);
  yield `${bullet}\`\`\`yaml`;
  const { type, props, dependencies } = computed as {
    readonly type?: unknown;
    readonly props?: unknown;
    readonly dependencies?: { readonly spec?: { readonly ref?: { readonly spec?: unknown } } };
  };
  const isImplied = title === (dependencies?.spec?.ref?.spec ?? type);
  const yaml = stringify(
    { ...(!isImplied && { title }), type, props: props ?? {}, ...(dependencies !== undefined && { dependencies }) },
    { lineWidth: 0 },
  );
  for (const line of yaml.trimEnd().split('\n')) yield pad + line;
  yield `${pad}\`\`\``;
}

/** Parts of an entry that differ from the repository. */
export interface EntryChange {
  readonly title: boolean;
  readonly linkTitle: boolean;
  readonly destination: boolean;
}

/**
 * Updates the changed parts in the first line of an entry and keeps every other character; undefined if the entry must
 * be rewritten.
 */
export function updateEntryLine(
  line: string,
  entry: SummaryPage,
  node: NavigationNode,
  change: EntryChange,
): string | undefined {
  const { page, destination, anchor } = entry;
  if (isHeading(page)) return updateHeading(line, page.title, anchor);
  if (node.kind === 'computed' || page.type === 'computed') return undefined;
  const indent = indentOf(line);
  const bullet = BULLET.exec(line.slice(indent.length))?.[0] ?? '';
  const start = indent.length + bullet.length;
  const text = line.slice(start);
  const link = findLink(text);
  if (link === null || destination === undefined) return undefined;
  const { source } = link;
  const title = change.title ? escapeLinkText(page.title) : text.slice(source.title.from, source.title.to);
  const destinationText = change.destination ? destination : text.slice(source.destination.from, source.destination.to);
  const tail = change.linkTitle ? `${formatLinkTitle(page.linkTitle)})` : text.slice(source.destination.to, source.end);
  return (
    line.slice(0, start) +
    text.slice(0, source.title.from) +
    title +
    text.slice(source.title.to, source.destination.from) +
    destinationText +
    tail +
    text.slice(source.end)
  );
}

/** Updates the title of a heading and keeps its marks; undefined for underlined headings, which are rewritten. */
function updateHeading(line: string, title: string, anchor: string | undefined): string | undefined {
  const marks = /^[ \t\ufeff]*#{1,6}[ \t]+/.exec(line)?.[0];
  if (marks === undefined) return undefined;
  const rest = line.slice(marks.length);
  const { text } = splitAnchor(rest.trimEnd());
  const words = headingText(text);
  if (words === '') return undefined;
  const currentAnchor = splitAnchor(rest.trimEnd()).id;
  const tail =
    currentAnchor === anchor
      ? rest.slice(rest.indexOf(words) + words.length)
      : anchor === undefined
        ? ''
        : formatGroupTitle('', anchor);
  return marks + escapeTitle(title) + tail;
}
