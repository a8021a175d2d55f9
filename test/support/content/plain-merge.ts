import type { Conflict } from '../../../src/domain/content/conflicts/conflict.ts';
import type { Content } from '../../../src/domain/content/content.ts';
import { entries } from '../../../src/domain/content/objects/map-read.ts';
import type { Hash } from '../../../src/domain/content/objects/content-object.ts';
import type { Page } from '../../../src/domain/content/page.ts';
import type { ObjectQuery } from '../../../src/domain/content/objects/object-query.ts';

type Plain = Readonly<Record<string, unknown>>;
type Items = ReadonlyMap<string, Plain>;

/** Content as plain maps; documents are the text itself, byte for byte. */
export interface PlainContent {
  readonly pages: Items;
  readonly files: Items;
  readonly reusables: Items;
  readonly variables: Items;
}

/** Reader of contents that has their objects. */
interface Reader {
  readonly objects: ReadonlyMap<Hash, Uint8Array>;
  read<T>(reading: ObjectQuery<T>): T;
}

export function plainOf(reader: Reader, content: Content): PlainContent {
  const items = <T>(root: Hash | null, plain: (value: T) => Plain): Items =>
    new Map(reader.read(entries<T>(root)).map(({ key, value }) => [key, plain(value)]));
  const withText = ({ document, ...rest }: { document?: Hash }): Plain => ({
    ...rest,
    ...(document && { text: Buffer.from(reader.objects.get(document)!).toString('latin1') }),
  });
  return {
    pages: items<Page>(content.pages, withText),
    files: items<Plain>(content.files, (file) => file),
    reusables: items<{ document: Hash }>(content.reusableContents, withText),
    variables: items<string>(content.variables, (value) => ({ value })),
  };
}

/** Expected merge result before tree repair: the decided pages, and the conflicts that the rules require. */
export interface PlainMerge extends PlainContent {
  /** `kind subject field` of each conflict, except those of tree repair and of documents. */
  readonly conflicts: ReadonlySet<string>;
  /** Documents that both sides changed differently, by `subject/id`; they must be merged by lines. */
  readonly documents: ReadonlyMap<string, readonly [base: string, ours: string, theirs: string]>;
}

export const nameOf = ({ kind, subject, field }: Pick<Conflict, 'kind' | 'subject' | 'field'>): string =>
  `${kind} ${subject.kind}/${subject.id} ${field ?? ''}`;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.entries(value)
        .filter(([, of]) => of !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, of]) => [key, sorted(of)])
    : value;

const BY_MEMBER = ['layout', 'cover', 'variables', 'frontMatter'];
/** Fields that do not make pages different: times, place in Git and rank among siblings. */
const IGNORED_FIELDS = ['createdAt', 'updatedAt', 'git', 'rank'];
const without = (item: Plain | undefined, names: readonly string[]): Plain =>
  Object.fromEntries(Object.entries(item ?? {}).filter(([name]) => !names.includes(name)));

/** Pages that each side moved among their siblings. */
export type PlainMoves = Readonly<Record<'ours' | 'theirs', ReadonlySet<string>>>;

