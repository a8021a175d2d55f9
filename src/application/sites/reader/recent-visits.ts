import { LRUCache } from 'lru-cache';
import type { OrganizationId } from '../../../domain/kernel/id.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { SiteRequest, SiteVisit } from './site-visit.ts';

/**
 * Time for which a page is repeated without asking the database, in milliseconds: readers see a change by another node
 * within a second.
 */
const REPEATED_MS = 500;
const MAX_VISITS = 500;

interface RecentVisit {
  readonly visit: SiteVisit;
  readonly organizationId: OrganizationId;
}

/**
 * Caches the pages that everybody sees for half a second, so that many readers of a page load it from the database once.
 * A change by this process in the organization ends that at once.
 */
export class RecentVisits {
  readonly #visits = new LRUCache<string, RecentVisit>({ max: MAX_VISITS, ttl: REPEATED_MS, ttlAutopurge: true });
  #changes = 0;

  /**
   * Returns the visit of an equal request, or makes one.
   * @param make makes the visit, and returns it with the organization of the site
   */
  async get(
    request: SiteRequest,
    make: () => Promise<{ readonly visit: SiteVisit; readonly organizationId: OrganizationId } | undefined>,
  ): Promise<SiteVisit | undefined> {
    const key = keyOf(request);
    if (key === undefined) return (await make())?.visit;
    const recent = this.#visits.get(key);
    if (recent !== undefined) return recent.visit;
    const changes = this.#changes;
    const made = await make();
    if (made !== undefined && isVisitorIndependent(made.visit) && changes === this.#changes)
      this.#visits.set(key, made);
    return made?.visit;
  }

  /** Forgets the pages of an organization in which something may have changed; of all for null. */
  forget(organizationId: OrganizationId | null): void {
    this.#changes++;
    if (organizationId === null) this.#visits.clear();
    else
      for (const [key, recent] of this.#visits) if (recent.organizationId === organizationId) this.#visits.delete(key);
  }
}

/** Returns the key of requests that have the same answer; undefined for a request that is answered by itself. */
function keyOf(request: SiteRequest): string | undefined {
  const { by, segments, endsWithSlash, prefersMarkdown, feedback, question, isFromAgent, credentials } = request;
  const { token, submittedClaims, storedClaims } = credentials;
  const isAnonymous = token === undefined && (submittedClaims ?? []).length === 0 && storedClaims === undefined;
  // Of the paths below, the search page depends on the query.
  const isReading = feedback === undefined && question === undefined && isFromAgent !== true;
  const isOfPages = segments[0] !== RESERVED_SEGMENT && isReading;
  if (!isAnonymous || !isOfPages) return undefined;
  return JSON.stringify([by, segments, endsWithSlash, prefersMarkdown]);
}

const isVisitorIndependent = ({ answer, audience, cookie, isSecretUrl }: SiteVisit): boolean =>
  answer.kind === 'page' &&
  answer.found &&
  answer.page.personal !== true &&
  audience === 'public' &&
  !isSecretUrl &&
  cookie.claims === undefined &&
  cookie.tokenUntil === undefined;
