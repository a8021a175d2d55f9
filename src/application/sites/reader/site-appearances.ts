import { digestOf } from '../../../domain/content/objects/hash.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { socialLink, type SocialLink } from '../../../domain/sites/social-accounts.ts';
import {
  listLinkTargets,
  localized,
  type Customization,
  type LocalizedText,
  type SiteLink,
  type SiteLinkTarget,
} from '../../../domain/sites/customization.ts';
import { conditionEvaluator } from '../../../domain/sites/audience/visitor.ts';
import type { MenuItem, SiteAppearance, TitledLink } from '../../../ports/sites/site-renderer.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import { locationKey, type LinkedLocation } from './linked-location.ts';
import type { LinkedSpaces } from './linked-spaces.ts';
import { ANSWERS_PATH } from './answers-path.ts';
import type { SiteMap, Variant } from './site-map.ts';

/** Resolved appearance of a site for a reader, with a key that changes with it. */
export interface ResolvedAppearance {
  readonly appearance: SiteAppearance;
  readonly key: string;
}

/** Finds the customization of a variant, or of the site without one; undefined when nothing is customized. */
export const customizationOf = (
  { customizations: looks }: SiteMap,
  variant: Variant | undefined,
): Customization | undefined => (variant && looks?.siteSpaces.get(variant.siteSpace.id)) ?? looks?.site;

const placeOf = (target: SiteLinkTarget): LinkedLocation | undefined =>
  target.kind === 'space'
    ? { space: target.space }
    : (target.kind === 'page' || target.kind === 'anchor') && target.space !== undefined
      ? { space: target.space, page: target.page }
      : undefined;

/** Resolves the appearance of sites: links get URLs that the reader can follow; links without one are left out. */
export class SiteAppearances {
  constructor(
    private readonly contentCache: PublishedContentCache,
    private readonly otherSpaces: LinkedSpaces,
    /** True if questions of readers can be answered. */
    private readonly hasAnswers: boolean,
  ) {}

  async of(map: SiteMap, variant: Variant | undefined): Promise<ResolvedAppearance | undefined> {
    const customization = customizationOf(map, variant);
    if (customization === undefined) return undefined;
    const hrefs = await this.#hrefs(map, listLinkTargets(customization));
    const text = (original: string, translations: LocalizedText | undefined): string =>
      localized(customization, original, translations);
    const linked = ({ title, localizedTitle, to }: SiteLink): readonly TitledLink[] => {
      const href = hrefs.get(to);
      return href === undefined ? [] : [{ title: text(title, localizedTitle), href }];
    };
    const isShown = conditionEvaluator(map.visitor);
    const header = customization.header.links.flatMap(
      ({ title, localizedTitle, style = 'link', to, links, condition }): readonly MenuItem[] => {
        if (condition !== undefined && !isShown(condition)) return [];
        const href = to === null ? undefined : hrefs.get(to);
        const items = links.flatMap(linked);
        return href === undefined && items.length === 0
          ? []
          : [{ title: text(title, localizedTitle), style, ...(href !== undefined && { href }), links: items }];
      },
    );
    const footer = customization.footer.groups.flatMap(({ title, localizedTitle, links }) => {
      const shown = links.flatMap(linked);
      return shown.length === 0 ? [] : [{ title: text(title, localizedTitle), links: shown }];
    });
    const { primaryLink } = customization.header;
    const primaryHref = primaryLink && hrefs.get(primaryLink);
    const accounts = (place: 'header' | 'footer'): readonly SocialLink[] =>
      customization.socialAccounts.filter(({ display }) => display[place]).map(socialLink);
    const { announcement } = customization;
    const [link] = announcement?.link === undefined ? [] : linked(announcement.link);
    const { mode, greeting, localizedGreeting, suggestions = [] } = customization.ai;
    const look: SiteAppearance = {
      customization,
      header,
      footer,
      ...(primaryHref !== undefined && { primaryHref }),
      socialLinks: { header: accounts('header'), footer: accounts('footer') },
      ...(this.hasAnswers &&
        mode !== 'none' && {
          answers: {
            path: ANSWERS_PATH,
            ...(mode === 'assistant' && {
              assistant: {
                ...(greeting !== undefined && { greeting: text(greeting, localizedGreeting) }),
                suggestions,
              },
            }),
          },
        }),
      ...(announcement?.enabled && {
        announcement: {
          message: text(announcement.message, announcement.localizedMessage),
          style: announcement.style,
          ...(link && { link }),
        },
      }),
    };
    return { appearance: look, key: digestOf(JSON.stringify([header, footer, link, primaryHref])) };
  }

  async #hrefs(map: SiteMap, targets: readonly SiteLinkTarget[]): Promise<ReadonlyMap<SiteLinkTarget, string>> {
    const places = targets.flatMap((target) => placeOf(target) ?? []);
    const found = places.length === 0 ? new Map<string, string>() : await this.otherSpaces.hrefs(map, places);
    const hrefs = new Map<SiteLinkTarget, string>();
    for (const target of targets) {
      const place = placeOf(target);
      const to = place === undefined ? undefined : found.get(locationKey(place));
      const href =
        target.kind === 'url'
          ? target.url
          : target.kind === 'file'
            ? await this.#file(map, target.file, target.space)
            : to && to + (target.kind === 'anchor' ? `#${encodeURI(target.anchor.toWellFormed())}` : '');
      if (href !== undefined) hrefs.set(target, href);
    }
    return hrefs;
  }

  async #file({ address, variants }: SiteMap, id: Id, space: Id | undefined): Promise<string | undefined> {
    const variant = variants.find(({ siteSpace }) => siteSpace.spaceId === space);
    const file =
      variant && (await this.contentCache.loadFiles(await this.contentCache.loadContent(variant.content))).byId(id);
    return file && address.file(variant.siteSpace.id, id, file.name);
  }
}
