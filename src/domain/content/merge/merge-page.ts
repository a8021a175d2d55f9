import type { RawConflict } from '../conflicts/conflict.ts';
import type { Draft } from '../edits/draft.ts';
import { sameJson, type Json, type JsonObject } from '../objects/json.ts';
import { mergeDocuments, conflictRefs } from './merge-documents.ts';
import type { PageMoves } from './merge-order.ts';
import type { Page } from '../page.ts';
import { PAGE_FIELDS } from '../edits/page-fields.ts';
import type { ObjectQuery } from '../objects/object-query.ts';
import { mergeValue, mergeMembers, mergeValuePreferringOurs, memberSides, type MergeSides } from './three-way.ts';

export interface MergedPage {
  readonly page: Page | undefined;
  readonly conflicts: readonly RawConflict[];
}

/** Objects that are merged member by member. */
const MEMBERWISE_FIELDS = new Set<keyof Page>(['layout', 'cover', 'variables', 'frontMatter']);
/** Fields that count as a change of the page; its position, times and Git blob do not. */
const COMPARED_FIELDS = [
  'type',
  'parent',
  'slug',
  ...PAGE_FIELDS,
  'document',
] as const satisfies readonly (keyof Page)[];

/** Merges a page that both sides changed: field by field, its document by lines, its position as one value. */
export function* mergePage(
  draft: Draft,
  sides: MergeSides<Page>,
  moves: PageMoves,
  now: string,
): ObjectQuery<MergedPage> {
  const { base, ours, theirs } = sides;
  if (ours === undefined || theirs === undefined) return mergeEditDelete(sides);
  if (sameJson(ours, theirs)) return { page: ours, conflicts: [] };

  const subject = { subject: { kind: 'page', id: ours.id }, page: ours.id } as const;
  const conflicts: RawConflict[] = [];
  const merged: Record<string, unknown> = { id: ours.id };
  for (const field of ['type', 'slug', ...PAGE_FIELDS] as const) {
    const values = memberSides(sides, field) as MergeSides<Json>;
    const decision = mergeValue(values);
    if (decision.conflict && MEMBERWISE_FIELDS.has(field) && values.ours !== undefined && values.theirs !== undefined) {
      const members = mergeMembers(values as MergeSides<JsonObject>);
      merged[field] = members.value;
      for (const member of members.conflicts) {
        conflicts.push({
          ...subject,
          kind: 'field',
          field: `${field}.${member}`,
          ...toConflictSides(memberSides(values as MergeSides<JsonObject>, member)),
        });
      }
    } else {
      merged[field] = decision.value;
      if (decision.conflict) conflicts.push({ ...subject, kind: 'field', field, ...toConflictSides(values) });
    }
  }

  const documents = memberSides(sides, 'document');
  const { document, conflict, markers } = yield* mergeDocuments(draft, documents);
  merged['document'] = document;
  if (conflict) {
    conflicts.push({
      ...subject,
      kind: 'content',
      ...toConflictSides(documents),
      ...conflictRefs(base?.document, ours.document, theirs.document),
      ...(markers !== undefined && { markers: [markers] }),
    });
  }

  const place = mergePosition({ base, ours, theirs }, moves);
  Object.assign(merged, { parent: place.from.parent, rank: place.from.rank });
  if (place.conflict) conflicts.push({ ...subject, ...place.conflict });

  merged['git'] = mergeValuePreferringOurs(memberSides(sides, 'git'));
  merged['createdAt'] = minTime(ours.createdAt, theirs.createdAt);
  merged['updatedAt'] = mergeUpdatedAt(merged, ours, theirs, now);
  return { page: merged as unknown as Page, conflicts };
}

/** Merges a page that one side deleted: it stays deleted unless the other side changed it. */
function mergeEditDelete({ base, ours, theirs }: MergeSides<Page>): MergedPage {
  const kept = ours ?? theirs;
  if (kept === undefined || (base && COMPARED_FIELDS.every((member) => sameJson(base[member], kept[member]))))
    return { page: undefined, conflicts: [] };
  return {
    page: kept,
    conflicts: [
      {
        kind: 'edit-delete',
        subject: { kind: 'page', id: kept.id },
        page: kept.id,
        ...toConflictSides({ base, ours, theirs }),
        ...conflictRefs(base?.document, kept.document),
      },
    ],
  };
}

/**
 * Merges parent and rank together: the position of the side that moved the page, or the change request's if both did.
 * A new rank of a page that did not move gives way to a move, and conflicts with nothing.
 */
function mergePosition(
  { base, ours, theirs }: MergeSides<Page> & Record<'ours' | 'theirs', Page>,
  moves: PageMoves,
): { from: Page; conflict?: Pick<RawConflict, 'kind' | 'field' | 'base' | 'ours' | 'theirs'> } {
  const parents = toConflictSides(memberSides({ base, ours, theirs }, 'parent'));
  if (ours.parent === theirs.parent) {
    if (ours.rank === theirs.rank || base === undefined) return { from: ours };
    const stayed = base.parent === ours.parent;
    const [isOurs, isTheirs] = [!stayed || moves.ours.has(ours.id), !stayed || moves.theirs.has(ours.id)];
    if (!isOurs && !isTheirs) {
      if (ours.rank === base.rank || theirs.rank === base.rank)
        return { from: ours.rank === base.rank ? theirs : ours };
      return { from: ours.rank < theirs.rank ? ours : theirs };
    }
    if (!isTheirs) return { from: ours };
    if (!isOurs) return { from: theirs };
    return {
      from: theirs,
      conflict: { kind: 'order', ...toConflictSides(memberSides({ base, ours, theirs }, 'rank')) },
    };
  }
  if (theirs.parent === base?.parent) return { from: ours };
  if (ours.parent === base?.parent) return { from: theirs };
  return { from: theirs, conflict: { kind: 'field', field: 'parent', ...parents } };
}

const minTime = (a: string, b: string): string => (a < b ? a : b);

/** Returns the time of the side that equals the result; `now` if neither does. */
function mergeUpdatedAt(merged: Record<string, unknown>, ours: Page, theirs: Page, now: string): string {
  const equals = (side: Page): boolean =>
    sameJson({ ...merged, updatedAt: '', createdAt: '' }, { ...side, updatedAt: '', createdAt: '' });
  const [isOurs, isTheirs] = [equals(ours), equals(theirs)];
  if (isOurs && isTheirs) return ours.updatedAt > theirs.updatedAt ? ours.updatedAt : theirs.updatedAt;
  return isOurs ? ours.updatedAt : isTheirs ? theirs.updatedAt : now;
}

/** Converts the sides of a merge to the sides of a conflict. */
export const toConflictSides = (sides: MergeSides<unknown>): Record<'base' | 'ours' | 'theirs', Json> => ({
  base: (sides.base ?? null) as Json,
  ours: (sides.ours ?? null) as Json,
  theirs: (sides.theirs ?? null) as Json,
});
