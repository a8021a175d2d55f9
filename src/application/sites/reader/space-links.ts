import type { JsonObject } from '../../../domain/content/objects/json.ts';
import { resolveContentTarget, type LinkableContent } from '../../../domain/sites/content/content-target.ts';
import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import type { File } from '../../../domain/content/page.ts';
import type { LinkedFile, LinkResolver, ResolvedLink } from '../../../ports/sites/site-renderer.ts';
import { IMAGE_WIDTHS, SCALABLE_TYPES } from '../../../ports/uploads.scaled-images.ts';
import { emojiText } from './emoji-text.ts';
import { linkTargetLocation } from './navigation-links.ts';
import { locationKey, parseLinkedLocation } from './linked-location.ts';
import { fileVersion } from './site-address.ts';
import { rootOfPage, type SiteMap, type Variant } from './site-map.ts';

/** Returns the emoji or the icon of a page. */
function markOf({ emoji, icon }: OutlineEntry): Pick<Extract<ResolvedLink, { href: string }>, 'mark'> {
  if (emoji !== undefined) return { mark: { emoji: emojiText(emoji) } };
  return icon === undefined ? {} : { mark: { icon } };
}

const fragmentOf = (anchor: string | undefined): string =>
  anchor === undefined ? '' : `#${encodeURI(anchor.toWellFormed())}`;

/** Resolves references in the content of a space to URLs of the site. */
export class SpaceLinks {
  constructor(
    private readonly map: SiteMap,
    private readonly variant: Variant,
    private readonly content: LinkableContent,
    /** URLs of locations in other spaces that readers may see; undefined until they are found. */
    private readonly others?: ReadonlyMap<string, string>,
  ) {}

  /** Returns a copy with the URLs of locations in other spaces. */
  withHrefs(others: ReadonlyMap<string, string>): SpaceLinks {
    return new SpaceLinks(this.map, this.variant, this.content, others);
  }

  /** Returns the path of a page; the home page has the path of its space. */
  readonly page = (entry: OutlineEntry): string =>
    entry === this.content.outline.home ? this.map.address.page(this.variant.root, '') : this.fullPath(entry);

  /** Returns the path of a page that begins the paths of its files, also of the home page. */
  readonly fullPath = ({ path = '' }: Pick<OutlineEntry, 'path'>): string =>
    this.map.address.page(rootOfPage(this.map, this.variant, path), path);

  /** Returns the URL of an entry of the table of contents; undefined for a group. */
  readonly entry = (entry: OutlineEntry): string | undefined => {
    if (entry.type === 'group') return undefined;
    if (entry.type === 'document') return this.page(entry);
    const reference = entry.target === undefined ? undefined : this.#reference(entry.target);
    return reference ?? (entry.href !== undefined && /^https?:\/\//i.test(entry.href) ? entry.href : undefined);
  };

  /** Returns a resolver for the links of a document at a path. */
  resolver(place: string): LinkResolver {
    return (target) => {
      const found = resolveContentTarget(target, place, this.content);
      switch (found.kind) {
        case 'page':
          return {
            href: this.page(found.entry) + fragmentOf(found.anchor),
            title: found.entry.title,
            ...markOf(found.entry),
          };
        case 'file':
          return {
            href: this.#file(found.file) + fragmentOf(found.anchor),
            title: found.file.name,
            file: this.#properties(found.file),
          };
        case 'url':
          return { href: found.url };
        case 'app':
          return this.#spaceLink(found.path, found.anchor);
        case 'broken':
          return { broken: true };
      }
    };
  }

  /** Resolves a link to a space or to a page of a space. */
  #spaceLink(path: string, anchor: string | undefined): ReturnType<LinkResolver> {
    const place = parseLinkedLocation(path);
    if (place === undefined) return { broken: true };
    const { space, page } = place;
    const isOwn = space === this.variant.siteSpace.spaceId;
    const href = isOwn
      ? this.#reference(page === undefined ? { kind: 'space', space } : { kind: 'page', space, page })
      : this.others?.get(locationKey(place));
    return href === undefined ? { broken: true } : { href: href + fragmentOf(page === undefined ? undefined : anchor) };
  }

  /** Returns what pages show of a file, with the URLs of its smaller versions. */
  #properties(file: File): LinkedFile {
    const { size, contentType, dimensions, blob } = file;
    const versioned = `${this.#file(file)}?v=${fileVersion(blob)}`;
    return {
      size,
      contentType,
      src: versioned,
      ...(dimensions && { dimensions }),
      sizes:
        dimensions === undefined || !SCALABLE_TYPES.has(contentType)
          ? []
          : IMAGE_WIDTHS.filter((width) => width < dimensions.width).map((width) => ({
              width,
              src: `${versioned}&w=${width}`,
            })),
    };
  }

  #file({ id, name }: { readonly id: string; readonly name?: string }): string {
    return this.map.address.file(this.variant.siteSpace.id, id, name);
  }

  /** Resolves a content reference (`ContentRef` in the API); undefined when the reader cannot follow it. */
  #reference(target: JsonObject): string | undefined {
    const { kind, url, page, anchor, space, file } = target;
    const own = space === undefined || space === this.variant.siteSpace.spaceId;
    const other = own ? undefined : this.map.variants.find(({ siteSpace }) => siteSpace.spaceId === space);
    const fragment = fragmentOf(typeof anchor === 'string' ? anchor : undefined);
    if (!own && (other === undefined || this.others !== undefined)) {
      const place = linkTargetLocation(target);
      const href = place && this.others?.get(locationKey(place));
      return href && href + (place.page === undefined ? '' : fragment);
    }
    switch (kind) {
      case 'url':
        return typeof url === 'string' ? url : undefined;
      case 'file': {
        const found = typeof file === 'string' ? this.content.files.byId(file) : undefined;
        return found && this.#file(found);
      }
      case 'space':
        return space === undefined ? undefined : this.map.address.page((other ?? this.variant).root, '');
      case 'page':
      case 'anchor': {
        if (typeof page !== 'string') return undefined;
        if (other !== undefined) return this.map.address.permalink(other.siteSpace.id, page) + fragment;
        const entry = this.content.outline.byId(page);
        return entry === undefined || entry.type === 'link' ? undefined : this.page(entry) + fragment;
      }
      default:
        return undefined;
    }
  }
}
