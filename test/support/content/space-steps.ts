import fc from 'fast-check';
import type { Change } from '../../../src/domain/content/edits/changes.ts';
import type { Content } from '../../../src/domain/content/content.ts';
import type { Hash } from '../../../src/domain/content/objects/content-object.ts';
import { Invalid } from '../../../src/domain/kernel/errors.ts';
import { plainOf, type PlainContent } from './plain-merge.ts';
import { bytes, idOf, type Workbench } from './workbench.ts';

/** Random step on any content of a space; its numbers select among the existing content. */
export interface SpaceStep {
  readonly what: Kind;
  readonly who: number;
  readonly whom: number;
  readonly at: number | undefined;
  readonly word: number;
}

const KINDS = [
  'page',
  'page',
  'group',
  'link',
  'title',
  'icon',
  'slug',
  'lines',
  'lines',
  'lines',
  'lines',
  'bytes',
  'layout',
  'variables',
  'move',
  'move',
  'order',
  'delete',
  'swap',
  'file',
  'rename file',
  'file bytes',
  'delete file',
  'reusable',
  'reusable lines',
  'reusable title',
  'delete reusable',
  'variable',
  'variable',
] as const;

type Kind = (typeof KINDS)[number];

export const spaceSteps = (maxLength: number, kinds: readonly Kind[] = KINDS): fc.Arbitrary<SpaceStep[]> => {
  const step = fc.record({
    what: fc.constantFrom(...kinds),
    who: fc.nat(1000),
    whom: fc.nat(1000),
    at: fc.option(fc.nat(5), { nil: undefined }),
    word: fc.nat(30),
  });
  return fc.array(step, { maxLength, size: 'max' });
};
/** All kinds of content, or one kind only, on which steps interfere more often. */
export const someKinds: fc.Arbitrary<readonly Kind[]> = fc.constantFrom<readonly Kind[]>(
  KINDS,
  ['page', 'slug', 'move', 'order', 'delete', 'swap', 'title'],
  ['lines'],
  ['lines', 'lines', 'title', 'icon', 'layout', 'variables'],
  ['lines', 'title', 'delete'],
  ['rename file', 'file bytes', 'delete file'],
  ['reusable lines', 'reusable lines', 'reusable title', 'delete reusable'],
  ['variable'],
);

const SLUGS = ['a', 'b', 'c', 'd'];
const STARTS = ['', '- ', '# ', '> '];

/** Generates a document with unique lines in paragraphs, lists and headings. */
export const aDocument = (tag: string): string =>
  Array.from({ length: 8 }, (_, i) => `${STARTS[i % 4]}${tag} line ${i}\n${i % 3 === 2 ? '\n' : ''}`).join('');

/** Replaces, removes or adds a line that is not blank. */
function edited(text: string, { word, whom, at }: SpaceStep, tag: string): string {
  const lines = text.split('\n');
  const place = word % lines.length;
  const fresh = at === 0 ? [] : [`${STARTS[whom % 4]}${tag} text`, ...(at === 1 ? ['', `${tag} more`] : [])];
  lines.splice(place, whom % 3 === 0 || lines[place] === '' ? 0 : 1, ...fresh);
  return lines.join('\n');
}

const isText = (text: string): boolean => !text.includes('\xff');

