import type { Id } from '../../kernel/id.ts';
import type { RawConflict } from '../conflicts/conflict.ts';
import type { Draft } from '../edits/draft.ts';
import { sameJson } from '../objects/json.ts';
import { diffMaps } from '../objects/map-diff.ts';
import { findMoves, mergeOrder } from './merge-order.ts';
import { mergePage } from './merge-page.ts';
import { mergeSlugs } from './merge-slugs.ts';
import { mergeTree } from './merge-tree.ts';
import { MergeWorkspace, type MergeContents } from './merge-workspace.ts';
import type { Page } from '../page.ts';
import { all, both, type ObjectQuery } from '../objects/object-query.ts';

/** Merges the pages of three contents into a draft of the main one. The result is a valid tree for any input. */
export function* mergePages(draft: Draft, contents: MergeContents, now: string): ObjectQuery<readonly RawConflict[]> {
  const { base, ours, theirs } = contents;
  const [mine, yours] = yield* both(diffMaps<Page>(base.pages, ours.pages), diffMaps<Page>(base.pages, theirs.pages));
  const pages = new MergeWorkspace(contents);
  for (const { key, before, after } of mine)
    pages.touched.set(key, { base: before, ours: after, theirs: before, result: after });
  const contested: Id[] = [];
  for (const { key, before, after } of yours) {
    const known = pages.touched.get(key);
    if (known) contested.push(key);
    pages.touched.set(key, { base: before, ours: known ? known.ours : before, theirs: after, result: after });
  }
  const moves = yield* findMoves(contents, mine, yours);
  const merged = yield* all(contested.map((id) => mergePage(draft, pages.touched.get(id)!, moves, now)));
  contested.forEach((id, i) => {
    pages.touched.get(id)!.result = merged[i]!.page;
    pages.conflicts.push(...merged[i]!.conflicts);
  });

  yield* mergeTree(pages);
  yield* mergeSlugs(pages);

  const changes = [...pages.touched.values()].filter(({ ours: before, result }) => !sameJson(before, result));
  draft.replacePages(changes.map(({ ours: before, result }) => [before, result] as const));
  yield* mergeOrder(draft, pages, moves);
  return pages.conflicts;
}
