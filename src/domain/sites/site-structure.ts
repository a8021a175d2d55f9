import { Conflict, Invalid, NotFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { freeName, sitePathProblem } from './site-names.ts';
import { SiteSpace, type SiteSpaceState } from './site-space.ts';

/** How many spaces a site can hold: all of them are looked at whenever one changes. */
export const MAX_SITE_SPACES = 1_000;

export interface NewSiteSpace {
  readonly id: Id;
  readonly spaceId: Id;
  /** What its path is made of: a slug of the space's title; may be empty. */
  readonly slug: string;
}

/** What can be changed about a site's space; what is absent stays, a null condition is none. */
export interface SiteSpaceChange {
  readonly path?: string;
  readonly condition?: string | null;
  readonly spaceId?: Id;
}

const compare = (a: SiteSpace, b: SiteSpace): number => (a.id < b.id ? -1 : 1);

/**
 * How a site is made up: its spaces, in order, with unique paths and exactly one default. Spaces that were deleted or
 * went to another organization (`present` does not hold them) keep their place for the day they return, but are not shown;
 * while the default is one of them, the first that is shown stands in for it.
 */
export class SiteStructure {
  readonly #all: SiteSpace[];
  readonly #changed = new Set<SiteSpace>();
  readonly #removed = new Set<SiteSpace>();
  readonly #present: Set<Id>;

  constructor(
    private readonly site: { readonly id: Id; readonly organizationId: Id },
    /** Every space of the site, whether present or not. */
    siteSpaces: Iterable<SiteSpace>,
    /** Ids of those spaces that are there to be shown. */
    present: Iterable<Id>,
  ) {
    this.#all = [...siteSpaces].sort(compare);
    this.#present = new Set(present);
  }

  /** The spaces that are shown, in order; `isDefault` is true of exactly one, unless there is none. */
  shown(): readonly SiteSpaceState[] {
    const states = this.#all.map((one) => one.snapshot()).filter(({ spaceId }) => this.#present.has(spaceId));
    const standIn = states.some(({ isDefault }) => isDefault) ? undefined : states[0];
    return states.map((state) => ({ ...state, isDefault: state.isDefault || state === standIn }));
  }
  /** One of those that are shown. */
  find(id: Id): SiteSpaceState | undefined {
    return this.shown().find((state) => state.id === id);
  }

  /** Puts a space at the end; the first of a site is its default. @throws Conflict when it is a part already, or the site is full */
  add({ id, spaceId, slug }: NewSiteSpace): SiteSpaceState {
    if (this.#all.length >= MAX_SITE_SPACES) throw new Conflict(`a site holds at most ${MAX_SITE_SPACES} spaces`);
    this.#requireNew(spaceId);
    const name = sitePathProblem(slug) === undefined ? slug : 'docs';
    const path = freeName(name, (candidate) => this.#owner(candidate) !== undefined);
    const { id: siteId, organizationId } = this.site;
    const added = SiteSpace.add({ id, organizationId, siteId, spaceId, path, isDefault: this.#all.length === 0, condition: null });
    this.#all.push(added);
    this.#all.sort(compare);
    this.#present.add(spaceId);
    this.#changed.add(added);
    return this.find(id)!;
  }

  /** Takes a shown space out of the site; where it was the default, the next becomes it. @returns whether there was one */
  remove(id: Id): boolean {
    if (this.find(id) === undefined) return false;
    const [gone] = this.#all.splice(this.#all.findIndex((one) => one.id === id), 1) as [SiteSpace];
    gone.remove();
    this.#changed.delete(gone);
    this.#removed.add(gone);
    if (gone.snapshot().isDefault) {
      const heir = this.#all.find((one) => this.#present.has(one.snapshot().spaceId)) ?? this.#all[0];
      if (heir !== undefined) this.#setDefault(heir, true);
    }
    return true;
  }

  /** @throws NotFound */
  makeDefault(id: Id): void {
    if (this.find(id) === undefined) throw new NotFound('site space');
    for (const one of this.#all) if (one.snapshot().isDefault !== (one.id === id)) this.#setDefault(one, one.id === id);
  }

  /** @throws NotFound, Invalid for a path that is none, Conflict for a path or a space that is taken */
  change(id: Id, { path, condition, spaceId }: SiteSpaceChange): SiteSpaceState {
    const one = this.#all.find((each) => each.id === id);
    if (one === undefined || this.find(id) === undefined) throw new NotFound('site space');
    const problem = path === undefined ? undefined : sitePathProblem(path);
    if (problem !== undefined) throw Invalid.field('path', problem);
    if (path !== undefined && (this.#owner(path) ?? one) !== one) throw new Conflict('the path is taken by another space of the site');
    const before = one.snapshot();
    if (spaceId !== undefined && spaceId !== before.spaceId) this.#requireNew(spaceId);
    const to = {
      ...(path !== undefined && path !== before.path && { path }),
      ...(condition !== undefined && condition !== before.condition && { condition }),
      ...(spaceId !== undefined && spaceId !== before.spaceId && { spaceId }),
    };
    if (Object.keys(to).length > 0) {
      one.change(to);
      if (spaceId !== undefined) this.#present.add(spaceId);
      this.#changed.add(one);
    }
    return this.find(id)!;
  }

  /** What has to be stored, and what deleted, for the structure to be as it is now. */
  changes(): { readonly changed: readonly SiteSpace[]; readonly removed: readonly SiteSpace[] } {
    return { changed: [...this.#changed], removed: [...this.#removed] };
  }

  #owner(path: string): SiteSpace | undefined {
    const wanted = path.toLowerCase();
    return this.#all.find((one) => one.snapshot().path.toLowerCase() === wanted);
  }
  #requireNew(spaceId: Id): void {
    if (this.#all.some((one) => one.snapshot().spaceId === spaceId)) throw new Conflict('the space is a part of the site already');
  }
  #setDefault(one: SiteSpace, isDefault: boolean): void {
    one.setDefault(isDefault);
    this.#changed.add(one);
  }
}
