import type { Content } from '../../domain/content/content.ts';
import { diffMaps, type MapChange } from '../../domain/content/objects/map-diff.ts';
import type { Hash } from '../../domain/content/objects/objects.ts';
import type { File, Page, ReusableContent } from '../../domain/content/page.ts';
import { all, both, type Reading } from '../../domain/content/objects/reading.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { gitPathsOf, ledTo, outcomesOf, type GitPlace, type Outcome } from '../../domain/links/content-lookup.ts';
import { namedId } from '../../domain/links/link-target.ts';
import {
  concernsOfOther,
  concernsOfPage,
  namedByContent,
  namedByPage,
  noConcerns,
  placeChange,
  type Concerns,
  type PlaceChange,
  type Sides,
} from '../../domain/links/links-of-change.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import type { LinkIndex, LinksPart, LinkTarget, PageLink } from '../../ports/content/links.ts';
import { read } from '../content/reading.ts';

type Others = readonly MapChange<File | ReusableContent>[];

/** All changes between two contents that links are about. */
export interface LinkChanges extends Sides {
  readonly pages: readonly MapChange<Page>[];
  readonly others: Others;
  /** What lies elsewhere in the repository now. */
  readonly moved: readonly PlaceChange[];
}

export function* linkChanges(sides: Sides, pages: readonly MapChange<Page>[]): Reading<LinkChanges> {
  const { before, after } = sides;
  const [files, contents] = yield* both(
    diffMaps<File>(before.files, after.files),
    diffMaps<ReusableContent>(before.reusableContents, after.reusableContents),
  );
  const moved = [
    ...pages.map((one) => placeChange('page', one)),
    ...files.map((one) => placeChange('file', one)),
    ...contents.map((one) => placeChange('content', one)),
  ];
  return { ...sides, pages, others: [...files, ...contents], moved: moved.filter((one) => one !== undefined) };
}

/** What targets lead to in the content after some changes, what is stored being that before them. */
export class ChangedOutcomes {
  readonly #moved = new Map<string, readonly GitPlace[]>();
  readonly #gone = new Set<Id>();
  readonly #anchors = new Map<Hash, ReadonlySet<string>>();
  readonly #told = new Set<string>();

  constructor(
    private readonly store: Pick<ContentStore, 'get'>,
    private readonly index: LinkIndex,
    private readonly spaceId: Id,
    private readonly changes: Pick<LinkChanges, 'after' | 'moved'>,
  ) {
    for (const { id, kind, path } of changes.moved) {
      this.#gone.add(id);
      if (path !== null) this.#moved.set(path, [...(this.#moved.get(path) ?? []), { id, kind, path }]);
    }
  }

  async of(keys: readonly string[]): Promise<ReadonlyMap<string, Outcome>> {
    if (keys.length === 0) return new Map();
    const paths = [...new Set(keys.flatMap((key) => gitPathsOf(key)))];
    const stored = paths.length === 0 ? [] : await this.index.gitPlaces(this.spaceId, paths);
    const places = [
      ...stored.filter(({ id }) => !this.#gone.has(id)),
      ...paths.flatMap((path) => this.#moved.get(path) ?? []),
    ];
    if (this.#anchors.size > MOST_KEPT) this.#anchors.clear();
    return read(this.store, outcomesOf(keys, this.changes.after, places, this.#anchors));
  }

  /** The targets of new links that no link before them in the same move has told, as far as is remembered. */
  fresh(linked: readonly PageLink[]): string[] {
    if (this.#told.size > MOST_KEPT) this.#told.clear();
    const fresh: string[] = [];
    for (const { key } of linked) {
      if (this.#told.has(key)) continue;
      this.#told.add(key);
      fresh.push(key);
    }
    return fresh;
  }
}

/** So much of one move of the head is kept while it goes on. */
const MOST_KEPT = 20_000;

export const targetOf = (key: string, outcome: Outcome): LinkTarget => ({
  key,
  target: ledTo(outcome) ?? namedId(key),
  broken: outcome.broken,
});

/** What changes about links with a part of the pages; with the first part, all that is no page as well. */
export async function linksPart(
  store: Pick<ContentStore, 'get'>,
  index: LinkIndex,
  spaceId: Id,
  outcomes: ChangedOutcomes,
  changes: LinkChanges,
  pages: readonly MapChange<Page>[],
  isFirst: boolean,
): Promise<LinksPart> {
  const { named, concerns } = await read(store, about(changes, pages, isFirst ? changes.others : []));
  const linked: PageLink[] = [];
  const unlinked: PageLink[] = [];
  for (const { pageId, before, after } of named) {
    const [had, has] = [new Set(before), new Set(after)];
    for (const key of has) if (!had.has(key)) linked.push({ pageId, key });
    for (const key of had) if (!has.has(key)) unlinked.push({ pageId, key });
  }
  const concerned = isEmpty(changes.before) ? [] : await concernedBy(index, spaceId, concerns);
  const found = await outcomes.of([...new Set([...outcomes.fresh(linked), ...concerned.map(({ key }) => key)])].sort());
  const targets = [...found].map(([key, outcome]) => targetOf(key, outcome));
  const here = isFirst ? changes.moved : [];
  return {
    linked,
    unlinked,
    targets,
    places: here.filter((one): one is GitPlace => one.path !== null),
    unplaced: here.filter(({ path }) => path === null),
  };
}

/** Targets that may lead elsewhere; nothing is asked where nothing is concerned. */
export async function concernedBy(
  index: LinkIndex,
  spaceId: Id,
  { ids, kin, under }: Concerns,
): Promise<readonly LinkTarget[]> {
  return ids.size + kin.size + under.size === 0
    ? []
    : index.concerned(spaceId, { ids: [...ids], kin: [...kin], under: [...under] });
}

/** What the pages and reusable contents among some changes named and name, and what else the changes concern. */
export function* about(sides: Sides, pages: readonly MapChange<Page>[], others: Others) {
  const concerns = noConcerns();
  const named = (yield* all([
    ...pages.map((one) => namedByPage(sides, one)),
    ...others.map((one) => namedByContent(one)),
  ])).filter((one) => one !== undefined);
  if (!isEmpty(sides.before)) {
    yield* all(pages.map((one) => concernsOfPage(sides, one, concerns)));
    for (const one of others) concernsOfOther(one, concerns);
  }
  return { named, concerns };
}

/** Nothing in it names anything. */
const isEmpty = ({ pages, reusableContents }: Content): boolean => pages === null && reusableContents === null;
