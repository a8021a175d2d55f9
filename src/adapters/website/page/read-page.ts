import { sanitizeText } from '../../../domain/kernel/storable-text.ts';
import { decodeText } from './decode-text.ts';
import { parsePage, type PageDocument } from './dom.ts';
import { keepAnchors } from './anchors.ts';
import { DARK_SOURCE, rewriteColorSchemes } from './color-schemes.ts';
import { rewriteCodeBlocks } from './code-blocks.ts';
import { rewriteFootnotes } from './footnotes.ts';
import { rewriteImageSources } from './image-sources.ts';
import { rewriteMath } from './math.ts';
import { rewriteTabs } from './tabs.ts';
import { elementText, type PageElement } from './page-element.ts';
import { confluenceContent, confluenceParent } from './confluence-page.ts';
import { mainContent } from './main-content.ts';
import { markdownLinks } from './markdown-links.ts';
import type { PageRequest, PageText, LinkTarget } from './page-text.ts';
import { prepareTables } from './table-cells.ts';
import { toMarkdown } from './to-markdown.ts';

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;

/**
 * Extracts the main content of a page as Markdown, with its links and metadata.
 *
 * @throws RangeError when the page is nested too deeply
 */
export function readPage(request: PageRequest): PageText {
  const text = decodeText(request.bytes, request.contentType).replace(/[\0-\u0007]/g, '');
  if (request.format === 'markdown') return { links: [], ...markdownLinks(text, request) };
  const document = parsePage(text);
  const base = absoluteUrl(document.querySelector('base[href]')?.getAttribute('href'), request.url) ?? request.url;
  const links = collectLinks(document, base, request.maxLinks);
  const facts = readMetadata(document, base);
  const anyHeading = elementText(document.querySelector('h1'));
  const parent = request.format === 'confluence' ? absoluteUrl(confluenceParent(document), base) : undefined;
  rewriteIdioms(document);
  const content = contentOf(document, request.format);
  const heading = content.querySelector('h1') ?? findDemotedHeading(content, anyHeading);
  const title = truncate(elementText(heading) || anyHeading || facts.title, MAX_TITLE);
  if (heading !== null) removeTitle(heading, facts.description);
  keepAnchors(document, content);
  prepareTables(document, content);
  const targets = markTargets(content, base, request);
  const description = facts.description && sanitizeText(facts.description);
  return {
    ...facts,
    description,
    title: title && sanitizeText(title),
    links,
    targets,
    markdown: sanitizeText(toMarkdown(content)),
    ...(parent !== undefined && { parent }),
  };
}

/** Rewrites what generators of documentation write in forms of their own, before scripts and hidden elements go. */
function rewriteIdioms(document: PageDocument): void {
  rewriteTabs(document);
  rewriteCodeBlocks(document);
  rewriteMath(document);
  rewriteFootnotes(document);
  rewriteImageSources(document);
  rewriteColorSchemes(document);
}

function contentOf(document: PageDocument, format: PageRequest['format']): PageElement {
  if (format === 'docx') return document.body;
  return (format === 'confluence' ? confluenceContent(document) : undefined) ?? mainContent(document);
}

/** Removes the heading of the page, and the description of the page if that is the plain text below the heading. */
function removeTitle(heading: PageElement, description: string | undefined): void {
  let below = heading.nextSibling;
  while (below !== null && below.nodeType !== 1 && below.textContent.trim() === '') below = below.nextSibling;
  const isDescription =
    below?.nodeName === 'P' && below.firstElementChild === null && elementText(below) === description;
  if (isDescription) below!.remove();
  heading.remove();
}

/** Finds the heading of the page that the extraction of the main content demoted to level two. */
function findDemotedHeading(content: PageElement, title: string): PageElement | null {
  const first = content.querySelector('h2');
  return title !== '' && elementText(first) === title ? first : null;
}

function readMetadata(document: PageDocument, base: string): Pick<PageText, 'title' | 'description' | 'canonical'> {
  const meta = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      const content = document
        .querySelector(`meta[property="${name}"], meta[name="${name}"]`)
        ?.getAttribute('content')
        ?.replace(/\s+/g, ' ')
        .trim();
      if (content) return content;
    }
    return undefined;
  };
  const written = elementText(document.querySelector('title'));
  const title = meta('og:title') ?? (written.split(/\s+[|·–—]\s+/)[0] || undefined);
  const canonical = absoluteUrl(document.querySelector('link[rel="canonical"]')?.getAttribute('href'), base);
  return { title, description: truncate(meta('description', 'og:description'), MAX_DESCRIPTION), canonical };
}

function collectLinks(document: PageDocument, base: string, maxLinks: number): string[] {
  const links = new Set<string>();
  for (const link of document.querySelectorAll('a[href]')) {
    const url = absoluteUrl(link.getAttribute('href'), base)?.split('#', 1)[0];
    if (url !== undefined) links.add(url);
    if (links.size >= maxLinks) break;
  }
  return [...links];
}

/** Replaces link and image targets by marks; removes targets that are not web addresses or exceed the limit. */
function markTargets(content: PageElement, base: string, { mark, maxLinks }: PageRequest): LinkTarget[] {
  const targets: LinkTarget[] = [];
  const addTarget = (element: PageElement, name: string, kind: LinkTarget['kind'], written: string | null): void => {
    const url = /^data:image\//i.test(written ?? '') && kind === 'image' ? written!.trim() : absoluteUrl(written, base);
    if (url === undefined || targets.length >= maxLinks) element.removeAttribute(name);
    else {
      element.setAttribute(name, `${mark}${targets.length}x`);
      targets.push({ kind, url });
    }
  };
  for (const link of content.querySelectorAll('a[href]')) addTarget(link, 'href', 'link', link.getAttribute('href'));
  for (const media of content.querySelectorAll('iframe[src], video, audio'))
    addTarget(
      media,
      'src',
      'link',
      media.getAttribute('src') ?? media.querySelector('source[src]')?.getAttribute('src') ?? null,
    );
  for (const image of content.querySelectorAll('img')) {
    addTarget(image, 'src', 'image', image.getAttribute('src'));
    const dark = image.getAttribute(DARK_SOURCE);
    if (dark !== null) addTarget(image, DARK_SOURCE, 'image', dark);
  }
  return targets;
}

/** Resolves a web, mail or telephone address; undefined for anything else. */
function absoluteUrl(written: string | null | undefined, base: string): string | undefined {
  if (written === null || written === undefined || !URL.canParse(written.trim(), base)) return undefined;
  const { href, protocol } = new URL(written.trim(), base);
  return /^(?:https?|mailto|tel):$/.test(protocol) && href.length <= 2048 ? href : undefined;
}

function truncate(text: string | undefined, most: number): string | undefined {
  return text === undefined || text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`;
}
