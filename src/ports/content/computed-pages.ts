import type { Level } from '../../domain/permissions/level.ts';
import type { JsonObject } from '../../domain/content/objects/json.ts';
import type { Id, OrganizationId, SpaceId } from '../../domain/kernel/id.ts';

/** Source of the pages below a computed page. */
export interface ComputedSource {
  readonly organizationId: OrganizationId;
  readonly spaceId: SpaceId;
  /** Level of the reader in the organization; undefined for guests and readers of sites. */
  readonly readerLevel: Level | undefined;
  /** Members `type`, `props` and `dependencies` of the page. */
  readonly computed: JsonObject;
  /** Seed of the page ids: equal sources and seeds give equal ids. */
  readonly seed: string;
}

/** Operation of an API that a page is about. */
export interface PageOperation {
  /** Method in lower case. */
  readonly method: string;
  readonly isWebhook?: true;
  readonly isDeprecated?: true;
}

/** Page generated from a source; never stored. */
export interface ComputedPage {
  readonly id: Id;
  readonly type: 'document' | 'group';
  readonly title: string;
  /** Slug, unique among the siblings. */
  readonly slug: string;
  readonly description?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly markdown?: string;
  /** Text for a tree of blocks, in which tags name the parts of the source; absent if it is `markdown`. */
  readonly blockMarkdown?: string;
  /** Text for sites, in which tags stand for the parts of the source, below headings; absent if it is `markdown`. */
  readonly referenceMarkdown?: string;
  /** Absent for pages about no operation or several ones. */
  readonly operation?: PageOperation;
  readonly pages: readonly ComputedPage[];
}

/** Generates pages from sources outside a space's content, such as an OpenAPI specification. */
export interface ComputedPages {
  /**
   * Generates the pages of a source, in order; undefined for an unknown source or one without a result yet. Called on
   * every read.
   */
  pagesOf(source: ComputedSource): Promise<readonly ComputedPage[] | undefined>;
  /**
   * Returns the title that a source states, for a page whose own title only names the source; undefined for any other
   * title.
   */
  titleOf(source: ComputedSource, title: string): Promise<string | undefined>;
}
