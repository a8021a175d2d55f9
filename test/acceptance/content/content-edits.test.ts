import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { must, World } from '../../support/world.ts';

const UNKNOWN = '00000000000000000000';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR4nGNgYGD4D8IIhnEBAEzXBvoULJvEAAAAAElFTkSuQmCC',
  'base64',
);

onEveryBackend('updateChangeRequestContent', (backend) => {
  let world: World;
  let draft: Draft;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  beforeEach(async () => {
    draft = await Draft.open(world);
  });

  const issueOf = (answer: any): string => must(answer, 400).error.issues[0].path;
  const refused = async (change: object): Promise<string> => issueOf(await draft.post([change]));

  describe('pages', () => {
    it('inserts, updates, moves and deletes pages in order as one revision, and answers with each result', async () => {
      const { revision: before } = await draft.get('');
      const first = await draft.edit(
        insert('A', { ref: 'a' }),
        insert('B'),
        insert('C', { at: 0 }),
        insert('A1', { into: 'a' }),
      );
      expect(first.changes.map(({ object, ref }: any) => [object, ref])).to.deep.equal([
        ['created_page', 'a'],
        ['created_page', undefined],
        ['created_page', undefined],
        ['created_page', undefined],
      ]);
      const [a, b, c] = first.changes.map(({ page }: any) => page.id);
      expect(first.changes[0].page.urls.location).to.match(new RegExp(`${draft.path}/content/page/${a}$`));
      expect(first).not.to.have.property('insertedFiles');
      expect(await draft.outline()).to.deep.equal(['c', ['a', ['a1']], 'b']);
      expect((await draft.get('/content')).parents).to.deep.equal([before]);

      const second = await draft.edit(
        { operation: 'update_page', page: b, into: a, at: 0, title: 'Bee' },
        { operation: 'delete_page', page: c },
        { operation: 'update_page', page: a, slug: 'ah' },
        insert('D'),
        { operation: 'update_page', page: b, emoji: '🐝' },
      );
      expect(second.changes.map(({ object, page }: any) => [object, page.id ?? page])).to.deep.equal([
        ['updated_page', b],
        ['deleted_page', c],
        ['updated_page', a],
        ['created_page', second.changes[3].page.id],
      ]);
      expect(await draft.outline()).to.deep.equal([['ah', ['b', 'a1']], 'd']);
      expect(await draft.page(b)).to.include({
        title: 'Bee',
        slug: 'b',
        path: 'ah/b',
        emoji: '🐝',
        markdown: 'B text\n',
      });
      await draft.edit(
        { operation: 'update_page', page: b, into: null },
        { operation: 'update_page', page: b, emoji: '' },
      );
      expect(await draft.outline()).to.deep.equal([['ah', ['a1']], 'd', 'b']);
      expect(await draft.page(b)).not.to.have.property('emoji');
      expect(await draft.inSpace('/content/pages')).to.deep.equal({ pages: [] });
    });

    it('answers with the change request alone unless compat is false', async () => {
      const plain = must(await world.admin.api.post(`${draft.path}/content`, { changes: [insert('A')] }), 200);
      expect(plain).to.deep.equal(await draft.get(''));
      expect(
        must(await world.admin.api.post(`${draft.path}/content?compat=true`, { changes: [insert('B')] }), 200).object,
      ).to.equal('change-request');
      const { changeRequest } = await draft.edit(insert('C'));
      expect(changeRequest).to.deep.equal(await draft.get(''));
      expect(
        issueOf(await world.admin.api.post(`${draft.path}/content?compat=1`, { changes: [insert('D')] })),
      ).to.equal('compat');
    });

    it('makes all changes or none', async () => {
      const kept = await draft.insert({ title: 'Kept' });
      const before = await draft.get('/content');
      const { error } = must(
        await draft.post([
          insert('New'),
          { operation: 'update_page', page: kept, title: 'Changed' },
          { operation: 'delete_page', page: UNKNOWN },
        ]),
        400,
      );
      expect(error.issues).to.deep.equal([{ path: 'changes.2.page', message: 'does not exist' }]);
      expect(await draft.get('/content')).to.deep.equal(before);
    });

    it('accepts 1 to 50 changes', async () => {
      expect(issueOf(await draft.post([]))).to.equal('changes');
      expect(issueOf(await draft.post(Array.from({ length: 51 }, (_, i) => insert(`P${i}`))))).to.equal('changes');
      expect((await draft.edit(...Array.from({ length: 50 }, (_, i) => insert(`P${i}`)))).changes).to.have.length(50);
    });

    it('names each field that exceeds its limits or has a wrong type', async () => {
      const page = await draft.insert({
        title: 'x',
        slug: 's'.repeat(100),
        emoji: 'e'.repeat(50),
        icon: 'i'.repeat(50),
      });
      const both = [
        { operation: 'insert_page', document: {} },
        { operation: 'update_page', page },
      ];
      for (const change of both) {
        for (const [field, wrong] of Object.entries({
          title: ['', 7],
          slug: ['s'.repeat(101), 7, 'a/b', 'a b', '..'],
          emoji: ['e'.repeat(51), 7],
          icon: ['i'.repeat(51), 7],
          description: [7],
          hidden: ['yes'],
          noIndex: [1],
          noRobotsIndex: [null],
          condition: [{}],
          at: [-1, 1.5, '0'],
          into: [7, UNKNOWN],
          document: [
            7,
            null,
            { markdown: 7 },
            { document: {} },
            { markdown: '', document: { object: 'document', data: {}, nodes: [] } },
          ],
        }))
          for (const value of wrong)
            expect(
              (await refused({ ...change, [field]: value })).split('.').slice(0, 3).join('.'),
              JSON.stringify(value),
            ).to.equal(`changes.0.${field}`);
      }
      for (const operation of ['update_page', 'delete_page', 'revert_page']) {
        expect(await refused({ operation })).to.equal('changes.0.page');
        expect(await refused({ operation, page: UNKNOWN })).to.equal('changes.0.page');
      }
      expect(await refused({ operation: 'insert_page' })).to.equal('changes.0.document');
      expect(await refused({ operation: 'explode' })).to.equal('changes.0.operation');
      expect(issueOf(await draft.post([insert('ok'), 7 as never]))).to.equal('changes.1');
      expect(issueOf(await world.admin.api.post(`${draft.path}/content`, {}))).to.equal('changes');
      expect(await draft.outline()).to.deep.equal(['s'.repeat(100)]);
    });

    it('counts characters in limits, not UTF-16 units', async () => {
      const text = (length: number) => '😀'.repeat(length);
      await draft.insert({ title: 'x', slug: text(100), emoji: text(50), icon: text(50) });
      await draft.edit({ operation: 'set_variables', variables: { [text(256)]: text(256) } });
      const file = (length: number) => ({
        operation: 'insert_files',
        files: [{ name: text(length), contentType: 'text/plain', base64: 'eA==' }],
      });
      await draft.edit(file(256));
      for (const [change, field] of [
        [{ ...insert('x'), slug: text(101) }, 'slug'],
        [{ ...insert('x'), emoji: text(51) }, 'emoji'],
        [{ operation: 'set_variables', variables: { name: text(257) } }, 'variables.name'],
        [file(257), 'files.0.name'],
      ] as const)
        expect(await refused(change)).to.equal(`changes.0.${field}`);
    });

    it('refuses titles that show nothing', async () => {
      const page = await draft.insert({ title: 'Shown' });
      for (const title of [' ', '\u200b', '\u00a0\u2800']) {
        expect(await refused({ operation: 'insert_page', title, document: {} })).to.equal('changes.0.title');
        expect(await refused({ operation: 'update_page', page, title })).to.equal('changes.0.title');
        expect(await refused({ operation: 'insert_reusable_content', title, document: {} })).to.equal(
          'changes.0.title',
        );
      }
      expect((await draft.page(page)).title).to.equal('Shown');
    });

    it('ignores unknown fields', async () => {
      const id = await draft.insert({
        title: 'A',
        id: UNKNOWN,
        rank: 'zz',
        createdBy: UNKNOWN,
        parent: UNKNOWN,
        frontMatter: { source: 'x' },
        git: { oid: 'x', path: 'x' },
      });
      expect(id).not.to.equal(UNKNOWN);
      expect(await draft.page(id))
        .to.include({ type: 'document' })
        .and.not.have.property('git');
    });

    it('makes slugs from titles, numbers them when they are taken, and refuses one that is requested twice', async () => {
      for (const title of ['Über uns', 'Über uns', '日本語', '🍏']) await draft.insert({ title });
      const [first, second, , apple] = await draft.outline();
      expect([first, second]).to.deep.equal(['ueber-uns', 'ueber-uns-1']);
      expect(apple).to.equal('page');
      expect(await refused(insert('x', { slug: 'page' }))).to.equal('changes.0.slug');
      await draft.insert({ title: 'Page', slug: '' });
      expect((await draft.outline()).at(-1)).to.equal('page-1');
    });

    it('refuses slugs and names of files and variables that show nothing', async () => {
      for (const invisible of ['\u200b', '\u2060\u200d']) {
        expect(await refused(insert('Page', { slug: invisible }))).to.equal('changes.0.slug');
        expect(await refused(insert('Page', { variables: { [invisible]: 'x' } }))).to.equal(
          `changes.0.variables.${invisible}`,
        );
        const variables = { [invisible]: 'x' };
        expect(await refused({ operation: 'set_variables', variables })).to.equal(`changes.0.variables.${invisible}`);
        const file = { name: invisible, contentType: 'text/plain', base64: 'eA==' };
        expect(await refused({ operation: 'insert_files', files: [file] })).to.equal('changes.0.files.0.name');
        must(await draft.post([{ operation: 'set_variables', variables: { [invisible]: null } }]), 200);
      }
    });

    it('composes the letters of a requested slug, which names one page in both forms', async () => {
      const id = await draft.insert({ title: 'Menu', slug: 'cafe\u0301' });
      expect(await draft.outline()).to.deep.equal(['caf\u00e9']);
      for (const path of ['caf%C3%A9', 'cafe%CC%81'])
        expect(must(await world.admin.api.get(`${draft.path}/content/path/${path}`), 200).id, path).to.equal(id);
      expect(await refused(insert('Other menu', { slug: 'caf\u00e9' }))).to.equal('changes.0.slug');
      expect(await refused(insert('Other menu', { slug: 'cafe\u0301' }))).to.equal('changes.0.slug');
    });

    it('refuses to move a page under itself or below itself', async () => {
      const a = await draft.insert({ title: 'A' });
      const b = await draft.insert({ title: 'B', into: a });
      for (const into of [a, b])
        expect(await refused({ operation: 'update_page', page: a, into })).to.equal('changes.0.into');
    });

    it('deletes a page with everything below it', async () => {
      const { changes } = await draft.edit(
        insert('A', { ref: 'a' }),
        insert('B', { into: 'a', ref: 'b' }),
        insert('C', { into: 'b' }),
        insert('D'),
      );
      const result = await draft.edit({ operation: 'delete_page', page: changes[0].page.id });
      expect(result.changes.map(({ page }: any) => page)).to.have.members(
        changes.slice(0, 3).map(({ page }: any) => page.id),
      );
      expect(await draft.outline()).to.deep.equal(['d']);
      for (const { page } of changes.slice(0, 3))
        must(await world.admin.api.get(`${draft.path}/content/page/${page.id}`), 404);
    });

    it('refuses names within the batch that are used twice or equal the path of a page', async () => {
      await draft.insert({ title: 'Taken' });
      expect(issueOf(await draft.post([insert('A', { ref: 'x' }), insert('B', { ref: 'x' })]))).to.equal(
        'changes.1.ref',
      );
      expect(await refused(insert('A', { ref: 'taken' }))).to.equal('changes.0.ref');
      expect(await refused(insert('A', { ref: '' }))).to.equal('changes.0.ref');
      expect(issueOf(await draft.post([insert('A', { into: 'later' }), insert('B', { ref: 'later' })]))).to.equal(
        'changes.0.into',
      );
    });
  });

  describe('documents', () => {
    it('returns Markdown byte for byte', async () => {
      const odd = '\ufeffone\r\ntwo\rthree\n\n\n   \t\n```\n{% hint %}\n```\n\\* &#x20;\u2028<b>x</b> 👩‍👩‍👧 \n';
      for (const markdown of [odd, '', '\n', 'x', '---\nnot: [closed\n---\ntext', '---\njust text\n---\n']) {
        const id = await draft.insert({ title: 'A', document: { markdown } });
        expect((await draft.page(id)).markdown).to.equal(markdown);
      }
    });

    it('takes fields from front matter before the fields of the request, and the title from there or the heading', async () => {
      const page = await draft.page(
        await draft.insert({
          title: 'Beside',
          description: 'beside',
          icon: 'beside',
          noIndex: true,
          document: {
            markdown:
              '---\ndescription: within\nhidden: true\nlayout:\n  width: wide\n  outline:\n    visible: false\nvars:\n  port: 80\nfoo: kept\n---\n\n# The **heading**\n\ntext\n',
          },
        }),
      );
      expect(page).to.include({
        title: 'The heading',
        slug: 'the-heading',
        description: 'within',
        icon: 'beside',
        hidden: true,
        noIndex: true,
        markdown: '\n# The **heading**\n\ntext\n',
      });
      expect(page.layout).to.include({ width: 'wide', outline: false, pagination: true });
      expect(page.variables).to.deep.equal({ port: 80 });

      const titleOf = async (change: object) => (await draft.page(await draft.insert(change))).title;
      expect(
        await titleOf({ title: 'Beside', document: { markdown: '---\ntitle: Within\n---\n# Heading\n' } }),
      ).to.equal('Within');
      expect(await titleOf({ title: 'Beside', document: { markdown: 'text\n\n# Later\n' } })).to.equal('Beside');
      expect(await titleOf({ document: {} })).to.equal('Untitled');

      const id = await draft.insert({ title: 'Stays', description: 'old' });
      await draft.update(id, { description: 'beside', document: { markdown: '---\nicon: star\n---\n# Heading\n' } });
      expect(await draft.page(id)).to.include({ title: 'Stays', description: 'beside', icon: 'star' });
      await draft.update(id, { title: 'Beside', document: { markdown: '---\ntitle: Within\n---\n' } });
      expect(await draft.page(id)).to.include({ title: 'Within', markdown: '', description: 'beside' });
    });

    it('removes the description, the icon and the emoji that front matter states as empty', async () => {
      const id = await draft.insert({ title: 'A', description: 'old', icon: 'star', emoji: '👋' });
      await draft.update(id, { document: { markdown: '---\nicon:\n---\n' } });
      expect(await draft.page(id)).to.include({ description: 'old', icon: 'star', emoji: '👋' });
      await draft.update(id, { document: { markdown: '---\ndescription: ""\nicon: ""\nemoji: ""\n---\n' } });
      expect(await draft.page(id)).not.to.have.any.keys('description', 'icon', 'emoji');
    });

    it('resolves links to pages and files of the same batch, and turns links without a target into their text', async () => {
      const { changes, insertedFiles } = await draft.edit(
        insert('A', {
          ref: 'first',
          document: {
            markdown:
              'See [B](./second.md#part "t"), ![pic](<./my pic.png>), `[B](./second.md)`.\n\n```\n[B](./second.md)\n```\n\n[x](./third.md) [y](../second.md) [z](/pages/second) <a href="./second.md">b</a>\n\n[ref]: ./second.md\n',
          },
        }),
        insert('B', { ref: 'second', document: { markdown: '[A](./first.md)' } }),
        {
          operation: 'insert_files',
          files: [{ name: 'p.png', ref: 'my pic.png', contentType: 'image/png', base64: PNG.toString('base64') }],
        },
      );
      const [a, b] = changes.map(({ page }: any) => page.id);
      const file = insertedFiles[0].id;
      expect((await draft.page(a)).markdown).to.equal(
        `See [B](/pages/${b}#part "t"), ![pic](</files/${file}>), \`[B](./second.md)\`.\n\n\`\`\`\n[B](./second.md)\n\`\`\`\n\nx y z <a href="/pages/${b}">b</a>\n\n[ref]: /pages/${b}\n`,
      );
      expect((await draft.page(b)).markdown).to.equal(`[A](/pages/${a})`);
    });

    it('writes a tree of blocks as Markdown, and names a block that is unknown', async () => {
      const text = (value: string, ...marks: string[]) => ({
        object: 'text',
        leaves: [{ object: 'leaf', text: value, marks: marks.map((type) => ({ object: 'mark', type })) }],
      });
      const block = (type: string, nodes: unknown[], data = {}) => ({ object: 'block', type, nodes, data });
      const document = (...nodes: unknown[]) => ({ document: { object: 'document', data: {}, nodes } });
      const item = (value: string) => block('list-item', [block('paragraph', [text(value)])]);
      const id = await draft.insert({
        title: 'Blocks',
        document: document(
          block('heading-1', [text('Part')]),
          block('paragraph', [
            text('Plain *stars* and '),
            text('bold', 'bold'),
            text(' 1. x'),
            {
              object: 'inline',
              type: 'link',
              nodes: [text('home')],
              data: { ref: { kind: 'url', url: 'https://example.com' } },
            },
          ]),
          block('list-ordered', [item('one'), item('two')]),
          block('hint', [block('paragraph', [text('careful')])], { style: 'warning' }),
          block('code', [block('code-line', [text('a  b')]), block('code-line', [text('c')])], { syntax: 'js' }),
        ),
      });
      expect((await draft.page(id)).markdown).to.equal(
        '## Part\n\nPlain \\*stars\\* and **bold** 1. x[home](https://example.com)\n\n1. one\n2. two\n\n{% hint style="warning" %}\ncareful\n{% endhint %}\n\n```js\na  b\nc\n```\n',
      );
      const { error } = must(
        await draft.post([
          { operation: 'insert_page', document: document(block('paragraph', []), block('hologram', [])) },
        ]),
        400,
      );
      expect(error.issues).to.deep.equal([
        { path: 'changes.0.document.document.nodes.1.type', message: 'is not a known block type: hologram' },
      ]);
      const { markdown } = await draft.page(id);
      for (const unknown of [{ object: 'document', nodes: [] }, { markdwon: 'Text' }])
        expect(await refused({ operation: 'update_page', page: id, document: unknown })).to.equal('changes.0.document');
      expect((await draft.page(id)).markdown)
        .to.equal(markdown)
        .and.not.to.equal('');
      await draft.update(id, { document: {} });
      expect((await draft.page(id)).markdown).to.equal('');
    });
  });

  describe('reverting', () => {
    it('reverts a page to the base of the change request, or to any revision of the space', async () => {
      const merged = await Draft.merged(world, insert('One', { ref: 'one' }), insert('Two', { into: 'one' }));
      const [{ id }] = (await merged.inSpace('/content/pages')).pages;
      const main = await merged.another();
      await main.update(id, { title: 'Changed', document: { markdown: 'changed' } });
      const { revision } = await main.get('');
      await main.edit({ operation: 'revert_page', page: id });
      expect(await main.page(id)).to.include({ title: 'One', markdown: 'One text\n' });
      await main.edit({ operation: 'revert_page', page: id, revision });
      expect(await main.page(id)).to.include({ title: 'Changed', markdown: 'changed' });

      const fresh = await main.insert({ title: 'Fresh' });
      expect((await main.edit({ operation: 'revert_page', page: fresh })).changes).to.deep.equal([
        { object: 'deleted_page', page: fresh },
      ]);
      await main.edit({ operation: 'delete_page', page: id });
      await main.edit({ operation: 'revert_page', page: id });
      expect(await main.outline()).to.deep.equal(['one']);
    });

    it('answers alike for an unknown revision and one of another space, and refuses to revert single blocks', async () => {
      const id = await draft.insert({ title: 'A' });
      const foreign = await Draft.merged(world, insert('Theirs'));
      for (const revision of [UNKNOWN, (await foreign.inSpace('')).revision, 'x'])
        expect(must(await draft.post([{ operation: 'revert_page', page: id, revision }]), 404).error.message).to.equal(
          'revision not found',
        );
      expect(await refused({ operation: 'revert_page', page: id, block: ['k1'] })).to.equal('changes.0.block');
    });
  });

  describe('concurrent edits', () => {
    it('keeps the changes of each of twenty writers who got an answer', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => draft.post([insert(`Writer ${i}`)])));
      expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 20 }, () => 200));
      expect(await draft.outline()).to.have.members(Array.from({ length: 20 }, (_, i) => `writer-${i}`));
      let revision = (await draft.get('')).revision;
      for (let i = 0; i < 20; i++) [revision] = (await draft.inSpace(`/revisions/${revision}`)).parents;
      expect(revision).to.equal((await draft.get('')).revisionInitial);
    });

    it('accepts one of twenty writes on the same revision, and answers 412 to the others', async () => {
      const { revision } = await draft.get('');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => draft.post([insert(`Writer ${i}`)], { 'if-match': `"${revision}"` })),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array.from({ length: 19 }, () => 412)]);
      expect(await draft.outline()).to.deep.equal([`writer-${answers.findIndex(({ status }) => status === 200)}`]);
    });

    it('keeps the last of twenty updates of a page whole', async () => {
      const id = await draft.insert({ title: 'A' });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          draft.post([{ operation: 'update_page', page: id, title: `T${i}`, document: { markdown: `text ${i}` } }]),
        ),
      );
      for (const answer of answers) must(answer, 200);
      const page = await draft.page(id);
      expect(page.markdown).to.equal(`text ${page.title.slice(1)}`);
    });

    it('refuses edits of archived and merged change requests', async () => {
      must(await world.admin.api.patch(draft.path, { status: 'archived' }), 200);
      must(await draft.post([insert('A')]), 409);
      must(await world.admin.api.patch(draft.path, { status: 'draft' }), 200);
      must(await draft.post([insert('A')]), 200);
      must(await world.admin.api.patch(draft.path, { status: 'open' }), 200);
      await draft.merge();
      must(await draft.post([insert('B')]), 409);
    });
  });
});
