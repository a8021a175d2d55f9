import { getPage } from '../../../domain/content/content-reads.ts';
import { fontFileName, fontIdOfFile } from '../../../domain/sites/custom-font.ts';
import { FONT_ASSET, listCustomFontIds } from '../../../domain/sites/customization-fonts.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { SiteRenderer } from '../../../ports/sites/site-renderer.ts';
import { read } from '../../content/reading.ts';
import type { Reads } from '../../kernel/services.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import { EMBED_PICTURES, type EmbedPreviews } from './embed-previews.ts';
import { findPage } from './find-page.ts';
import { pageOfPicture, pagePreview, PICTURES, previewVersion } from './page-previews.ts';
import { customizationOf } from './site-appearances.ts';
import type { SiteMap, Variant } from './site-map.ts';
import type { SitePath } from './site-path.ts';
import type { SitePdfs } from './site-pdfs.ts';
import type { SiteResponse } from './site-response.ts';
import type { SiteSpaceContext } from './site-space-context.ts';
import type { SiteSpaces } from './site-spaces.ts';

/** Answers paths that no page of a site can have: assets, files, pictures, PDF files and permanent links. */
export class ReservedPaths {
  constructor(
    private readonly parts: {
      readonly reads: Pick<Reads, 'customFonts'>;
      readonly contentCache: PublishedContentCache;
      readonly renderer: Pick<SiteRenderer, 'asset' | 'customizationStylesheet'>;
      readonly embedPreviews: EmbedPreviews;
    },
    private readonly spaces: Pick<SiteSpaces, 'of'>,
    private readonly pdfs: Pick<SitePdfs, 'of'>,
  ) {}

  /** Answers a path below `~quire/`, without this segment; undefined for an unknown one. */
  async answer(map: SiteMap, { segments, endsWithSlash }: SitePath): Promise<SiteResponse | undefined> {
    if (segments[0] === 'assets' && segments.length === 2 && !endsWithSlash)
      return this.#asset(map, segments[1]!) ?? this.#font(map, segments[1]!);
    const [kind, siteSpaceId, id] = segments;
    const variant = map.variants.find(({ siteSpace }) => siteSpace.id === siteSpaceId);
    if (kind === 'pdf' && variant !== undefined && !endsWithSlash && segments.length <= 3)
      return this.#pdf(map, variant, id);
    if (kind === 'variants' && variant !== undefined && !endsWithSlash) {
      const space = await this.spaces.of(map, variant);
      const found = findPage(space, segments.slice(2).join('/'));
      const to =
        found?.to ?? (found === undefined ? map.address.page(variant.root, '') : space.links.page(found.entry));
      return { kind: 'redirect', to, temporary: true };
    }
    if (endsWithSlash || variant === undefined || id === undefined) return undefined;
    const space = await this.spaces.of(map, variant);
    if (kind === 'files' && segments.length <= 4) {
      const file = space.linked.files.byId(id);
      if (file !== undefined) return { kind: 'file', blob: file.blob, name: file.name };
    }
    if (kind === EMBED_PICTURES && segments.length === 3) {
      const url = this.parts.embedPreviews.pictureOf(id);
      if (url !== undefined) return { kind: 'embed-picture', url, organizationId: map.site.organizationId };
    }
    if (kind === PICTURES && segments.length === 3) return this.#picture(space, id);
    if (kind === 'pages' && segments.length === 3) {
      const entry = space.linked.outline.byId(id);
      if (entry !== undefined && entry.type !== 'link')
        return { kind: 'redirect', to: space.links.page(entry), temporary: true };
    }
    return undefined;
  }

  /** Describes the picture of a page that the reader may read; undefined where there is none. */
  async #picture(space: SiteSpaceContext, name: string): Promise<SiteResponse | undefined> {
    const { map, variant, linked, content, expanded } = space;
    const id = pageOfPicture(name);
    const entry = id === undefined ? undefined : linked.outline.byId(id);
    if (entry?.type !== 'document') return undefined;
    const page =
      expanded.pages.get(entry.id)?.page ?? (await read(this.parts.contentCache.store, getPage(content, entry.id)));
    if (page === undefined) return undefined;
    const picture = pagePreview(space, page, customizationOf(map, variant));
    return {
      kind: 'picture',
      picture,
      organizationId: map.site.organizationId,
      version: previewVersion(picture),
    };
  }

  /** Prepares a PDF file of a space or of one of its pages; undefined where the customization offers none. */
  async #pdf(map: SiteMap, variant: Variant, pageId: string | undefined): Promise<SiteResponse | undefined> {
    if (customizationOf(map, variant)?.pdf.enabled !== true) return undefined;
    const space = await this.spaces.of(map, variant);
    const entry = pageId === undefined ? undefined : space.linked.outline.byId(pageId);
    if (pageId !== undefined && entry?.type !== 'document') return undefined;
    return { kind: 'pdf', pdf: await this.pdfs.of(space, entry) };
  }

  /** Finds a file of a custom font that the site uses. */
  async #font(map: SiteMap, name: string): Promise<SiteResponse | undefined> {
    const file = name.startsWith(FONT_ASSET) ? name.slice(FONT_ASSET.length) : '';
    const id = fontIdOfFile(file);
    const uses = [undefined, ...map.variants].some((variant) => {
      const customization = customizationOf(map, variant);
      return customization !== undefined && id !== undefined && listCustomFontIds(customization).includes(id);
    });
    if (id === undefined || !uses) return undefined;
    const font = (await this.parts.reads.customFonts.find({ id, organizationId: map.site.organizationId }))?.snapshot();
    const face = font?.fontFaces.find((one) => fontFileName(font.id, one) === file);
    return face && { kind: 'file', blob: face.blob, name: file };
  }

  /**
   * Finds an asset. A page cached with a former customization gets the current style sheet of the site.
   */
  #asset(map: SiteMap, name: string): SiteResponse | undefined {
    const path = `${RESERVED_SEGMENT}/assets/${name}`;
    const shared = this.parts.renderer.asset(path);
    if (shared !== undefined) return { kind: 'asset', asset: shared };
    if (!/^look-[0-9a-f]{16}\.css$/.test(name)) return undefined;
    const sheets = [undefined, ...map.variants].flatMap((variant) => {
      const customization = customizationOf(map, variant);
      return customization === undefined ? [] : [this.parts.renderer.customizationStylesheet(customization)];
    });
    const sheet = sheets.find((one) => one.path === path);
    if (sheet !== undefined) return { kind: 'asset', asset: sheet };
    return sheets[0] && { kind: 'asset', asset: sheets[0], temporary: true };
  }
}
