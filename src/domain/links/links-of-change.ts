import type { Content } from '../content/content.ts';
import { documentOf, pathOf } from '../content/content-reads.ts';
import { sameJson, utf8 } from '../content/objects/json.ts';
import type { MapChange } from '../content/objects/map-diff.ts';
import type { File, GitBlob, Page, ReusableContent } from '../content/page.ts';
import { all, both, done, type Reading } from '../content/objects/reading.ts';
import type { Id } from '../kernel/id.ts';
import { anchorsOf } from './anchors.ts';
import type { GitPlace, GitPlaceKind } from './content-lookup.ts';
import { MAX_KEY_LENGTH, pathKin } from './link-target.ts';
import { contentTargets, pageTargets } from './page-targets.ts';

/** The two contents between which something changed; the first is that of a new space where there was none. */
export interface Sides {
  readonly before: Content;
  readonly after: Content;
}

export interface Concerns {
  readonly ids: Set<Id>;
  readonly kin: Set<string>;
  readonly under: Set<string>;
}
export const noConcerns = (): Concerns => ({ ids: new Set(), kin: new Set(), under: new Set() });

/** The targets that a page, or a reusable content, named and names. */
export interface NamedByPage {
  /** Or the id of the reusable content. */
  readonly pageId: Id;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const NAMED = [
  'type',
  'document',
  'cover',
  'target',
  'href',
  'git',
  'slug',
  'parent',
] as const satisfies readonly (keyof Page)[];

/** What a changed page named and names; undefined where its change is about something else. */
export function* namedByPage(
  { before, after }: Sides,
  { key, before: was, after: is }: MapChange<Page>,
): Reading<NamedByPage | undefined> {
  if (was !== undefined && is !== undefined && NAMED.every((field) => sameJson(was[field], is[field])))
    return undefined;
  const [named, names] = yield* both(
    was === undefined ? done<readonly string[]>([]) : pageTargets(before, was),
    is === undefined ? done<readonly string[]>([]) : pageTargets(after, is),
  );
  return { pageId: key, before: named, after: names };
}

/** What a changed reusable content named and names; undefined for a file, and where its change is about something else. */
export function* namedByContent({
  key,
  before: was,
  after: is,
}: MapChange<File | ReusableContent>): Reading<NamedByPage | undefined> {
  const [before, after] = [was, is].map((one) => (one !== undefined && 'document' in one ? one : undefined));
  if (before?.document === after?.document && before?.git?.path === after?.git?.path) return undefined;
  const [named, names] = yield* both(
    before === undefined ? done<readonly string[]>([]) : contentTargets(before),
    after === undefined ? done<readonly string[]>([]) : contentTargets(after),
  );
  return { pageId: key, before: named, after: names };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** What else a changed page concerns: targets that lead to it by its id, its headings, or where it lies. */
export function* concernsOfPage(
  { before, after }: Sides,
  { key, before: was, after: is }: MapChange<Page>,
  concerns: Concerns,
): Reading<void> {
  if (was?.type !== is?.type) concerns.ids.add(key);
  else if (was!.document !== is!.document && (yield* hasOtherHeadings(was!, is!))) concerns.ids.add(key);
  addKin(was?.git, is?.git, concerns);
  if (was?.slug === is?.slug && was?.parent === is?.parent && was?.type === is?.type) return;
  const paths = yield* all([was && pathOf(before, was), is && pathOf(after, is)].filter((one) => one !== undefined));
  for (const path of paths) {
    if (path === undefined) continue;
    concerns.kin.add(pathKin(path));
    if (was !== undefined && is !== undefined) concerns.under.add(path.toLowerCase());
  }
}

function* hasOtherHeadings(was: Page, is: Page): Reading<boolean> {
  const texts = yield* both(documentOf(was), documentOf(is));
  const [first, second] = texts.map((bytes) => (bytes === undefined ? '' : decoder.decode(bytes))) as [string, string];
  const a = yield* anchorsOf(first);
  const b = yield* anchorsOf(second);
  return a.size !== b.size || [...a].some((anchor) => !b.has(anchor));
}

/** What a changed file or reusable content concerns. */
export function concernsOfOther({ key, before, after }: MapChange<File | ReusableContent>, concerns: Concerns): void {
  if (before === undefined || after === undefined) concerns.ids.add(key);
  addKin(before?.git, after?.git, concerns);
}

function addKin(was: GitBlob | undefined, is: GitBlob | undefined, { kin }: Concerns): void {
  if (was?.path === is?.path) return;
  for (const git of [was, is]) if (git !== undefined) kin.add(pathKin(git.path));
}

export type PlaceChange = Omit<GitPlace, 'path'> & { readonly path: string | null };

/** Where a changed thing lies in the repository now, or that it lies there no more; undefined when that stays as it was. */
export function placeChange(
  kind: GitPlaceKind,
  { key: id, before, after }: MapChange<{ readonly git?: GitBlob }>,
): PlaceChange | undefined {
  const path = storable(after?.git?.path);
  return path === storable(before?.git?.path) ? undefined : { kind, id, path };
}

/** No target that is followed up is as long as a path that is left out here. */
const storable = (path: string | undefined): string | null =>
  path === undefined || path.length > MAX_KEY_LENGTH || utf8(path).length > MAX_KEY_LENGTH ? null : path;
