import { expect } from 'chai';
import fc from 'fast-check';
import type { Change } from '../../../../../src/domain/content/edits/changes.ts';
import type { PreviousContent } from '../../../../../src/application/git/import/previous-content.ts';
import { SpaceInRepository } from '../space-in-repository.ts';
import { checkProperty } from '../../../../support/properties.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

const SUMMARIES = [
  '# Table of contents\n\n* [Home](README.md)\n* [A](a/README.md)\n  * [A1](a/one.md)\n    * [A11](a/deep.md)\n  * [A2](a/two.md "Two")\n\n## Group\n\n* [B](b.md)\n* [Site](https://example.org)\n\n***\n\n* [C](c.md)\n',
  '- [Home](README.md)\n\t- [A](a/README.md)\n\t\t- [A1](a/one.md)\n<!-- kept -->\n\n# Part\n- [B](b.md)\n    - [C](c.md)\n',
  '* [Home](README.md)\r\n\r\n* [A](a/README.md)\r\n   * [A1](a/one.md)\r\n   * [A2](a/two.md)\r\n## Group\r\n* [B](b.md)',
  '[home]: README.md\n* [Home][]\n* [A][a]\n  * [A1][one] beside\n\n[a]: a/README.md\n[one]: a/one.md "One"\n\n## Group\n\n* [B](b.md)\n',
];
const FILES = Object.fromEntries(
  ['README.md', 'a/README.md', 'a/one.md', 'a/two.md', 'a/deep.md', 'b.md', 'c.md'].map((path) => [
    path,
    `# ${path}\n`,
  ]),
);

/** Random change to the page with an index. */
interface Step {
  readonly what: 'insert' | 'group' | 'move' | 'delete' | 'rename' | 'link';
  readonly page: number;
  readonly into: number;
  readonly at: number;
  readonly title: string;
}
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('insert', 'insert', 'group', 'move', 'move', 'move', 'delete', 'rename', 'link'),
  page: fc.nat(30),
  into: fc.nat(30),
  at: fc.nat(4),
  title: fc.constantFrom(
    'New',
    'One & two',
    'With [brackets]',
    'a_b *c*',
    '1. First',
    '`code` # x',
    'Ünïcode',
    'README',
    'A very (odd) <title>',
    'back\\slash',
  ),
});

/** Tree of pages as lines of type, depth, title and target. */
const outline = ({ pages }: PreviousContent): string[] => {
  const depths = new Map<string, number>();
  return pages.map(({ page }) => {
    const depth = page.parent === null ? 0 : depths.get(page.parent)! + 1;
    depths.set(page.id, depth);
    return `${'  '.repeat(depth)}${page.type} ${page.title} ${JSON.stringify(page.target ?? null)}`;
  });
};

function changeOf(
  { what, page, into, at, title }: Step,
  { pages }: PreviousContent,
  newId: () => string,
): Change | undefined {
  const parents = [
    null,
    ...pages.flatMap(({ page: one }) => (one.type === 'document' || one.type === 'group' ? [one.id] : [])),
  ];
  const target = pages[page % Math.max(1, pages.length)]?.page;
  const parent = parents[into % parents.length]!;
  switch (what) {
    case 'insert':
      return { operation: 'insert_page', id: newId(), title, into: parent, at, document: utf8('Text.\n') };
    case 'group':
      return { operation: 'insert_page', id: newId(), type: 'group', title, at };
    case 'link':
      return {
        operation: 'insert_page',
        id: newId(),
        type: 'link',
        title,
        into: parent,
        at,
        target:
          target?.type === 'document'
            ? { kind: 'page', page: target.id }
            : { kind: 'url', url: 'https://example.org/x' },
      };
    case 'rename':
      return target && { operation: 'update_page', page: target.id, title };
    case 'delete':
      return pages.length > 2 && target ? { operation: 'delete_page', page: target.id } : undefined;
    case 'move':
      return target && { operation: 'update_page', page: target.id, into: target.type === 'group' ? null : parent, at };
  }
}

describe('exporting random edits of a space', () => {
  it('writes a repository that imports as the same content and writes nothing the second time', async () => {
    await checkProperty(
      fc.asyncProperty(
        fc.constantFrom(...SUMMARIES),
        fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
        async (summary, rounds) => {
          const one = await SpaceInRepository.of({ ...FILES, 'SUMMARY.md': summary });
          let id = 0;
          for (const steps of rounds) {
            for (const each of steps) {
              const change = changeOf(each, await one.space.content(), () => `new${String(++id).padStart(17, '0')}`);
              // A page cannot go below itself, nor a group below anything.
              if (change !== undefined) await one.space.edit([change]).catch(() => undefined);
            }
            const expected = outline(await one.space.content());
            await one.export();
            expect(await one.export(), 'written again').to.deep.equal({});
            await one.space.import(one.files);
            expect(outline(await one.space.content()), String(one.files['SUMMARY.md'])).to.deep.equal(expected);
            one.recordInSync();
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