/** Converts a step into a change of a content, or undefined if it does not apply; `tag` makes words and ids unique. */
export function spaceChangeOf(step: SpaceStep, content: PlainContent, tag: string): readonly Change[] {
  const { what, who, whom, at, word } = step;
  const one = (ids: Iterable<string>, n: number): string | undefined => {
    const all = [...ids].sort();
    return all[n % all.length];
  };
  const [page, file, reusable] = [
    one(content.pages.keys(), who),
    one(content.files.keys(), who),
    one(content.reusables.keys(), who),
  ];
  const parents = [...content.pages]
    .filter(([, { type }]) => type === 'document' || type === 'group')
    .map(([id]) => id)
    .sort();
  const into = parents[whom % (parents.length + 1)] ?? null;
  const slug = SLUGS[word % SLUGS.length]!;
  const id = idOf(`${tag}${word}`);
  switch (what) {
    case 'page':
      return [{ operation: 'insert_page', id, title: slug, into, at, document: bytes(aDocument(tag)) }];
    case 'group':
      return [{ operation: 'insert_page', id, type: 'group', title: slug, into, at }];
    case 'link':
      return [
        {
          operation: 'insert_page',
          id,
          type: 'link',
          title: `link ${tag}`,
          target: { kind: 'url', url: `https://${tag}.example` },
          into,
          at,
        },
      ];
    case 'file':
      return [
        {
          operation: 'insert_files',
          files: [{ id, name: `${tag}.png`, contentType: 'image/png', size: 1, blob: hashOf(tag) }],
        },
      ];
    case 'reusable':
      return [{ operation: 'insert_reusable_content', id, title: `reusable ${tag}`, document: bytes(aDocument(tag)) }];
    case 'variable':
      return [
        {
          operation: 'set_variables',
          variables: {
            [['v', '__proto__', 'constructor'][word % 3]!]: who % 4 === 0 ? null : who % 4 === 1 ? word : tag,
          },
        },
      ];
  }
  if (file !== undefined) {
    if (what === 'rename file') return [{ operation: 'update_file', file, name: `${tag}.gif` }];
    if (what === 'file bytes') return [{ operation: 'update_file', file, blob: hashOf(tag), size: word }];
    if (what === 'delete file') return [{ operation: 'delete_file', file }];
  }
  if (reusable !== undefined) {
    const text = String(content.reusables.get(reusable)!['text']);
    if (what === 'reusable lines')
      return [
        { operation: 'update_reusable_content', reusableContent: reusable, document: bytes(edited(text, step, tag)) },
      ];
    if (what === 'reusable title')
      return [{ operation: 'update_reusable_content', reusableContent: reusable, title: `reusable ${tag}` }];
    if (what === 'delete reusable') return [{ operation: 'delete_reusable_content', reusableContent: reusable }];
  }
  if (page === undefined) return [];
  const { text, slug: present } = content.pages.get(page)!;
  const update = (more: object): Change[] => [{ operation: 'update_page', page, ...more }];
  switch (what) {
    case 'title':
      return update({ title: `title ${tag}` });
    case 'icon':
      return update({ icon: word % 2 ? `icon ${tag}` : null });
    case 'slug':
      return present === undefined ? [] : update({ slug });
    case 'lines':
      return typeof text !== 'string' || !isText(text) ? [] : update({ document: bytes(edited(text, step, tag)) });
    case 'bytes':
      return typeof text !== 'string' || word % 8 > 0
        ? []
        : update({ document: Uint8Array.of(0xff, ...bytes(`\n${tag}\n`)) });
    case 'layout':
      return update({ layout: { cover: word % 2 === 0, [`of-${whom % 3}`]: tag } });
    case 'variables':
      return update({ variables: word % 5 === 0 ? null : { [`m${whom % 2}`]: tag } });
    case 'move':
      return update({ into, at });
    case 'order':
      return update({ at: at ?? 0 });
    case 'delete':
      return [{ operation: 'delete_page', page }];
    case 'swap': {
      const other = one(content.pages.keys(), whom)!;
      const [mine, yours] = [present, content.pages.get(other)!['slug']];
      if (other === page || mine === undefined || yours === undefined) return [];
      return [
        ...update({ slug: `${tag}-away` }),
        { operation: 'update_page', page: other, slug: mine as string },
        ...update({ slug: yours }),
      ];
    }
  }
  return [];
}

const hashOf = (tag: string): Hash => Buffer.from(tag).toString('hex').padEnd(64, '0').slice(0, 64) as Hash;

/** Applies random steps to a content; steps that violate a rule are skipped. */
export function playSpace(bench: Workbench, from: Content, steps: readonly SpaceStep[], tag: string): Content {
  let content = from;
  steps.forEach((step, i) => {
    try {
      content = bench.after(content, ...spaceChangeOf(step, plainOf(bench, content), `${tag}${i}x`));
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
    }
  });
  return content;
}
