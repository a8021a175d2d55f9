import type { Content } from '../../../domain/content/content.ts';
import { documentOf, getPage, variablesOf } from '../../../domain/content/content-reads.ts';
import type { JsonObject } from '../../../domain/content/objects/json.ts';
import type { Page, VariableValue } from '../../../domain/content/page.ts';
import { both, done } from '../../../domain/content/objects/reading.ts';
import { placeOf, type LinkedContent } from '../../../domain/sites/content-target.ts';
import type { OutlineEntry } from '../../../domain/sites/space-outline.ts';
import { conditionsFor, scopeOf, type Visitor } from '../../../domain/sites/visitor.ts';
import type { ContentStore } from '../../../ports/content-store.ts';
import type { PagePart, PageView, SiteFrame, TitledLink } from '../../../ports/site-renderer.ts';
import { decodeText } from '../../content/included-contents.ts';
import { inlineExpressions, variablesScope } from '../../content/inline-expressions.ts';
import { read } from '../../content/reading.ts';
import { emojiText } from './emoji-text.ts';
import type { Navigation } from './navigation.ts';
import { includesOf } from './page-includes.ts';
import type { SiteAddress } from './site-address.ts';
import type { SiteMap, Variant } from './site-map.ts';
import type { SpaceLinks } from './space-links.ts';

/** What is shared by the pages of one space on one site. */
export interface SpaceOnSite {
  readonly map: SiteMap;
  readonly variant: Variant;
  readonly address: SiteAddress;
  readonly content: Content;
  readonly linked: LinkedContent;
  readonly links: SpaceLinks;
  readonly navigation: Navigation;
}

const PARTS: readonly PagePart[] = ['title', 'description', 'tableOfContents', 'outline', 'pagination'];

/** The frame around every page of the site; `variant` is the one that the reader is in. */
export function frameOf({ site, variants, sections }: SiteMap, address: SiteAddress, variant: Variant | undefined): SiteFrame {
  const here = variant?.siteSpace.sectionId ?? null;
  const tabs = sections.map((one) => ({ title: one.title, href: address.page(one.root, ''), ...(one.id === here && { current: true }) }));
  const choices = variants.filter(({ siteSpace }) => variant === undefined || siteSpace.sectionId === here).map((one) => ({ title: one.title, href: address.page(one.root, ''), ...(one === variant && { current: true }) }));
  return { title: site.title, basePath: address.basePath, ...(tabs.length > 1 && { sections: tabs }), ...(choices.length > 1 && { variants: choices }) };
}

/** Everything that a page of a published space shows; undefined when the content does not have it. */
export async function pageView(store: ContentStore, on: SpaceOnSite, entry: OutlineEntry): Promise<PageView | undefined> {
  const { map, variant, address, content, linked, links, navigation } = on;
  const page = await read(store, getPage(content, entry.id));
  if (page === undefined) return undefined;
  const [document, variables] = await read(store, both(documentOf(page), content.variables === null ? done<ReadonlyMap<string, VariableValue>>(new Map()) : variablesOf(content)));
  const markdown = decodeText(document);
  const place = placeOf(entry);
  const resolveInclude = await includesOf(store, content, markdown, (at) => links.resolver(at));
  const { previous, next } = linked.outline.neighbours(entry);
  const titled = (one: OutlineEntry): TitledLink => ({ title: one.label, href: links.page(one) });
  const href = links.page(entry);
  const cover = coverOf(page);
  const hidden = PARTS.filter((part) => page.layout?.[part] === false);

  return {
    site: frameOf(map, address, variant),
    navigation: navigation.at(entry),
    page: {
      title: page.title,
      ...(page.description !== undefined && { description: page.description }),
      ...(page.emoji !== undefined && { emoji: emojiText(page.emoji) }),
      markdown,
      path: href.slice(address.basePath.length),
      ...(cover !== undefined && { cover }),
      updatedAt: page.updatedAt,
      hidden,
    },
    breadcrumbs: ancestorsOf(entry).map(titled),
    ...(previous && { previous: titled(previous) }),
    ...(next && { next: titled(next) }),
    noIndex: map.site.visibility !== 'public' || !entry.indexed,
    canonicalUrl: address.absolute(href),
    resolveLink: links.resolver(place),
    ...(resolveInclude && { resolveInclude }),
    ...evaluators(page, variables, map.visitor),
  };
}

/** What content may ask of who reads it: nothing where nothing is known of anybody. */
function evaluators(page: Page, variables: ReadonlyMap<string, VariableValue>, visitor: Visitor): Pick<PageView, 'evaluateCondition' | 'evaluateExpression'> {
  const scope = scopeOf(visitor);
  return {
    ...((scope !== undefined || visitor.isPreviewing) && { evaluateCondition: conditionsFor(visitor, variablesScope(page, variables)) }),
    evaluateExpression: inlineExpressions(page, variables, scope),
  };
}

function ancestorsOf(entry: OutlineEntry): readonly OutlineEntry[] {
  const above: OutlineEntry[] = [];
  for (let at = entry.parent; at !== undefined; at = at.parent) above.push(at);
  return above.reverse();
}

/** The cover as content names it; none where the layout turns it off. */
export function coverOf({ cover, layout }: Page): string | undefined {
  const ref = cover?.['ref'] as JsonObject | undefined;
  if (ref === undefined || ref === null || layout?.['cover'] === false) return undefined;
  if (ref['kind'] === 'file' && typeof ref['file'] === 'string') return `/files/${ref['file']}`;
  return ref['kind'] === 'url' && typeof ref['url'] === 'string' ? ref['url'] : undefined;
}
