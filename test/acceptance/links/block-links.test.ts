import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft } from '../../support/content/api-content.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { World } from '../../support/world.ts';

const text = (value: string, ...marks: string[]) => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: value, marks: marks.map((type) => ({ object: 'mark', type })) }],
});
const block = (type: string, nodes: unknown[] = [], data: object = {}, more: object = {}) => ({
  object: 'block',
  type,
  nodes,
  data,
  ...more,
});
const inline = (type: string, data: object, nodes: unknown[] = []) => ({ object: 'inline', type, data, nodes });
const paragraph = (...nodes: unknown[]) => block('paragraph', nodes.length > 0 ? nodes : [text('x')]);
const fragment = (name: string, ...nodes: unknown[]) => ({ object: 'fragment', fragment: name, nodes });
const to = (url: string) => ({ ref: { kind: 'url', url } });
const link = (url: string) => inline('link', to(url), [text('the link')]);
const cards = (type: string, value: unknown, more: object = {}) =>
  block(
    'table',
    [],
    {
      view: { type: 'cards', columns: ['a', 't'], targetDefinition: 't', ...more },
      definition: { a: { id: 'a', title: 'A', type: 'text' }, t: { id: 't', title: 'T', type } },
      records: { r: { orderIndex: '1', values: { a: 'f', t: value } } },
    },
    { fragments: [fragment('f', paragraph(text('card')))] },
  );

/** Every block and inline that can name a page, by what it is called here. */
const NAMING_PAGES: Readonly<Record<string, (url: string) => unknown>> = {
  'a link of a paragraph': (url) => paragraph(text('see '), link(url), text('.')),
  'a link in strong words': (url) => paragraph(inline('link', to(url), [text('strong', 'bold')])),
  'a mention': (url) => paragraph(inline('mention', to(url))),
  'a button': (url) => paragraph(inline('button', { ...to(url), label: 'Go', kind: 'primary' })),
  'a heading': (url) => block('heading-1', [link(url)]),
  'a list': (url) =>
    block('list-unordered', [
      block('list-item', [paragraph(link(url)), block('list-ordered', [block('list-item', [paragraph(link(url))])])]),
    ]),
  'a task': (url) => block('list-tasks', [block('list-item', [paragraph(link(url))], { checked: true })]),
  'a quote': (url) => block('blockquote', [paragraph(link(url))]),
  'a hint': (url) => block('hint', [paragraph(link(url))], { style: 'info' }),
  'a tab': (url) => block('tabs', [block('tabs-item', [paragraph(link(url))], { title: 'One' })]),
  'a step': (url) => block('stepper', [block('stepper-step', [paragraph(link(url))])]),
  'a column': (url) => block('columns', [block('column', [paragraph(link(url))])]),
  'an expandable': (url) =>
    block(
      'expandable',
      [],
      {},
      {
        fragments: [
          fragment('expandable-title', paragraph(text('T'))),
          fragment('expandable-body', paragraph(link(url))),
        ],
      },
    ),
  'a condition': (url) => block('if', [paragraph(link(url))], { expression: 'true' }),
  'a page card': (url) => block('content-ref', [], to(url)),
  'an aligned paragraph': (url) => block('paragraph', [link(url)], { align: 'center' }),
  'a caption': (url) =>
    block('images', [
      block('image', [], to('https://example.org/a.png'), { fragments: [fragment('caption', paragraph(link(url)))] }),
    ]),
  'a table cell': (url) =>
    block(
      'table',
      [],
      {
        view: { type: 'grid', columns: ['a'] },
        definition: { a: { id: 'a', title: 'A', type: 'text' } },
        records: { r: { orderIndex: '1', values: { a: 'f' } } },
      },
      { fragments: [fragment('f', paragraph(link(url)))] },
    ),
  'the text of a card': (url) =>
    block(
      'table',
      [],
      {
        view: { type: 'cards', columns: ['a'] },
        definition: { a: { id: 'a', title: 'A', type: 'text' } },
        records: { r: { orderIndex: '1', values: { a: 'f' } } },
      },
      { fragments: [fragment('f', paragraph(link(url)))] },
    ),
  'the target of a card': (url) => cards('content-ref', { kind: 'url', url }),
};
const NAMING_FILES: Readonly<Record<string, (url: string) => unknown>> = {
  'a picture': (url) => block('images', [block('image', [], { ...to(url), alt: 'a' })]),
  'a picture for the dark': (url) =>
    block('images', [
      block('image', [], { ...to('https://example.org/a.png'), refDark: { kind: 'url', url }, alt: 'a' }),
    ]),
  'a picture in a line': (url) => paragraph(text('a '), inline('inline-image', { ...to(url), caption: 'a' })),
  'a file': (url) => block('file', [], to(url)),
  'the cover of a card': (url) =>
    cards('image', { kind: 'url', url }, { coverDefinition: 't', targetDefinition: undefined }),
  'a link to a file': (url) => paragraph(link(url)),
};

onEveryBackend('links of block documents', (backend) => {
  let draft: Draft;
  let pageId: string;
  let fileId: string;
  before(async () => {
    const world = await World.create(await backend.instance());
    const { id } = await world.space();
    const filled = await fillSpace(world.instance, id, {
      pages: [{ title: 'Guide', type: 'group', pages: [{ title: 'Target', markdown: '## Part\n' }] }],
      files: [{ name: 'a.png', bytes: 'x', gitPath: '.gitbook/assets/a.png' }],
    });
    [pageId, fileId] = [filled.pages['Target']!, filled.files['a.png']!];
    draft = await Draft.on(world.admin, id);
  });
  const written = async (node: unknown): Promise<{ markdown: string; document: string }> => {
    const id = await draft.insert({
      title: 'Text',
      document: { document: { object: 'document', data: {}, nodes: [node] } },
    });
    const { markdown } = await draft.page(id);
    const { document } = await draft.get(`/content/page/${id}?format=document`);
    return { markdown, document: JSON.stringify(document) };
  };

  for (const [what, make] of Object.entries(NAMING_PAGES))
    it(`name a page by its id in ${what}, also when they are read again`, async () => {
      for (const url of ['/guide/target#part', './guide/target.md#part', '/pages/guide/target#part']) {
        const { markdown, document } = await written(make(url));
        expect(markdown, url)
          .to.include(`/pages/${pageId}#part`)
          .and.not.match(/guide\/target(?!\S*<\/a>|\S*\])/);
        expect(document, url).to.match(new RegExp(`"kind":"anchor","anchor":"part","page":"${pageId}"`));
      }
      const kept = await written(make('https://example.org/guide/target'));
      expect(kept.markdown).to.include('https://example.org/guide/target');
    });

  for (const [what, make] of Object.entries(NAMING_FILES))
    it(`name a file by its id in ${what}, also when they are read again`, async () => {
      const { markdown, document } = await written(make('/.gitbook/assets/a.png'));
      expect(markdown).to.include(`/files/${fileId}`);
      expect(document).to.match(
        new RegExp(
          what === 'the cover of a card' ? `"${fileId}"|/files/${fileId}` : `"kind":"file","file":"${fileId}"`,
        ),
      );
    });

  it('become their text where they have no target, and stay untouched in code', async () => {
    expect((await written(paragraph(text('see '), link('./none.md'), text('.')))).markdown).to.equal('see the link.\n');
    expect((await written(block('code', [block('code-line', [text('[x](/guide/target)')])]))).markdown).to.include(
      '[x](/guide/target)',
    );
  });
});
