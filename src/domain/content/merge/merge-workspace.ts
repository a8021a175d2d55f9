import type { Id } from '../../kernel/id.ts';
import type { RawConflict } from '../conflicts/conflict.ts';
import type { Content } from '../content.ts';
import { getPage } from '../content-reads.ts';
import { constantQuery, type ObjectQuery } from '../objects/object-query.ts';
import type { Page } from '../page.ts';
import type { MergeSides } from './three-way.ts';

/** The three contents of a merge. */
export type MergeContents = Readonly<Record<'base' | 'ours' | 'theirs', Content>>;

/** Page that at least one side changed, with its present merge result. */
export interface PageMerge extends MergeSides<Page> {
  result: Page | undefined;
}

/** Pages of a merge in progress: those that one side changed, over the main content's. */
export class MergeWorkspace {
  readonly touched = new Map<Id, PageMerge>();
  readonly conflicts: RawConflict[] = [];

  constructor(readonly contents: MergeContents) {}

  /** Finds a page in the present state of the merge. */
  find = (id: Id): ObjectQuery<Page | undefined> => {
    const touched = this.touched.get(id);
    return touched ? constantQuery(touched.result) : getPage(this.contents.ours, id);
  };
}
