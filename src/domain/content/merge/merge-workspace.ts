import type { Id } from '../../kernel/id.ts';
import type { RawConflict } from '../conflicts/conflict.ts';
import type { Content } from '../content.ts';
import { getPage } from '../content-reads.ts';
import { constantQuery, type ObjectQuery } from '../objects/object-query.ts';
import type { Page } from '../page.ts';
import type { MergeSides } from './three-way.ts';

/** The three contents of a merge. */
export type MergeContents = Readonly<Record<'base' | 'ours' | 'theirs', Content>>;

/** A page that at least one side changed, and what became of it so far. */
export interface PageMerge extends MergeSides<Page> {
  result: Page | undefined;
}

/** The pages of a merge in the making: those that one side changed, over the main content's. */
export class MergeWorkspace {
  readonly touched = new Map<Id, PageMerge>();
  readonly conflicts: RawConflict[] = [];

  constructor(readonly contents: MergeContents) {}

  /** A page as it will be. */
  find = (id: Id): ObjectQuery<Page | undefined> => {
    const touched = this.touched.get(id);
    return touched ? constantQuery(touched.result) : getPage(this.contents.ours, id);
  };
}
