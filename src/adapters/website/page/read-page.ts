import { sanitizeText } from '../../../domain/kernel/storable-text.ts';
import { decodeText } from './decode-text.ts';
import { parsePage, textOf, type Document, type Element } from './dom.ts';
import { mainContent } from './main-content.ts';
import { markdownLinks } from './markdown-links.ts';
import type { PageRequest, PageText, Target } from './page-text.ts';
import { toMarkdown } from './to-markdown.ts';

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;

/** Understands a page: its main part as Markdown, and where it leads. @throws RangeError where it nests too deep */
export function readPage(request: PageRequest): PageText {
  const text = decodeText(request.bytes, request.contentType).replace(/\0/g, '');
  if (request.format === 'markdown') return { links: [], ...markdownLinks(text, request) };
  const document = parsePage(text);
  const base = absolute(document.querySelector('base[href]')?.getAttribute('href'), request.url) ?? request.url;
  const links = pageLinks(document, base, request.maxLinks);
  const facts = factsOf(document, base);
  const anyHeading = textOf(document.querySelector('h1'));
  const content = mainContent(document);
  const heading = content.querySelector('h1') ?? sunken(content, anyHeading);
  const title = clipped(textOf(heading) || anyHeading || facts.title, MAX_TITLE);
  heading?.remove();
  const targets = markTargets(content, base, request);
  const description = facts.description && sanitizeText(facts.description);
  return {
    ...facts,
    description,
    title: title && sanitizeText(title),
    links,
    targets,
    markdown: sanitizeText(toMarkdown(content)),
  };
}

/** The heading of the page where looking for the main part has made it one of the second level. */
function sunken(content: Element, title: string): Element | null {
  const first = content.querySelector('h2');
  return title !== '' && textOf(first) === title ? first : null;
}

function factsOf(document: Document, base: string): Pick<PageText, 'title' | 'description' | 'canonical'> {
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
  const written = textOf(document.querySelector('title'));
  const title = meta('og:title') ?? (written.split(/\s+[|·–—]\s+/)[0] || undefined);
  const canonical = absolute(document.querySelector('link[rel="canonical"]')?.getAttribute('href'), base);
  return { title, description: clipped(meta('description', 'og:description'), MAX_DESCRIPTION), canonical };
}

function pageLinks(document: Document, base: string, most: number): string[] {
  const links = new Set<string>();
  for (const link of document.querySelectorAll('a[href]')) {
    const url = absolute(link.getAttribute('href'), base)?.split('#', 1)[0];
    if (url !== undefined) links.add(url);
    if (links.size >= most) break;
  }
  return [...links];
}

/** Puts marks where links and images lead; what leads nowhere in the web, and what is beyond the limit, loses it. */
function markTargets(content: Element, base: string, { mark, maxLinks }: PageRequest): Target[] {
  const targets: Target[] = [];
  const marked = (element: Element, name: string, kind: Target['kind'], written: string | null): void => {
    const url = /^data:image\//i.test(written ?? '') && kind === 'image' ? written!.trim() : absolute(written, base);
    if (url === undefined || targets.length >= maxLinks) element.removeAttribute(name);
    else {
      element.setAttribute(name, `${mark}${targets.length}x`);
      targets.push({ kind, url });
    }
  };
  for (const link of content.querySelectorAll('a[href]')) marked(link, 'href', 'link', link.getAttribute('href'));
  for (const media of content.querySelectorAll('iframe[src], video, audio'))
    marked(
      media,
      'src',
      'link',
      media.getAttribute('src') ?? media.querySelector('source[src]')?.getAttribute('src') ?? null,
    );
  for (const image of content.querySelectorAll('img')) {
    const [src, lazy] = [
      image.getAttribute('src'),
      image.getAttribute('data-src') ?? image.getAttribute('data-original'),
    ];
    marked(image, 'src', 'image', lazy !== null && (src === null || src.startsWith('data:')) ? lazy : src);
  }
  return targets;
}

/** An address of the web, or one for mail or telephone; undefined for anything else. */
function absolute(written: string | null | undefined, base: string): string | undefined {
  if (written === null || written === undefined || !URL.canParse(written.trim(), base)) return undefined;
  const { href, protocol } = new URL(written.trim(), base);
  return /^(?:https?|mailto|tel):$/.test(protocol) && href.length <= 2048 ? href : undefined;
}

function clipped(text: string | undefined, most: number): string | undefined {
  return text === undefined || text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`;
}
