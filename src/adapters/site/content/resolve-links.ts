import type { LinkedFile, ResolvedLink, LinkResolver } from '../../../ports/sites/site-renderer.ts';
import { isExternal, safeUrl, schemeOf } from '../safe-url.ts';
import {
  element,
  stringProperty,
  nodeText,
  type Element,
  type ElementContent,
  type HtmlRoot,
  type Properties,
} from './nodes.ts';

/** Attribute with the index of the include whose resolver handles the links within. */
export const INCLUDE_ATTRIBUTE = 'dataQuireInclude';

/**
 * Resolves the URLs of all links and images. Links without a safe target become their text.
 *
 * @param opensNewTab opens links to other sites in a new tab
 * @param scheme color scheme of a site on which readers have no choice
 */
export function resolveLinks(
  root: HtmlRoot,
  page: LinkResolver,
  included: readonly (LinkResolver | undefined)[],
  opensNewTab: boolean,
  scheme?: 'light' | 'dark',
): void {
  const caches = new Map<LinkResolver, Map<string, ResolvedLink>>();
  const resolveCached = (resolve: LinkResolver, target: string): ResolvedLink => {
    const cache = caches.get(resolve) ?? new Map<string, ResolvedLink>();
    caches.set(resolve, cache);
    const known = cache.get(target) ?? resolve(target);
    cache.set(target, known);
    return known;
  };
  let imageCount = 0;
  walk(root, page);

  function walk(parent: HtmlRoot | Element, resolve: LinkResolver): void {
    parent.children = (parent.children as readonly ElementContent[]).flatMap((child): readonly ElementContent[] => {
      if (child.type !== 'element') return [child];
      const number = stringProperty(child, INCLUDE_ATTRIBUTE);
      const inner = (number === undefined ? undefined : included[Number(number)]) ?? resolve;
      walk(child, inner);
      if (number !== undefined) return child.children;
      if (child.tagName === 'a') return resolveAnchor(child, (target) => resolveCached(inner, target), opensNewTab);
      if (child.tagName === 'img')
        return resolveImage(child, (target) => resolveCached(inner, target), imageCount++ === 0);
      if (child.tagName === 'source') return resolveSource(child, (target) => resolveCached(inner, target), scheme);
      return [child];
    });
  }
}

type Target = Extract<ResolvedLink, { href: string }>;

/** Resolves a target to a safe URL, or to nothing. */
export function resolveHref(
  written: string,
  use: 'link' | 'image',
  resolve: LinkResolver,
): { readonly href?: string } & Partial<Pick<Target, 'title' | 'file' | 'mark'>> {
  const safe = safeUrl(written, use);
  if (safe === undefined) return {};
  const scheme = schemeOf(safe);
  if (safe.startsWith('#') || scheme === 'mailto' || scheme === 'tel' || scheme === 'data') return { href: safe };
  const answer = resolve(scheme === undefined ? decodeUrl(safe) : safe);
  if ('broken' in answer) return {};
  const href = safeUrl(answer.href, use);
  return href === undefined
    ? {}
    : {
        href,
        ...(answer.title !== undefined && { title: answer.title }),
        ...(answer.file !== undefined && { file: answer.file }),
        ...(answer.mark !== undefined && { mark: answer.mark }),
      };
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
  const { href, title, file, mark } = resolveHref(written, 'link', ask);
  if (href === undefined) {
    if (node.children.length === 0 && node.properties.id !== undefined)
      return [element('a', { id: node.properties.id }, [])];
    return [element('span', { className: ['q-broken'] }, node.children)];
  }
  const { dataMention, dataFile, dataMark, ...properties } = node.properties;
  const mention =
    dataMention === 'always' ||
    (dataMention !== undefined && dataMention !== 'named') ||
    properties.title === 'mention';
  if (properties.title === 'mention') delete properties.title;
  if (isExternal(href)) properties.rel = ['noopener', 'noreferrer'];
  if (isExternal(href) && opensNewTab) properties.target = '_blank';
  else delete properties.target;
  const children: ElementContent[] = mention && title ? [{ type: 'text', value: title }] : node.children;
  if (dataFile !== undefined && file !== undefined)
    return [
      {
        ...node,
        properties: { ...properties, href },
        children: [
          ...children,
          { type: 'text', value: ' ' },
          element('small', {}, [{ type: 'text', value: describeFile(file, title ?? '') }]),
        ],
      },
    ];
  if (children.length > 0 && nodeText(node) === '' && !hasImage(node))
    return node.properties.id === undefined ? [] : [{ ...node, properties: { id: node.properties.id, href } }];
  const marks = dataMark === undefined || mark === undefined ? [] : [markElement(mark)];
  return [{ ...node, properties: { ...properties, href }, children: [...marks, ...children] }];
}

