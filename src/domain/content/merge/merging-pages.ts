import type { Id } from '../../kernel/id.ts';
import type { Found } from '../conflicts/conflict.ts';
import type { Content } from '../content.ts';
import { getPage } from '../content-reads.ts';
import { done, type Reading } from '../objects/reading.ts';
import type { Page } from '../page.ts';
import type { Sides } from './three-way.ts';

/** The three contents of a merge. */
export type Contents = Readonly<Record<'base' | 'ours' | 'theirs', Content>>;

/** A page that at least one side changed, and what became of it so far. */
export interface Merging extends Sides<Page> {
  result: Page | undefined;
}

/** The pages of a merge in the making: those that one side changed, over the main content's. */
export class MergingPages {
  readonly touched = new Map<Id, Merging>();
  readonly conflicts: Found[] = [];

  constructor(readonly contents: Contents) {}

  /** A page as it will be. */
  find = (id: Id): Reading<Page | undefined> => {
    const touched = this.touched.get(id);
    return touched ? done(touched.result) : getPage(this.contents.ours, id);
  };
}
