import { Conflict, DomainError, Invalid, NotFound } from '../../../domain/kernel/errors.ts';
import type { Id, SiteId } from '../../../domain/kernel/id.ts';
import { parseRedirectSource } from '../../../domain/sites/redirect-source.ts';
import {
  MAX_SITE_REDIRECTS,
  SiteRedirect,
  type RedirectDestination,
  type SiteRedirectState,
} from '../../../domain/sites/site-redirect.ts';
import type { Work } from '../../../ports/kernel/unit-of-work.ts';
import type { InSite } from '../../kernel/scope.ts';

/** Operation of a bulk request on one redirect, which its source and its state as a draft name. */
export type RedirectOperation =
  | {
      readonly kind: 'put';
      readonly source: string;
      readonly draft: boolean;
      /** Destination, or the error by which it is refused. */
      readonly destination: RedirectDestination | DomainError;
      readonly permanent?: boolean | undefined;
      readonly captureWildcard?: boolean | undefined;
    }
  | { readonly kind: 'delete'; readonly source: string; readonly draft: boolean }
  | { readonly kind: 'publish'; readonly source: string };

/** Result of an operation. Deleting a redirect that does not exist has the same result. */
export type RedirectResult =
  | { readonly status: 'created' | 'updated' | 'published'; readonly redirect: SiteRedirectState }
  | { readonly status: 'deleted'; readonly source: string; readonly draft: boolean }
  | { readonly status: 'error'; readonly source: string; readonly draft: boolean; readonly error: string };

interface StoredRedirects {
  readonly live?: SiteRedirect;
  readonly draft?: SiteRedirect;
}

interface Context {
  readonly work: Work;
  readonly ids: { next(): Id };
  readonly now: string;
}

/**
 * Applies operations to the redirects of a locked site (`lockSite`), each for itself: the result of one that is refused
 * has the reason. Refused are a malformed source, a second operation on a redirect, a draft that does not exist, a
 * redirect that must not be replaced, and more redirects than a site may have.
 * @param mayReplace targets whose redirects may be replaced or deleted
 */
export async function upsertRedirects(
  context: Context,
  { organizationId, siteId, mayReplace }: InSite & { readonly mayReplace: readonly (Id | '')[] },
  operations: readonly RedirectOperation[],
): Promise<readonly RedirectResult[]> {
  const { work } = context;
  const upsert = new RedirectsUpsert(
    context,
    { organizationId, siteId, mayReplace },
    await redirectsOf(work, siteId, operations),
    MAX_SITE_REDIRECTS - (await work.siteRedirects.count({ siteId })),
  );
  const results: RedirectResult[] = [];
  for (const operation of operations) results.push(await upsert.apply(operation));
  return results;
}

class RedirectsUpsert {
  readonly #changed = new Set<string>();

  /** @param left number of redirects that the site may have besides those it has */
  constructor(
    private readonly context: Context,
    private readonly of: InSite & { readonly mayReplace: readonly (Id | '')[] },
    private readonly stored: ReadonlyMap<string, StoredRedirects>,
    private left: number,
  ) {}

  async apply(operation: RedirectOperation): Promise<RedirectResult> {
    try {
      const source = sourceOf(operation.source);
      // Publishing is about both redirects of a source.
      const kinds = operation.kind === 'publish' ? ['live', 'draft'] : [operation.draft ? 'draft' : 'live'];
      const changed = kinds.map((kind) => `${kind} ${source}`);
      if (changed.some((key) => this.#changed.has(key))) throw Invalid.field('source', 'is used twice');
      const result = await this.#applyTo(source, operation);
      for (const key of changed) this.#changed.add(key);
      return result;
    } catch (error) {
      if (!(error instanceof Invalid || error instanceof NotFound || error instanceof Conflict)) throw error;
      const draft = operation.kind === 'publish' || operation.draft;
      return { status: 'error', source: operation.source, draft, error: error.message };
    }
  }

  async #applyTo(source: string, operation: RedirectOperation): Promise<RedirectResult> {
    const stored = this.stored.get(source) ?? {};
    if (operation.kind === 'publish') return this.#publish(stored);
    const named = operation.draft ? stored.draft : stored.live;
    this.#requireReplaceable(named);
    if (operation.kind === 'put') return this.#put(operation, named);
    if (named !== undefined) await this.#remove(named);
    return { status: 'deleted', source, draft: operation.draft };
  }

  async #put(
    { kind: _, destination, ...settings }: Extract<RedirectOperation, { readonly kind: 'put' }>,
    named: SiteRedirect | undefined,
  ): Promise<RedirectResult> {
    const { work, ids, now } = this.context;
    const { organizationId, siteId } = this.of;
    if (destination instanceof DomainError) throw destination;
    const input = { ...settings, destination };
    if (named === undefined && this.left <= 0) throw tooMany();
    named?.change(input, now);
    const redirect = named ?? SiteRedirect.create({ id: ids.next(), organizationId, siteId, createdAt: now, ...input });
    await work.siteRedirects.save(redirect);
    if (named === undefined) this.left--;
    return { status: named === undefined ? 'created' : 'updated', redirect: redirect.snapshot() };
  }

  async #publish({ live, draft }: StoredRedirects): Promise<RedirectResult> {
    const { work, now } = this.context;
    this.#requireReplaceable(live);
    this.#requireReplaceable(draft);
    if (draft === undefined) throw Invalid.field('source', 'has no draft to publish');
    const { destination, permanent, captureWildcard } = draft.snapshot();
    const published = live ?? draft;
    if (live !== undefined) await this.#remove(draft);
    published.change({ destination, permanent, captureWildcard, draft: false }, now);
    await work.siteRedirects.save(published);
    return { status: 'published', redirect: published.snapshot() };
  }

  async #remove(redirect: SiteRedirect): Promise<void> {
    redirect.remove();
    await this.context.work.siteRedirects.delete(redirect);
    this.left++;
  }

  #requireReplaceable(redirect: SiteRedirect | undefined): void {
    if (redirect !== undefined && !this.of.mayReplace.includes(redirect.snapshot().target))
      throw new Conflict('the site already has a redirect from this source');
  }
}

/**
 * Requires that the site may have more redirects.
 * @throws Conflict
 */
export async function requireRoom(work: Work, siteId: SiteId, more: number): Promise<void> {
  if (more > 0 && (await work.siteRedirects.count({ siteId })) + more > MAX_SITE_REDIRECTS) throw tooMany();
}

const tooMany = (): Conflict => new Conflict(`a site can have at most ${MAX_SITE_REDIRECTS} redirects`);

/** Reads the redirects that operations name, by their sources. */
async function redirectsOf(
  work: Work,
  siteId: SiteId,
  operations: readonly RedirectOperation[],
): Promise<Map<string, StoredRedirects>> {
  const sources = operations.flatMap(({ source }) => {
    const read = parseRedirectSource(source);
    return 'problem' in read ? [] : [read.source];
  });
  const unique = [...new Set(sources)];
  const stored = new Map<string, StoredRedirects>();
  if (unique.length === 0) return stored;
  const { items } = await work.siteRedirects.list({ siteId, source: unique }, { limit: unique.length * 2 });
  for (const redirect of items) {
    const { source, draft } = redirect.snapshot();
    stored.set(source, { ...stored.get(source), [draft ? 'draft' : 'live']: redirect });
  }
  return stored;
}

function sourceOf(text: string): string {
  const read = parseRedirectSource(text);
  if ('problem' in read) throw Invalid.field('source', read.problem);
  return read.source;
}