/** Renders the emoji or the icon of a page that a link leads to. */
const markElement = (mark: NonNullable<Target['mark']>): Element =>
  'emoji' in mark
    ? element('span', { className: ['q-mark'], ariaHidden: 'true' }, [{ type: 'text', value: mark.emoji }])
    : element('i', { className: ['q-mark'], dataIcon: mark.icon }, []);

const hasImage = (node: Element): boolean =>
  node.children.some(
    (child) => child.type === 'element' && (child.tagName === 'img' || child.tagName === 'picture' || hasImage(child)),
  );

/** Width of the text column in CSS pixels, and the viewport up to which it takes the whole width. */
const COLUMN = 800;
const FULL_WIDTH = '52rem';

/** The first image of a page is loaded at once, as it may be in view; all others when they come near. */
function resolveImage(node: Element, ask: Ask, isFirst: boolean): readonly ElementContent[] {
  const { href, file } = resolveHref(stringProperty(node, 'src') ?? '', 'image', ask);
  const alt = stringProperty(node, 'alt') ?? '';
  if (href === undefined)
    return alt === '' ? [] : [element('span', { className: ['q-broken'] }, [{ type: 'text', value: alt }])];
  const { srcSet: _, sizes: __, ...written } = node.properties;
  const properties = { ...written, alt, ...(!isFirst && { loading: 'lazy' }) };
  return [{ ...node, properties: { ...properties, ...imageProperties(href, file, written) } }];
}

/** Returns what lets a browser reserve the space of an image and choose its smallest sufficient version. */
function imageProperties(href: string, file: LinkedFile | undefined, { width, height }: Properties): Properties {
  if (file === undefined) return { src: href };
  const { src, dimensions, sizes } = file;
  if (dimensions === undefined) return { src };
  const pixels = (value: unknown): number | undefined =>
    /^\d{1,5}$/.test(String(value)) && Number(value) > 0 ? Number(value) : undefined;
  const fromHeight = width === undefined ? pixels(height) : undefined;
  const shown =
    pixels(width) ?? (fromHeight && Math.max(1, Math.round((fromHeight * dimensions.width) / dimensions.height)));
  const isRelative = width !== undefined && shown === undefined;
  return {
    src,
    ...(!isRelative && {
      width: shown ?? dimensions.width,
      height: Math.max(1, Math.round(((shown ?? dimensions.width) * dimensions.height) / dimensions.width)),
    }),
    ...(sizes.length > 0 && {
      srcSet: [...sizes, { width: dimensions.width, src }].map((one) => `${one.src} ${one.width}w`).join(', '),
      sizes: `(min-width: ${FULL_WIDTH}) ${Math.min(shown ?? dimensions.width, COLUMN)}px, 100vw`,
    }),
  };
}

const UNITS = ['B', 'kB', 'MB', 'GB'];

/** Returns the kind and size of a file, such as `PDF · 1.2 MB`. */
function describeFile({ size, contentType }: LinkedFile, name: string): string {
  const kind = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1] ?? contentType.replace(/^.*\//, '');
  const power = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), UNITS.length - 1);
  const value = size / 1000 ** power;
  return `${kind.toUpperCase()} · ${value.toFixed(power > 0 && value < 10 ? 1 : 0)} ${UNITS[power]}`;
}

/** Accepts one URL for one color scheme, which is all that editors write. */
function resolveSource(node: Element, ask: Ask, fixed: 'light' | 'dark' | undefined): readonly ElementContent[] {
  const written = (stringProperty(node, 'srcSet') ?? '').trim().replace(/\s+\d+(?:\.\d+)?[wx]$/, '');
  const scheme = /prefers-color-scheme\s*:\s*(dark|light)/i
    .exec(stringProperty(node, 'media') ?? '')?.[1]
    ?.toLowerCase();
  const { href: own, file } = resolveHref(written, 'image', ask);
  const href = file?.src ?? own;
  if (href === undefined || scheme === undefined || href.startsWith('data:')) return [];
  if (fixed !== undefined && fixed !== scheme) return [];
  const media = fixed === undefined ? { media: `(prefers-color-scheme: ${scheme})` } : {};
  return [element('source', { srcSet: href.replaceAll(',', '%2C'), ...media }, [])];
}