/** Merges by the literal rules: entry by entry, field by field. */
export function plainMerge(
  base: PlainContent,
  ours: PlainContent,
  theirs: PlainContent,
  moves: PlainMoves,
): PlainMerge {
  const conflicts = new Set<string>();
  const documents = new Map<string, readonly [string, string, string]>();

  const decide = (b: unknown, o: unknown, t: unknown, conflict: () => void): unknown => {
    if (same(o, t)) return o;
    if (same(t, b)) return o;
    if (same(o, b)) return t;
    conflict();
    return t;
  };
  const mergeFields = (
    at: string,
    kind: string,
    b: Plain | undefined,
    o: Plain,
    t: Plain,
    names: readonly string[],
  ): Plain => {
    const result: Record<string, unknown> = {};
    for (const name of names) {
      const [x, y, z] = [b?.[name], o[name], t[name]];
      const tell = (field: string) => () => void conflicts.add(`${kind} ${at} ${field}`);
      if (name === 'text')
        result[name] = decide(x, y, z, () => documents.set(at, [String(x ?? ''), String(y), String(z)]));
      else if (BY_MEMBER.includes(name) && y !== undefined && z !== undefined) {
        const [p, q, r] = [x ?? {}, y, z] as Plain[];
        const members = [...new Set([p, q, r].flatMap((one) => Object.keys(one!)))];
        result[name] = Object.fromEntries(
          members.map((one) => [one, decide(p![one], q![one], r![one], tell(`${name}.${one}`))]),
        );
      } else result[name] = decide(x, y, z, tell(name));
    }
    return result;
  };
  const mergeItems = (
    kind: string,
    of: (side: PlainContent) => Items,
    deleted: string,
    aside: readonly string[],
    merge: (at: string, b: Plain | undefined, o: Plain, t: Plain) => Plain,
  ): Items => {
    const result = new Map<string, Plain>();
    const [before, mine, yours] = [of(base), of(ours), of(theirs)];
    for (const id of new Set([...before.keys(), ...mine.keys(), ...yours.keys()])) {
      const [b, o, t] = [before.get(id), mine.get(id), yours.get(id)];
      const kept = o ?? t;
      if (o && t) result.set(id, merge(`${kind}/${id}`, b, o, t));
      else if (kept && !(b && same(without(b, aside), without(kept, aside)))) {
        result.set(id, kept);
        if (b) conflicts.add(`${deleted} ${kind}/${id} `);
      }
    }
    return result;
  };

  const page = (at: string, b: Plain | undefined, o: Plain, t: Plain): Plain => {
    const names = [...new Set([b ?? {}, o, t].flatMap(Object.keys))].filter(
      (name) => !['parent', ...IGNORED_FIELDS].includes(name),
    );
    return { ...mergeFields(at, 'field', b, o, t, names), ...placeOf(at, b, o, t) };
  };
  const placeOf = (at: string, b: Plain | undefined, o: Plain, t: Plain): Plain => {
    const place = ({ parent, rank }: Plain): Plain => ({ parent, rank });
    if (o['parent'] !== t['parent']) {
      const moved = decide(b?.['parent'], o['parent'], t['parent'], () => conflicts.add(`field ${at} parent`));
      return place(moved === o['parent'] ? o : t);
    }
    const stayed = b?.['parent'] === o['parent'];
    const isMoved = (side: 'ours' | 'theirs'): boolean => !stayed || moves[side].has(o['id'] as string);
    if (o['rank'] === t['rank'] || (isMoved('ours') && !isMoved('theirs'))) return place(o);
    if (isMoved('theirs') && !isMoved('ours')) return place(t);
    const rank = decide(stayed ? b?.['rank'] : undefined, o['rank'], t['rank'], () => {
      if (isMoved('ours')) conflicts.add(`order ${at} `);
    });
    return { parent: o['parent'], rank };
  };
  const file = (at: string, b: Plain | undefined, o: Plain, t: Plain): Plain => {
    const bytes = (one: Plain | undefined): unknown => one && without(one, ['id', 'name', 'git']);
    const name = decide(b?.['name'], o['name'], t['name'], () => conflicts.add(`file ${at} name`));
    return {
      id: o['id'],
      name,
      ...(decide(bytes(b), bytes(o), bytes(t), () => conflicts.add(`file ${at} blob`)) as Plain),
    };
  };
  const variables = new Map<string, Plain>();
  for (const name of new Set([base, ours, theirs].flatMap((side) => [...side.variables.keys()]))) {
    const [b, o, t] = [base, ours, theirs].map((side) => side.variables.get(name));
    const value =
      decide(b, o, t, () => conflicts.add(`variable variable/${name} `)) ??
      (same(o, b) ? undefined : same(t, b) ? undefined : o);
    if (value !== undefined) variables.set(name, value as Plain);
  }

  return {
    pages: mergeItems('page', ({ pages }) => pages, 'edit-delete', IGNORED_FIELDS, page),
    files: mergeItems('file', ({ files }) => files, 'file', ['git'], file),
    reusables: mergeItems(
      'reusable-content',
      ({ reusables }) => reusables,
      'edit-delete',
      ['git', 'frontMatter'],
      (at, b, o, t) => mergeFields(at, 'field', b, o, t, ['id', 'title', 'text']),
    ),
    variables,
    conflicts,
    documents,
  };
}

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

/**
 * Lists the defects of a document merged by lines, whose lines are unique: every line that a side added and every line
 * that both kept must be present, in the order of either side, and nothing else unless there is a conflict.
 */
export function flawsOfText(
  merged: string,
  [base, ours, theirs]: readonly [string, string, string],
  conflict: boolean,
): string[] {
  const [b, o, t, m] = [base, ours, theirs, merged].map(linesOf) as [string[], string[], string[], string[]];
  const expected = [...new Set([...o, ...t])].filter(
    (line) => (o.includes(line) && t.includes(line)) || !b.includes(line),
  );
  const found = expected.filter((line) => !m.includes(line)).map((line) => `lost: ${line}`);
  if (conflict) return found;
  found.push(...m.filter((line) => !expected.includes(line)).map((line) => `came from nowhere: ${line}`));
  if (new Set(m).size < m.length) found.push('a line is there twice');
  for (const side of [o, t]) {
    const [inSide, inMerged] = [side.filter((line) => m.includes(line)), m.filter((line) => side.includes(line))];
    if (!same(inSide, inMerged)) found.push(`not in the order of ${side.join()}: ${m.join()}`);
  }
  return found;
}

/** Finds pages without a living parent, and pages below themselves, in the decided tree. */
export function misplacedPages(pages: Items): {
  readonly orphans: readonly string[];
  readonly circling: readonly string[];
} {
  const parentOf = (id: string): string | null => pages.get(id)!['parent'] as string | null;
  const orphans = [...pages.keys()].filter((id) => parentOf(id) !== null && !pages.has(parentOf(id)!));
  const circling = [...pages.keys()].filter((id) => {
    let at: string | null = id;
    for (let steps = 0; steps <= pages.size && at !== null && pages.has(at); steps++) {
      at = parentOf(at);
      if (at === id) return true;
    }
    return false;
  });
  return { orphans, circling };
}
