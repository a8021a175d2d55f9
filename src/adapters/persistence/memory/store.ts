import type { Revision } from '../../../domain/content/revision.ts';
import type { Id, PageId, SpaceId } from '../../../domain/kernel/id.ts';
import type { GitLocation } from '../../../domain/links/content-lookup.ts';
import type { SearchEntry } from '../../../domain/search/search-entry.ts';
import type { Branch } from '../../../ports/content/branches.ts';
import type { LinkTarget, PageLink } from '../../../ports/links.ts';
import type { LinkStep } from '../../../ports/content/projections.ts';
import type { IdempotentAnswer } from '../../../ports/kernel/idempotent-answers.ts';
import type { Aggregates } from '../../../ports/kernel/unit-of-work.ts';
import type { EventRow } from '../events.ts';

/** A stored state with the number of times it was written. */
export interface Row<S> {
  readonly version: number;
  readonly state: S;
}

export interface RevisionRow extends Revision {
  readonly branchId: Id;
}

/** Search row of a page of primary content. */
export interface PageSearchRow {
  readonly id: string;
  readonly spaceId: SpaceId;
  readonly pageId: PageId;
  readonly search: SearchEntry;
}

/** Page whose search row is still to be made. */
export interface UnsearchedRow {
  readonly id: string;
  readonly spaceId: SpaceId;
  readonly pageId: PageId;
}
export interface BacklogRow extends LinkStep {
  readonly id: Id;
}

/** Target that links of primary content name. */
export interface LinkTargetRow extends LinkTarget {
  readonly id: string;
  readonly spaceId: SpaceId;
  readonly kin: string | null;
}
export interface PageLinkRow extends PageLink {
  readonly id: string;
  readonly spaceId: SpaceId;
}
export interface GitPlaceRow extends Pick<GitLocation, 'kind' | 'path'> {
  readonly id: string;
  readonly spaceId: SpaceId;
  readonly placeId: Id;
}

/** Tables of the aggregates and of data that belongs to content. */
export type Tables = { readonly [K in keyof Aggregates]: Map<Id, Row<Aggregates[K][1]>> } & {
  readonly branches: Map<Id, Row<Branch>>;
  readonly revisions: Map<Id, Row<RevisionRow>>;
  readonly pageSearch: Map<string, Row<PageSearchRow>>;
  readonly unsearchedPages: Map<string, Row<UnsearchedRow>>;
  readonly projectionBacklog: Map<Id, Row<BacklogRow>>;
  readonly linkTargets: Map<string, Row<LinkTargetRow>>;
  readonly pageLinks: Map<string, Row<PageLinkRow>>;
  readonly gitPlaces: Map<string, Row<GitPlaceRow>>;
  readonly idempotentAnswers: Map<string, Row<IdempotentAnswer>>;
  readonly counters: Map<string, Row<{ readonly id: string; readonly value: number }>>;
};
export type TableName = keyof Tables;

/** Committed rows of all tables. */
export class MemoryStore {
  readonly tables: Tables = {
    users: new Map(),
    apiTokens: new Map(),
    organizations: new Map(),
    members: new Map(),
    emailDomains: new Map(),
    organizationKeys: new Map(),
    teams: new Map(),
    teamMembers: new Map(),
    grants: new Map(),
    collections: new Map(),
    spaces: new Map(),
    changeRequests: new Map(),
    reviews: new Map(),
    reviewRequests: new Map(),
    gitSyncs: new Map(),
    gitFollows: new Map(),
    sites: new Map(),
    siteSections: new Map(),
    siteSectionGroups: new Map(),
    siteExternalLinks: new Map(),
    siteCustomizations: new Map(),
    siteRedirects: new Map(),
    siteSpaces: new Map(),
    siteMcpServers: new Map(),
    customFonts: new Map(),
    organizationImages: new Map(),
    siteShareLinks: new Map(),
    sitePublishingAuths: new Map(),
    siteAdaptiveSchemas: new Map(),
    comments: new Map(),
    commentReplies: new Map(),
    samlProviders: new Map(),
    samlIdentities: new Map(),
    consumedTokens: new Map(),
    uploads: new Map(),
    importRuns: new Map(),
    importReports: new Map(),
    openapiSpecs: new Map(),
    openapiSpecVersions: new Map(),
    credentials: new Map(),
    invites: new Map(),
    translations: new Map(),
    pageReviews: new Map(),
    glossaryEntries: new Map(),
    webhooks: new Map(),
    webhookDeliveries: new Map(),
    branches: new Map(),
    revisions: new Map(),
    pageSearch: new Map(),
    unsearchedPages: new Map(),
    projectionBacklog: new Map(),
    linkTargets: new Map(),
    pageLinks: new Map(),
    gitPlaces: new Map(),
    idempotentAnswers: new Map(),
    counters: new Map(),
  };
  readonly events: EventRow[] = [];

  /** Lists the committed states of a table. */
  all<K extends keyof Aggregates>(name: K): Aggregates[K][1][] {
    return [...(this.tables[name] as Map<Id, Row<Aggregates[K][1]>>).values()].map(({ state }) => state);
  }
  state<K extends keyof Aggregates>(name: K, id: Id | null): Aggregates[K][1] | undefined {
    return id === null ? undefined : (this.tables[name] as Map<Id, Row<Aggregates[K][1]>>).get(id)?.state;
  }
}
