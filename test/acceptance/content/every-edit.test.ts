import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { must, World } from '../../support/world.ts';

const UNKNOWN = '00000000000000000000';
const file = (name: string, text: string, more: object = {}) => ({
  name,
  contentType: 'text/plain',
  base64: Buffer.from(text).toString('base64'),
  ...more,
});
const LAYOUT = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  coverMask: 'none',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
};

/** One of everything that a revision holds. */
const EVERYTHING = [
  {
    operation: 'insert_files',
    files: [file('pic.txt', 'pixels', { ref: 'pic' }), file('old.txt', 'old', { ref: 'old' })],
  },
  { operation: 'set_variables', variables: { version: '1.0', port: 80, beta: true } },
  {
    operation: 'insert_reusable_content',
    title: 'Note',
    ref: 'note',
    document: { markdown: 'See [home](./home.md).\n' },
  },
  insert('Home', {
    ref: 'home',
    layout: { width: 'wide', outline: false },
    cover: {
      ref: { kind: 'file', file: 'pic' },
      refDark: { kind: 'url', url: 'https://example.com/dark.png' },
      yPos: -20,
    },
    variables: { port: 8080, name: 'x', on: false },
    document: { markdown: '{% include "./note" %}\n\n`{% include "./note" %}`\n' },
  }),
  { operation: 'insert_page', type: 'group', title: 'Guides', ref: 'guides', document: {} },
  insert('Install', { into: 'guides' }),
  {
    operation: 'insert_page',
    type: 'link',
    title: 'Elsewhere',
    target: { kind: 'url', url: 'https://example.com/x' },
    into: 'guides',
    emoji: '🔗',
  },
  { operation: 'insert_page', type: 'link', title: 'To home', target: { kind: 'anchor', page: 'home', anchor: 'top' } },
  { operation: 'insert_page', type: 'link', title: 'To the file', target: { kind: 'file', file: 'pic' } },
  {
    operation: 'insert_page',
    type: 'computed',
    title: 'API',
    computed: {
      type: 'builtin:openapi',
      props: { models: true },
      dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
    },
  },
];

