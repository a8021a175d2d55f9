import fc from 'fast-check';
import type { Change } from '../../../src/domain/content/edits/changes.ts';
import { EMPTY_CONTENT, type Content } from '../../../src/domain/content/content.ts';
import { entries } from '../../../src/domain/content/objects/map-read.ts';
import { Invalid } from '../../../src/domain/kernel/errors.ts';
import type { Page } from '../../../src/domain/content/page.ts';
import { bytes, Workbench } from './workbench.ts';

/** Random step: `what` it does, to page number `who`, with page number `whom`, at a position, in unique words. */
export interface Step {
  readonly what: 'insert' | 'retitle' | 'rename' | 'rewrite' | 'move' | 'reorder' | 'delete' | 'variable' | 'icon';
  readonly who: number;
  readonly whom: number;
  readonly at: number | undefined;
  readonly word: number;
}

export const aStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(
    'insert',
    'insert',
    'insert',
    'retitle',
    'rename',
    'rewrite',
    'rewrite',
    'move',
    'move',
    'reorder',
    'delete',
    'variable',
    'icon',
  ),
  who: fc.nat(1000),
  whom: fc.nat(1000),
  at: fc.option(fc.nat(4), { nil: undefined }),
  word: fc.nat(9),
});
export const someSteps = (maxLength: number): fc.Arbitrary<Step[]> => fc.array(aStep, { maxLength, size: 'max' });

const SLUGS = ['a', 'b', 'c', 'd', 'e'];

/** Converts a step into a change of a content with these pages; `tag` makes words and ids unique. */
export function changeOf(
  step: Step,
  ids: readonly string[],
  tag: string,
  text: (id: string) => string,
): Change | undefined {
  const who = ids[step.who % ids.length];
  // One more than the pages stands for the root.
  const into = ids[step.whom % (ids.length + 1)] ?? null;
  const slug = SLUGS[step.word % SLUGS.length]!;
  switch (step.what) {
    case 'insert':
      return {
        operation: 'insert_page',
        id: `${tag}${step.word}`.padEnd(20, 'Z'),
        title: slug,
        into,
        at: step.at,
        document: bytes(`# ${tag}\n\none\n\ntwo\n\nthree\n`),
      };
    case 'variable':
      return { operation: 'set_variables', variables: { [`v${step.word % 3}`]: step.who % 3 === 0 ? null : tag } };
  }
  if (who === undefined) return undefined;
  switch (step.what) {
    case 'retitle':
      return { operation: 'update_page', page: who, title: `title ${tag}` };
    case 'icon':
      return { operation: 'update_page', page: who, icon: step.word % 2 ? `icon ${tag}` : null };
    case 'rename':
      return { operation: 'update_page', page: who, slug };
    case 'rewrite': {
      const lines = text(who).split('\n');
      lines.splice(step.word % (lines.length + 1), step.whom % 2, ...(step.at === 0 ? [] : [`text ${tag}`]));
      return { operation: 'update_page', page: who, document: bytes(lines.join('\n')) };
    }
    case 'move':
      return { operation: 'update_page', page: who, into, at: step.at };
    case 'reorder':
      return { operation: 'update_page', page: who, at: step.at ?? 0 };
    case 'delete':
      return { operation: 'delete_page', page: who };
  }
}

/** Applies random steps to a content; steps that violate a rule are skipped. */
export function play(bench: Workbench, from: Content, steps: readonly Step[], tag: string): Content {
  let content = from;
  steps.forEach((step, i) => {
    const pages = new Map(bench.read(entries<Page>(content.pages)).map(({ key, value }) => [key, value]));
    const text = (id: string): string => new TextDecoder().decode(bench.objects.get(pages.get(id)!.document!));
    const change = changeOf(step, [...pages.keys()].sort(), `${tag}${i}x`, text);
    if (change === undefined) return;
    try {
      content = bench.after(content, change);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
    }
  });
  return content;
}

/** Creates initial pages: `count` documents, each below an earlier one or at the root. */
export const plant = (bench: Workbench, steps: readonly Step[]): Content =>
  play(
    bench,
    EMPTY_CONTENT,
    steps.map((step) => ({ ...step, what: 'insert' as const })),
    'base',
  );
