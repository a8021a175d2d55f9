import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { median } from '../../bench/figures.ts';
import { percentDecoded } from '../../src/domain/kernel/percent-decoded.ts';
import type { ImportedProject, Page } from './imported-project.ts';
import { lettersOf, wordsOf } from './words.ts';

export interface SiteOutcome {
  readonly published: string;
  readonly opened: number;
  readonly toOpen: number;
  /** Median time of a published page in milliseconds. */
  readonly pageMs: number;
  /** Median size of the HTML of a published page, uncompressed, in kilobytes. */
  readonly pageKilobytes: number;
  /** Words of the Markdown found on the published pages, and words searched for. */
  readonly words: readonly [found: number, expected: number];
  /** Working links within the site, and all links of its pages. */
  readonly links: readonly [alive: number, all: number];
  /** Working links to headings, and all that name a heading of the source. */
  readonly fragments: readonly [alive: number, all: number];
  /** Pieces of markup that are shown as text outside of code. */
  readonly literals: number;
}

/** Publishes a site of the space, opens its pages, and checks the words of their Markdown and their links. */
export async function trySite(imported: ImportedProject, pages: readonly Page[]): Promise<SiteOutcome> {
  const { problems } = imported;
  const published = await imported.publish();
  const documents = pages.filter(({ type, path }) => type === 'document' && path !== undefined);
  const root = published.replace(/\/$/, '');
  const times: number[] = [];
  const sizes: number[] = [];
  const words: [number, number] = [0, 0];
  const without: string[] = [];
  const links = new Map<string, string>();
  const shown = new Map<string, ShownPage>();
  const literals: string[] = [];
  let opened = 0;
  for (const document of documents) {
    const path = document.path!;
    const url = `${root}/${path.split('/').map(encodeURIComponent).join('/')}`;
    const begun = performance.now();
    const response = await fetch(url);
    const html = await response.text();
    times.push(performance.now() - begun);
    sizes.push(Buffer.byteLength(html) / 1000);
    if (response.status !== 200 || !html.includes('</html>')) {
      problems.push(`${url} answered ${response.status}`);
      continue;
    }
    opened++;
    const page = readPage(html, url);
    shown.set(new URL(url).pathname, page);
    for (const literal of page.literals) literals.push(`${path}: ${literal}`);
    for (const link of page.links)
      if (link.startsWith(root) && !links.has(link)) links.set(link.replace(/#.*$/s, ''), path);
    const expected = wordsOf(await imported.markdown(document));
    const missing = expected.filter((word) => !page.letters.includes(word));
    words[0] += expected.length - missing.length;
    words[1] += expected.length;
    if (missing.length > 0) without.push(`${path} (${missing.slice(0, 8).join(' ')})`);
  }
  if (without.length > 0)
    problems.push(
      `${words[1] - words[0]} words are not on ${without.length} published pages: ${without.slice(0, 6).join(', ')}`,
    );
  const dead = await findDeadLinks([...links.keys()]);
  for (const [link, status] of dead.slice(0, 5)) problems.push(`${link} on ${links.get(link)} answered ${status}`);
  const fragments = checkFragments(shown, problems);
  if (literals.length > 0)
    problems.push(`${literals.length} pieces of markup are shown as text: ${literals.slice(0, 8).join(' | ')}`);
  return {
    published,
    fragments,
    literals: literals.length,
    opened,
    toOpen: documents.length,
    pageMs: opened > 0 ? median(times) : 0,
    pageKilobytes: opened > 0 ? median(sizes) : 0,
    words,
    links: [links.size - dead.length, links.size],
  };
}

/** Lists links whose response is neither a page nor a file. */
async function findDeadLinks(links: readonly string[]): Promise<readonly (readonly [link: string, status: number])[]> {
  const dead: [string, number][] = [];
  for (const link of links) {
    const response = await fetch(link);
    await response.body?.cancel();
    if (response.status !== 200) dead.push([link, response.status]);
  }
  return dead;
}

interface ShownPage {
  readonly letters: string;
  /** Targets of links and images. */
  readonly links: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  /** Letters of the headings. */
  readonly headings: ReadonlySet<string>;
  readonly literals: readonly string[];
}

/**
 * Checks the fragments of links between the pages. A fragment with other letters than all headings of its page is broken
 * in the source.
 */
function checkFragments(pages: ReadonlyMap<string, ShownPage>, problems: string[]): [alive: number, all: number] {
  const broken: string[] = [];
  let all = 0;
  for (const [path, { links }] of pages)
    for (const link of links) {
      const { pathname, hash } = new URL(link);
      const target = pages.get(pathname);
      if (hash.length < 2 || target === undefined) continue;
      const fragment = percentDecoded(hash.slice(1));
      const isThere = target.ids.has(fragment) || target.ids.has(hash.slice(1));
      if (!isThere && !target.headings.has(lettersOf(fragment.replace(/^id-/, '').replace(/-\d$/, '')))) continue;
      all++;
      if (!isThere) broken.push(`${pathname}#${fragment} on ${path}`);
    }
  if (broken.length > 0)
    problems.push(`${broken.length} links do not lead to their heading: ${broken.slice(0, 8).join(', ')}`);
  return [all - broken.length, all];
}

/** Elements whose text is literal, or not of the source. */
const LITERAL = new Set(['code', 'pre', 'kbd', 'samp', 'math', 'script', 'style']);
/** Markup of blocks, formulas, emoji, emphasis, links and headings. */
const MARKUP = /\{%|%\}|\$\$|(?<![\w:])[:][a-z][a-z_]{2,30}:(?![\w:])|\*\*[^\s*]|\]\((?:https?:|\.|\/)|^#{1,6} /m;

/** Extracts what a reader sees on a page. */
function readPage(html: string, at: string): ShownPage {
  const texts: string[] = [];
  const links = new Set<string>();
  const ids = new Set<string>();
  const headings = new Set<string>();
  const literals: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node, isLiteral: boolean): void => {
    if ('value' in node) {
      texts.push(node.value);
      const markup = isLiteral ? undefined : MARKUP.exec(node.value);
      if (markup) literals.push(node.value.slice(Math.max(0, markup.index - 20), markup.index + 40).trim());
    }
    for (const { name, value } of 'attrs' in node ? node.attrs : []) {
      if (name === 'alt') texts.push(value);
      else if (name === 'id') ids.add(value);
      else if ((name === 'href' || name === 'src') && URL.canParse(value, at)) links.add(new URL(value, at).href);
    }
    if ('tagName' in node && /^h[1-6]$/.test(node.tagName)) headings.add(lettersOf(textOf(node)));
    if ('childNodes' in node)
      for (const child of node.childNodes) visit(child, isLiteral || ('tagName' in node && LITERAL.has(node.tagName)));
  };
  visit(parse(html), false);
  return { letters: lettersOf(texts.join('')), links, ids, headings, literals };
}

const textOf = (node: DefaultTreeAdapterTypes.Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
