import { expect } from 'chai';
import { EMPTY_CONTENT, type Content } from '../../../src/domain/content/content.ts';
import type { Change } from '../../../src/domain/content/edits/changes.ts';
import { Invalid } from '../../../src/domain/kernel/errors.ts';
import { flaws } from './outline.ts';
import { idOf, page, Workbench } from './workbench.ts';

export const bench = new Workbench();
/** Content with Guides, Install and Use below it, and API. */
export const start = bench.after(
  EMPTY_CONTENT,
  page('guides', { title: 'Guides' }),
  page('install', { title: 'Install', into: idOf('guides') }),
  page('use', { title: 'Use', into: idOf('guides') }),
  page('api', { title: 'API' }),
);

/** Applies changes to the four pages and checks that the content is valid. */
export const on = (...changes: Change[]): Content => {
  const content = bench.after(start, ...changes);
  expect(flaws(bench, content)).to.deep.equal([]);
  return content;
};

/** Returns the error of invalid changes. */
export const refused = (changes: Change[], from = start): string => {
  try {
    bench.edit(from, changes);
  } catch (error) {
    if (error instanceof Invalid) return error.message;
    throw error;
  }
  return 'accepted';
};
