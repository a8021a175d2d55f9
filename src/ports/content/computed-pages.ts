import type { Level } from '../../domain/permissions/level.ts';
import type { JsonObject } from '../../domain/content/objects/json.ts';
import type { Id } from '../../domain/kernel/id.ts';

/** Where the pages below a computed page come from. */
export interface ComputedSource {
  readonly organizationId: Id;
  readonly spaceId: Id;
  /** Of whoever reads, in the organization; undefined for those who have none there, such as guests and readers of sites. */
  readonly readerLevel: Level | undefined;
  /** `type`, `props` and `dependencies`, as the page states them. */
  readonly computed: JsonObject;
  /** The same source with the same seed gives pages with the same ids; other seeds give other ids. */
  readonly seed: string;
}

/** A page that a source gives; it is nowhere stored. */
export interface ComputedPage {
  readonly id: Id;
  readonly type: 'document' | 'group';
  readonly title: string;
  /** Unique among the siblings. */
  readonly slug: string;
  readonly description?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly markdown?: string;
  readonly pages: readonly ComputedPage[];
}

/** Computes pages from what is not part of a space's content, such as an OpenAPI specification. */
export interface ComputedPages {
  /** The pages of a source, in order; undefined for one that is not known, or has nothing to give yet. Asked again whenever pages are read. */
  pagesOf(source: ComputedSource): Promise<readonly ComputedPage[] | undefined>;
}
