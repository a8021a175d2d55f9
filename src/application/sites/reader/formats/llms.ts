import type { ContentStore } from '../../../../ports/content/content-store.ts';
import { yieldToEventLoop } from '../../../kernel/time-slices.ts';
import type { SiteMap } from '../site-map.ts';
import type { SiteSpaceContext } from '../site-space-context.ts';
import { listIndexedEntries, readListedPages } from './listed-pages.ts';
import { markdownUrl } from './markdown-url.ts';
import type { PageTexts } from './page-texts.ts';

/** Maximum number of pages of one space that `llms.txt` lists. */
const MAX_PAGES = 10_000;
/** Maximum length of `llms-full.txt` in UTF-16 units; the page at which it is exceeded is the last one. */
const MAX_FULL_LENGTH = 20_000_000;

const NOTICE = '\n---\n\nThis file has reached its maximum size. Read further pages by their own URLs.\n';

/** Escapes a text for a link of a Markdown list. */
const linkText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]`<]/g, '\\$&');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the heading of a space: the title of its section, and its own among several. */
export function headingOf(
  { sections, variants }: SiteMap,
  { variant: { siteSpace, title } }: SiteSpaceContext,
): string {
  const section = sections.find(({ id }) => id === siteSpace.sectionId);
  if (section === undefined) return title;
  const isAlone = variants.filter((one) => one.siteSpace.sectionId === siteSpace.sectionId).length === 1;
  return isAlone ? section.title : `${section.title}: ${title}`;
}

/** Builds `llms.txt`: the pages of a site with their descriptions and the URLs of their Markdown (llmstxt.org). */
export async function llmsText(
  store: ContentStore,
  map: SiteMap,
  title: string,
  spaces: readonly SiteSpaceContext[],
): Promise<string> {
  const parts = [`# ${oneLine(title)}\n`];
  for (const space of spaces) {
    const pages = await readListedPages(store, space, await listIndexedEntries(space, MAX_PAGES));
    if (pages.length === 0) continue;
    const lines = pages.map(({ entry, page: { description } }) => {
      const more = description === undefined || description.trim() === '' ? '' : `: ${oneLine(description)}`;
      return `- [${linkText(entry.title)}](${markdownUrl(space, entry)})${more}`;
    });
    parts.push(`## ${oneLine(headingOf(map, space))}\n\n${lines.join('\n')}\n`);
  }
  return parts.join('\n');
}

/** Streams `llms-full.txt`: the Markdown of all pages of a site, up to a maximum length. */
export async function* llmsFullText(
  texts: Pick<PageTexts, 'of'>,
  title: string,
  spaces: readonly SiteSpaceContext[],
): AsyncGenerator<string> {
  let length = 0;
  for (const space of spaces) {
    for (const entry of await listIndexedEntries(space, Infinity)) {
      const found = await texts.of(space, entry);
      if (found === undefined) continue;
      const text = length === 0 ? `${oneLine(title)}\n\n${found.text}` : `\n${found.text}`;
      length += text.length;
      if (length > MAX_FULL_LENGTH) return void (yield NOTICE);
      yield text;
      await yieldToEventLoop();
    }
  }
  if (length === 0) yield `${oneLine(title)}\n`;
}
