import type { ResolvedLink, LinkResolver } from '../../../ports/sites/site-renderer.ts';
import { isExternal, safeUrl, schemeOf } from '../safe-url.ts';
import { element, stringProperty, nodeText, type Element, type ElementContent, type HtmlRoot } from './nodes.ts';

/** Attribute with the index of the include whose resolver handles the links within. */
export const INCLUDE_ATTRIBUTE = 'dataQuireInclude';

/**
 * Resolves the URLs of all links and images. Links without a safe target become their text.
 *
 * @param opensNewTab opens links to other sites in a new tab
 */
export function resolveLinks(
  root: HtmlRoot,
  page: LinkResolver,
  included: readonly (LinkResolver | undefined)[],
  opensNewTab: boolean,
): void {
  const caches = new Map<LinkResolver, Map<string, ResolvedLink>>();
  const resolveCached = (resolve: LinkResolver, target: string): ResolvedLink => {
    const cache = caches.get(resolve) ?? new Map<string, ResolvedLink>();
    caches.set(resolve, cache);
    const known = cache.get(target) ?? resolve(target);
    cache.set(target, known);
    return known;
  };
  walk(root, page);

  function walk(parent: HtmlRoot | Element, resolve: LinkResolver): void {
    parent.children = (parent.children as readonly ElementContent[]).flatMap((child): readonly ElementContent[] => {
      if (child.type !== 'element') return [child];
      const number = stringProperty(child, INCLUDE_ATTRIBUTE);
      const inner = (number === undefined ? undefined : included[Number(number)]) ?? resolve;
      walk(child, inner);
      if (number !== undefined) return child.children;
      if (child.tagName === 'a') return resolveAnchor(child, (target) => resolveCached(inner, target), opensNewTab);
      if (child.tagName === 'img') return resolveImage(child, (target) => resolveCached(inner, target));
      if (child.tagName === 'source') return resolveSource(child, (target) => resolveCached(inner, target));
      return [child];
    });
  }
}

/** Resolves a target to a safe URL, or to nothing. */
export function resolveHref(
  written: string,
  use: 'link' | 'image',
  resolve: LinkResolver,
): { readonly href?: string; readonly title?: string } {
  const safe = safeUrl(written, use);
  if (safe === undefined) return {};
  const scheme = schemeOf(safe);
  if (safe.startsWith('#') || scheme === 'mailto' || scheme === 'tel' || scheme === 'data') return { href: safe };
  const answer = resolve(scheme === undefined ? decodeUrl(safe) : safe);
  if ('broken' in answer) return {};
  const href = safeUrl(answer.href, use);
  return href === undefined ? {} : { href, ...(answer.title === undefined ? {} : { title: answer.title }) };
}

function decodeUrl(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

type Ask = LinkResolver;

function resolveAnchor(node: Element, ask: Ask, opensNewTab: boolean): readonly ElementContent[] {
  const written = stringProperty(node, 'href');
  if (written === undefined) return [node];
  const { href, title } = resolveHref(written, 'link', ask);
  if (href === undefined) {
    if (node.children.length === 0 && node.properties.id !== undefined)
      return [element('a', { id: node.properties.id }, [])];
    return [element('span', { className: ['q-broken'] }, node.children)];
  }
  const { dataMention, ...properties } = node.properties;
  const mention =
    dataMention === 'always' ||
    (dataMention !== undefined && dataMention !== 'named') ||
    properties.title === 'mention';
  if (properties.title === 'mention') delete properties.title;
  if (isExternal(href)) properties.rel = ['noopener', 'noreferrer'];
  if (isExternal(href) && opensNewTab) properties.target = '_blank';
  else delete properties.target;
  const children: ElementContent[] = mention && title ? [{ type: 'text', value: title }] : node.children;
  if (children.length > 0 && nodeText(node) === '' && !hasImage(node))
    return node.properties.id === undefined ? [] : [{ ...node, properties: { id: node.properties.id, href } }];
  return [{ ...node, properties: { ...properties, href }, children }];
}

const hasImage = (node: Element): boolean =>
  node.children.some(
    (child) => child.type === 'element' && (child.tagName === 'img' || child.tagName === 'picture' || hasImage(child)),
  );

function resolveImage(node: Element, ask: Ask): readonly ElementContent[] {
  const { href } = resolveHref(stringProperty(node, 'src') ?? '', 'image', ask);
  const alt = stringProperty(node, 'alt') ?? '';
  if (href === undefined)
    return alt === '' ? [] : [element('span', { className: ['q-broken'] }, [{ type: 'text', value: alt }])];
  return [{ ...node, properties: { ...node.properties, src: href, alt, loading: 'lazy' } }];
}

/** Accepts one URL for one color scheme, which is all that editors write. */
function resolveSource(node: Element, ask: Ask): readonly ElementContent[] {
  const written = (stringProperty(node, 'srcSet') ?? '').trim().replace(/\s+\d+(?:\.\d+)?[wx]$/, '');
  const scheme = /prefers-color-scheme\s*:\s*(dark|light)/i
    .exec(stringProperty(node, 'media') ?? '')?.[1]
    ?.toLowerCase();
  const { href } = resolveHref(written, 'image', ask);
  if (href === undefined || scheme === undefined || href.startsWith('data:')) return [];
  return [element('source', { srcSet: href.replaceAll(',', '%2C'), media: `(prefers-color-scheme: ${scheme})` }, [])];
}