onEveryBackend('every kind of edit', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const refused = async (draft: Draft, change: object): Promise<string> =>
    must(await draft.post([change]), 400).error.issues[0].path;

  describe('updateChangeRequestContent', () => {
    it('makes every kind of change, which is listed, merged and read back', async () => {
      const draft = await Draft.open(world);
      const result = await draft.edit(...EVERYTHING);
      const [pic, old] = result.insertedFiles.map(({ id }: any) => id);
      const [home, guides] = result.changes.map(({ page }: any) => page.id);
      expect(result.changes).to.have.length(7);
      expect(result.touchedVariables).to.deep.equal({ version: '1.0', port: 80, beta: true });
      const [{ reusableContent: note, ...made }] = result.touchedReusableContents;
      expect(made).to.deep.equal({ object: 'created_reusable_content', ref: 'note' });
      await draft.merge();

      const { pages, files, variables, reusableContents } = await draft.inSpace('/content');
      expect(variables).to.deep.equal({ version: '1.0', port: 80, beta: true });
      expect(reusableContents).to.deep.equal([{ id: note.id, title: 'Note', document: note.document }]);
      expect(files.map(({ id, name }: any) => [id, name])).to.deep.equal([
        [pic, 'pic.txt'],
        [old, 'old.txt'],
      ]);
      expect(pages.map(({ type, title }: any) => [type, title])).to.deep.equal([
        ['document', 'Home'],
        ['group', 'Guides'],
        ['link', 'To home'],
        ['link', 'To the file'],
        ['computed', 'API'],
      ]);
      expect(pages[0]).to.deep.include({
        id: home,
        layout: { ...LAYOUT, width: 'wide', outline: false },
        variables: { port: 8080, name: 'x', on: false },
        cover: {
          ref: { kind: 'file', file: pic },
          refDark: { kind: 'url', url: 'https://example.com/dark.png' },
          yPos: -20,
        },
      });
      expect(pages[1]).to.include({ id: guides, slug: 'guides', path: 'guides' });
      expect(
        pages[1].pages.map(({ type, title, path, target, emoji }: any) => [type, title, path, target, emoji]),
      ).to.deep.equal([
        ['document', 'Install', 'guides/install', undefined, undefined],
        ['link', 'Elsewhere', undefined, { kind: 'url', url: 'https://example.com/x' }, '🔗'],
      ]);
      expect(pages[2].target).to.deep.equal({ kind: 'anchor', page: home, anchor: 'top' });
      expect(pages[3].target).to.deep.equal({ kind: 'file', file: pic });
      expect(pages[4].computed).to.deep.include({ type: 'builtin:openapi', props: { models: true } });
      const { markdown } = await draft.inSpace(`/content/page/${home}`);
      expect(markdown).to.equal(`{% include "/reusable-content/${note.id}" %}\n\n\`{% include "./note" %}\`\n`);
    });

    it('answers with the final state of files, variables and reusable contents', async () => {
      const draft = await Draft.merged(
        world,
        { operation: 'insert_files', files: [file('a.txt', 'a'), file('b.txt', 'b')] },
        { operation: 'insert_reusable_content', title: 'R', document: {} },
      );
      const {
        files: [a, b],
        reusableContents: [content],
      } = await draft.inSpace('/content');
      const next = await draft.another();
      const result = await next.edit(
        {
          operation: 'insert_files',
          files: [file('new.csv', 'x', { ref: 'new' }), file('gone.txt', 'x', { ref: 'gone' })],
        },
        {
          operation: 'update_file',
          file: 'new',
          base64: Buffer.from('1,2').toString('base64'),
          contentType: 'text/plain',
        },
        { operation: 'delete_file', file: 'gone' },
        { operation: 'update_file', file: a.id, name: 'c.txt' },
        { operation: 'delete_file', file: b.id },
        { operation: 'set_variables', variables: { v: 1, w: null } },
        { operation: 'set_variables', variables: { v: 2 } },
        { operation: 'insert_reusable_content', title: 'S', ref: 's', document: {} },
        {
          operation: 'update_reusable_content',
          reusableContent: 's',
          title: 'T',
          document: { markdown: '---\ntitle: Within\n---\ntext\n' },
        },
        { operation: 'delete_reusable_content', reusableContent: content.id },
      );
      expect(result.changes).to.deep.equal([]);
      expect(
        result.insertedFiles.map(({ name, contentType, size, ref }: any) => [name, contentType, size, ref]),
      ).to.deep.equal([['new.csv', 'text/csv', 3, 'new']]);
      expect(result.touchedFiles.map(({ object, file: one }: any) => [object, one.name ?? one])).to.deep.equal([
        ['updated_file', 'c.txt'],
        ['deleted_file', b.id],
      ]);
      expect(result.touchedFiles[0].file).to.deep.include({
        ...a,
        name: 'c.txt',
        downloadURL: result.touchedFiles[0].file.downloadURL,
      });
      expect(result.touchedVariables).to.deep.equal({ v: 2, w: null });
      expect(
        result.touchedReusableContents.map(({ object, ref, reusableContent }: any) => [
          object,
          ref,
          reusableContent.title ?? reusableContent,
        ]),
      ).to.deep.equal([
        ['created_reusable_content', 's', 'Within'],
        ['deleted_reusable_content', undefined, content.id],
      ]);
      expect(await next.edit(insert('Only a page'))).to.have.all.keys('changeRequest', 'changes');
    });

    it('detects the type of a file by its name where its new bytes are text, and drops old dimensions', async () => {
      const png =
        'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR4nGNgYGD4D8IIhnEBAEzXBvoULJvEAAAAAElFTkSuQmCC';
      const draft = await Draft.open(world);
      const {
        insertedFiles: [{ id, dimensions }],
      } = await draft.edit({
        operation: 'insert_files',
        files: [{ name: 'data.json', contentType: 'image/png', base64: png }],
      });
      expect(dimensions).to.deep.equal({ width: 2, height: 3 });
      const {
        touchedFiles: [{ file: changed }],
      } = await draft.edit({
        operation: 'update_file',
        file: id,
        contentType: 'text/plain',
        base64: Buffer.from('[]').toString('base64'),
      });
      expect(changed)
        .to.include({ name: 'data.json', contentType: 'application/json', size: 2 })
        .and.not.have.property('dimensions');
    });

    it('keeps a page unchanged when its fields are written back as they were read', async () => {
      const draft = await Draft.merged(
        world,
        insert('A', {
          layout: { width: 'wide' },
          cover: { ref: { kind: 'url', url: 'https://example.com/a.png' }, yPos: 1 },
          variables: { a: 1 },
        }),
        insert('B'),
      );
      const next = await draft.another();
      for (const { id } of (await draft.inSpace('/content/pages')).pages) {
        const { layout, cover = null, variables = null } = await next.page(id);
        await next.edit({ operation: 'update_page', page: id, layout, cover, variables });
      }
      expect((await next.get('/changes')).changes).to.deep.equal([]);
      expect((await next.get('/content/pages')).pages.map(({ updatedAt }: any) => updatedAt)).to.deep.equal(
        (await draft.inSpace('/content/pages')).pages.map(({ updatedAt }: any) => updatedAt),
      );
    });

    it('names the field that exceeds its limits in every kind of change', async () => {
      const draft = await Draft.open(world);
      const {
        changes: [
          {
            page: { id: page },
          },
          {
            page: { id: link },
          },
        ],
        insertedFiles: [{ id: known }],
      } = await draft.edit(
        insert('A'),
        { operation: 'insert_page', type: 'link', title: 'L', target: { kind: 'url', url: 'https://example.com' } },
        { operation: 'insert_files', files: [file('a', 'a')] },
      );
      const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i}`, i]));
      const update = (more: object) => ({ operation: 'update_page', page, ...more });
      const wrong: [change: object, field: string][] = [
        [update({ layout: { width: 'huge' } }), 'layout.width'],
        [update({ layout: { cover: 'yes' } }), 'layout.cover'],
        [update({ layout: 'wide' }), 'layout'],
        [update({ cover: { ref: { kind: 'file' } } }), 'cover.ref.file'],
        [update({ cover: { ref: { kind: 'url', url: 'javascript:x' } } }), 'cover.ref.url'],
        [update({ cover: { ref: { kind: 'page' } } }), 'cover.ref.kind'],
        [update({ cover: { yPos: 'top' } }), 'cover.yPos'],
        [update({ variables: { a: null } }), 'variables.a'],
        [update({ variables: { a: 'x'.repeat(257) } }), 'variables.a'],
        [update({ variables: { '': 1 } }), 'variables'],
        [update({ variables: many(1001) }), 'variables'],
        [update({ target: { kind: 'url', url: 'https://example.com' } }), 'target'],
        [update({ computed: { type: 'x' } }), 'computed'],
        [{ operation: 'update_page', page: link, layout: { width: 'wide' } }, 'layout'],
        [{ operation: 'update_page', page: link, document: {} }, 'document'],
        [{ operation: 'update_page', page: link, target: null }, 'target'],
        [{ operation: 'update_page', page: link, target: { kind: 'url', url: 'javascript:alert(1)' } }, 'target.url'],
        [{ operation: 'insert_page', type: 'link', title: 'L' }, 'target'],
        [{ operation: 'insert_page', type: 'link', title: 'L', target: { kind: 'anchor', page } }, 'target.anchor'],
        [{ operation: 'insert_page', type: 'computed', title: 'C' }, 'computed'],
        [
          {
            operation: 'insert_page',
            type: 'computed',
            title: 'C',
            computed: { type: 'x', props: { x: 'x'.repeat(10_000) } },
          },
          'computed',
        ],
        [{ operation: 'insert_page', type: 'group', document: { markdown: '' } }, 'document'],
        [{ operation: 'insert_page', type: 'page', document: {} }, 'type'],
        [{ operation: 'insert_page', title: 'A' }, 'document'],
        [{ operation: 'update_file', file: UNKNOWN, name: 'x' }, 'file'],
        [{ operation: 'update_file', file: known, name: '' }, 'name'],
        [{ operation: 'update_file', file: known, name: 'x'.repeat(257) }, 'name'],
        [{ operation: 'update_file', file: known, base64: 'AAAA' }, 'contentType'],
        [{ operation: 'update_file', file: known, base64: '!', contentType: 'a/b' }, 'base64'],
        [{ operation: 'update_file', file: known, url: 'http://10.0.0.1/' }, 'url'],
        [{ operation: 'update_file' }, 'file'],
        [{ operation: 'delete_file', file: UNKNOWN }, 'file'],
        [{ operation: 'set_variables' }, 'variables'],
        [{ operation: 'set_variables', variables: { a: 'x'.repeat(257) } }, 'variables.a'],
        [{ operation: 'set_variables', variables: { a: {} } }, 'variables.a'],
        [{ operation: 'set_variables', variables: { ['n'.repeat(257)]: 1 } }, `variables.${'n'.repeat(257)}`],
        [{ operation: 'insert_reusable_content', title: '', document: {} }, 'title'],
        [{ operation: 'insert_reusable_content', title: 'R' }, 'document'],
        [{ operation: 'update_reusable_content', reusableContent: UNKNOWN, title: 'R' }, 'reusableContent'],
        [{ operation: 'update_reusable_content', reusableContent: UNKNOWN, title: '' }, 'title'],
        [{ operation: 'delete_reusable_content', reusableContent: UNKNOWN }, 'reusableContent'],
      ];
      const { revision } = await draft.get('');
      for (const [change, field] of wrong)
        expect(await refused(draft, change), JSON.stringify(change).slice(0, 200)).to.equal(`changes.0.${field}`);
      expect(
        must(
          await draft.post([
            insert('X', { ref: 'same' }),
            { operation: 'insert_reusable_content', title: 'R', document: {}, ref: 'same' },
          ]),
          400,
        ).error.issues[0].path,
      ).to.equal('changes.1.ref');
      expect((await draft.get('')).revision).to.equal(revision);
      await draft.edit(
        update({ variables: { ...many(999), ['n'.repeat(256)]: 'x'.repeat(256) } }),
        { operation: 'update_file', file: known, name: 'x'.repeat(256) },
        { operation: 'set_variables', variables: { ['n'.repeat(256)]: 'x'.repeat(256) } },
        { operation: 'update_page', page: link, target: { kind: 'url', url: 'mailto:a@example.com' } },
      );
    });
  });

  describe('mergeChangeRequest', () => {
    it('keeps every kind of change on both sides of a merge', async () => {
      const start = await Draft.merged(world, ...EVERYTHING);
      const { pages, files, reusableContents } = await start.inSpace('/content');
      const [home, guides, link, fileLink, api] = pages.map(({ id }: any) => id);
      const [pic, old] = files.map(({ id }: any) => id);
      const note = reusableContents[0].id;
      const draft = await start.another();
      await draft.edit(
        {
          operation: 'update_page',
          page: home,
          layout: null,
          cover: { ref: { kind: 'file', file: pic } },
          variables: { port: 1 },
        },
        { operation: 'update_page', page: guides, title: 'The guides', icon: 'book' },
        { operation: 'update_page', page: link, target: { kind: 'page', page: guides } },
        { operation: 'delete_file', file: old },
        { operation: 'set_variables', variables: { version: '2.0', beta: null } },
        { operation: 'update_reusable_content', reusableContent: note, title: 'Notice' },
      );
      await draft.live(
        { operation: 'update_page', page: home, title: 'Start' },
        { operation: 'update_page', page: fileLink, hidden: true },
        { operation: 'update_page', page: api, computed: { type: 'builtin:openapi', props: { models: false } } },
        {
          operation: 'update_file',
          file: pic,
          name: 'picture.json',
          base64: Buffer.from('{}').toString('base64'),
          contentType: 'application/json',
        },
        { operation: 'set_variables', variables: { port: 81, fresh: 'x' } },
        { operation: 'update_reusable_content', reusableContent: note, document: { markdown: 'New text.\n' } },
        { operation: 'insert_reusable_content', title: 'Second', document: { markdown: '' } },
      );
      const { changes } = await draft.get('/changes?limit=50');
      expect(changes.map(({ type }: any) => type)).to.have.members([
        'page_edited',
        'page_edited',
        'page_edited',
        'file_deleted',
        'variables_edited',
        'reusable_content_edited',
      ]);
      await draft.merge();

      const after = await draft.inSpace('/content');
      expect(after.pages[0]).to.deep.include({
        title: 'Start',
        layout: LAYOUT,
        cover: { ref: { kind: 'file', file: pic }, yPos: 0 },
        variables: { port: 1 },
      });
      expect(after.pages[1]).to.include({ type: 'group', title: 'The guides', icon: 'book', slug: 'guides' });
      expect(after.pages[2].target).to.deep.equal({ kind: 'page', page: guides });
      expect(after.pages[3]).to.include({ hidden: true });
      expect(after.pages[4].computed.props).to.deep.equal({ models: false });
      expect(after.files.map(({ name, contentType, size }: any) => [name, contentType, size])).to.deep.equal([
        ['picture.json', 'application/json', 2],
      ]);
      expect(after.variables).to.deep.equal({ version: '2.0', port: 81, fresh: 'x' });
      expect(after.reusableContents.map(({ title }: any) => title)).to.deep.equal(['Notice', 'Second']);
      expect(after.reusableContents[0].document).not.to.equal(reusableContents[0].document);
      const served = await fetch(after.files[0].downloadURL);
      expect(await served.text()).to.equal('{}');
    });
  });

  describe('reverting single blocks', () => {
    const TEXT = '# Heading\n\nFirst.\n\nSecond.\n\n* a\n* b\n\nLast.\n';
    const keysOf = async (draft: Draft, page: string, of: (text: string) => boolean): Promise<string[]> => {
      const { document } = must(await world.admin.api.get(`${draft.path}/content/page/${page}?format=document`), 200);
      return document.nodes.filter((node: any) => of(JSON.stringify(node))).map(({ key }: any) => key);
    };

    it('reverts what changed in the named blocks, and nothing else', async () => {
      const start = await Draft.merged(world, insert('A', { document: { markdown: TEXT } }));
      const [{ id }] = (await start.inSpace('/content/pages')).pages;
      const draft = await start.another();
      const changed = TEXT.replace('First.', 'FIRST.')
        .replace('Last.\n', 'Last.\n\nMore.\n')
        .replace('Second.\n\n', '');
      await draft.update(id, { title: 'B', document: { markdown: changed } });
      const block = await keysOf(draft, id, (text) => text.includes('More.'));
      expect(block).to.have.length(1);
      const result = await draft.edit({ operation: 'revert_page', page: id, block });
      expect(result.changes).to.have.length(1);
      expect(await draft.page(id)).to.include({ title: 'B', markdown: changed.replace('\n\nMore.', '') });

      const [second] = await keysOf(await start.another(), id, (text) => text.includes('Second.'));
      await draft.edit({ operation: 'revert_page', page: id, block: [second!] });
      expect((await draft.page(id)).markdown).to.equal(TEXT);
      await draft.update(id, { document: { markdown: changed } });
      const { revision } = await draft.get('');
      await draft.update(id, { document: { markdown: TEXT } });
      await draft.edit({
        operation: 'revert_page',
        page: id,
        revision,
        block: await keysOf(draft, id, (text) => text.includes('Last.')),
      });
      expect((await draft.page(id)).markdown, 'what both have alike').to.equal(TEXT);
    });

    it('names a block that neither version has, and a page that has nothing to revert to', async () => {
      const start = await Draft.merged(world, insert('A', { document: { markdown: TEXT } }));
      const [{ id }] = (await start.inSpace('/content/pages')).pages;
      const draft = await start.another();
      const [known] = await keysOf(draft, id, (text) => text.includes('First.'));
      expect(await refused(draft, { operation: 'revert_page', page: id, block: [known!, 'nothing'] })).to.equal(
        'changes.0.block.1',
      );
      expect(await refused(draft, { operation: 'revert_page', page: id, block: [] })).to.equal('changes.0.block');
      expect(await refused(draft, { operation: 'revert_page', page: UNKNOWN, block: [known!] })).to.equal(
        'changes.0.page',
      );
      const fresh = await draft.insert({ title: 'New', document: { markdown: 'x' } });
      expect(await refused(draft, { operation: 'revert_page', page: fresh, block: ['x'] })).to.equal('changes.0.block');
    });
  });
});
