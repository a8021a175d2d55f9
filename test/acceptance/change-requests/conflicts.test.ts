import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { must, World } from '../../support/world.ts';

const TEXT = 'one\n\ntwo\n\nthree\n';
const UNKNOWN = '00000000000000000000';

onEveryBackend('conflicts of a change request', (backend) => {
  let world: World;
  let draft: Draft;
  /** Content of the space: pages a (with a1 below), b and c, a file, a variable, a reusable content. */
  let ids: Record<'a' | 'a1' | 'b' | 'c' | 'file' | 'note', string>;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  beforeEach(async () => {
    const space = await Draft.open(world);
    const text = { document: { markdown: TEXT } };
    const result = await space.live(
      insert('A', { ref: 'a', ...text }),
      insert('A1', { into: 'a', ...text }),
      insert('B', text),
      insert('C', text),
      { operation: 'insert_files', files: [bytes('file.txt', 'base')] },
      { operation: 'set_variables', variables: { 'the version': '1' } },
      { operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'note\n' } },
    );
    const [a, a1, b, c] = result.changes.map(({ page }: any) => page.id);
    ids = { a, a1, b, c, file: result.insertedFiles[0].id, note: result.touchedReusableContents[0].reusableContent.id };
    draft = await space.another();
  });

  const bytes = (name: string, text: string) => ({
    name,
    contentType: 'text/plain',
    base64: Buffer.from(text).toString('base64'),
  });
  const update = (page: string, more: object) => ({ operation: 'update_page', page, ...more });
  const remove = (page: string) => ({ operation: 'delete_page', page });
  const post = (id: string, body: object, headers?: Record<string, string>) =>
    world.admin.api.post(`${draft.path}/conflicts/${encodeURIComponent(id)}/resolve`, body, headers);
  const conflicts = async (): Promise<any[]> => (await draft.get('/conflicts')).items;
  const inSpace = (page: string): Promise<any> => draft.inSpace(`/content/page/${page}`);

  /** Brings both changes together: the merge is refused, nothing changed; the update takes the conflicts over. Answers them. */
  async function collide(ours: readonly object[], theirs: readonly object[]): Promise<any[]> {
    await draft.live(...ours);
    await draft.edit(...theirs);
    const before = await draft.inSpace('/content');
    const refused = await draft.refusedMerge();
    expect(await draft.inSpace('/content')).to.deep.equal(before);
    const updated = await draft.updated();
    expect(updated.result).to.equal('conflicts');
    expect(updated.conflicts).to.deep.equal(refused.conflicts);
    expect(await conflicts()).to.have.deep.members(refused.conflicts);
    await draft.refusedMerge();
    return refused.conflicts;
  }
  /** Decides, after which nothing is left and the merge goes through. */
  async function settle(id: string, decision: object): Promise<void> {
    expect(must(await post(id, decision), 200)).to.deep.equal({
      revision: (await draft.get('')).revision,
      conflicts: [],
    });
    expect(await conflicts()).to.deep.equal([]);
    await draft.merge();
  }
  const kinds = (found: any[]) => found.map(({ kind, field }) => (field === undefined ? kind : `${kind} ${field}`));

  describe('resolveChangeRequestConflict', () => {
    const said = (first: string) => ({ document: { markdown: TEXT.replace('one', first) } });
    const start = () => collide([update(ids.a, said('ours'))], [update(ids.a, said('theirs'))]);
    for (const [take, first] of [
      ['ours', 'ours'],
      ['theirs', 'theirs'],
      ['base', 'one'],
      ['both', 'ours\ntheirs'],
    ] as const)
      it(`takes ${take} for a document that both sides changed`, async () => {
        const [found] = await start();
        expect(found).to.deep.include({
          kind: 'content',
          page: ids.a,
          path: 'a',
          base: TEXT,
          ours: TEXT.replace('one', 'ours'),
          theirs: TEXT.replace('one', 'theirs'),
        });
        await settle(ids.a, { take });
        expect((await inSpace(ids.a)).markdown).to.equal(TEXT.replace('one', first));
      });

    it('replaces the conflicting lines alone and keeps other merged lines', async () => {
      await collide(
        [update(ids.a, said('ours'))],
        [update(ids.a, { document: { markdown: 'theirs\n\ntwo\n\nTHREE\n' } })],
      );
      await settle(ids.a, { take: 'ours', scope: 'lines' });
      expect((await inSpace(ids.a)).markdown).to.equal('ours\n\ntwo\n\nTHREE\n');
    });

    it('is also done by an edit without the markers', async () => {
      await start();
      await draft.update(ids.a, said('decided'));
      expect(await conflicts()).to.deep.equal([]);
      await draft.merge();
      expect((await inSpace(ids.a)).markdown).to.equal(TEXT.replace('one', 'decided'));
    });

    for (const [take, outline] of [
      [
        'ours',
        [
          ['a', ['a1']],
          ['c', ['b']],
        ],
      ],
      [
        'theirs',
        [
          ['a', ['a1']],
          ['b', ['c']],
        ],
      ],
    ] as const)
      it(`takes ${take} for pages moved under each other`, async () => {
        const [found, ...more] = await collide([update(ids.b, { into: ids.c })], [update(ids.c, { into: ids.b })]);
        expect(more).to.deep.equal([]);
        expect(found).to.include({ kind: 'move-cycle', page: ids.c, ours: null, theirs: ids.b });
        await settle(ids.c, { take });
        expect(await draft.outline(`${draft.space}/content`)).to.deep.equal(outline);
      });

    it('places a page that both sides moved where the taken side has it', async () => {
      const [found] = await collide([update(ids.c, { into: ids.a, at: 0 })], [update(ids.c, { into: ids.b })]);
      expect(found).to.include({ kind: 'field', field: 'parent', base: null, ours: ids.a, theirs: ids.b });
      await settle(ids.c, { take: 'ours' });
      expect(await draft.outline(`${draft.space}/content`)).to.deep.equal([['a', ['c', 'a1']], 'b']);
    });

    it('refuses for a page without a parent the side whose parent is deleted', async () => {
      const [found] = await collide([remove(ids.b)], [update(ids.c, { into: ids.b })]);
      expect(found).to.include({ kind: 'orphan', page: ids.c, ours: null, theirs: ids.b });
      expect(must(await post(ids.c, { take: 'theirs' }), 409).error.message).to.include('no longer exists');
      await settle(ids.c, { take: 'ours' });
      expect(await draft.outline(`${draft.space}/content`)).to.deep.equal([['a', ['a1']], 'c']);
    });

    for (const [take, mine, yours] of [
      ['ours', 'same', 'same-1'],
      ['theirs', 'same-2', 'same'],
      ['both', 'same', 'same-1'],
    ] as const)
      it(`takes ${take} for a slug that is used twice`, async () => {
        const [found] = await collide([update(ids.b, { slug: 'same' })], [update(ids.c, { slug: 'same' })]);
        expect(found).to.include({ kind: 'slug', page: ids.c, base: 'c', ours: ids.b, theirs: 'same' });
        await settle(ids.c, { take });
        expect([(await inSpace(ids.b)).slug, (await inSpace(ids.c)).slug]).to.deep.equal([mine, yours]);
      });

    for (const [take, order] of [
      ['ours', ['c', 'a', 'b']],
      ['theirs', ['a', 'c', 'b']],
      ['base', ['a', 'b', 'c']],
    ] as const)
      it(`takes ${take} for different orders of the same siblings`, async () => {
        const [found] = await collide([update(ids.c, { at: 0 })], [update(ids.c, { at: 1 })]);
        expect(found).to.include({ kind: 'order', page: ids.c });
        await settle(ids.c, { take });
        expect((await draft.inSpace('/content/pages')).pages.map(({ slug }: any) => slug)).to.deep.equal(order);
      });

    it('finds no conflict where one side moved a page and the other edited it, or each moved another page', async () => {
      await draft.live(update(ids.c, { into: ids.a }), update(ids.b, { at: 0 }));
      await draft.edit(
        update(ids.c, { title: 'Sea', document: { markdown: 'new\n' } }),
        update(ids.a1, { into: null, at: 0 }),
      );
      expect((await draft.updated()).result).to.equal('update');
      expect(await conflicts()).to.deep.equal([]);
      await draft.merge();
      expect(await inSpace(ids.c)).to.include({ title: 'Sea', path: 'a/c', markdown: 'new\n' });
    });

    it('takes one side for all fields in conflict or for a single one', async () => {
      const set = (word: string) =>
        update(ids.a, { title: word, icon: word, layout: { width: 'wide', outline: word === 'ours' } });
      expect(kinds(await collide([set('ours')], [set('theirs')]))).to.deep.equal(['field title', 'field icon']);
      const { conflicts: left } = must(await post(ids.a, { take: 'base', field: 'icon' }), 200);
      expect(kinds(left)).to.deep.equal(['field title']);
      must(await post(ids.a, { take: 'ours', kind: 'content' }), 404);
      must(await post(ids.a, { take: 'both' }), 409);
      await settle(ids.a, { take: 'ours', kind: 'field' });
      expect(await inSpace(ids.a))
        .to.include({ title: 'ours' })
        .and.not.have.property('icon');
    });

    it('takes the name or the bytes of a file that both sides changed', async () => {
      const { name: _, ...fileBytes } = bytes('', 'theirs');
      const found = await collide(
        [{ operation: 'update_file', file: ids.file, ...bytes('ours.txt', 'ours') }],
        [{ operation: 'update_file', file: ids.file, name: 'theirs.txt', ...fileBytes }],
      );
      expect(kinds(found)).to.deep.equal(['file name', 'file blob']);
      expect(found[0].ours).to.include({ name: 'ours.txt', size: 4 });
      expect(JSON.stringify(found)).not.to.match(/[0-9a-f]{64}/);
      expect(must(await post(ids.file, { take: 'ours', field: 'name' }), 200).conflicts).to.have.length(1);
      await settle(ids.file, { take: 'theirs', subject: 'file' });
      const {
        items: [file],
      } = await draft.inSpace('/content/files');
      expect(file).to.include({ name: 'ours.txt', size: 6 });
      expect(await (await fetch(file.downloadURL)).text()).to.equal('theirs');
    });

    it('keeps or deletes a file that one side changed and the other deleted', async () => {
      expect(
        kinds(
          await collide(
            [{ operation: 'update_file', file: ids.file, name: 'new.txt' }],
            [{ operation: 'delete_file', file: ids.file }],
          ),
        ),
      ).to.deep.equal(['file']);
      await settle(ids.file, { take: 'theirs' });
      expect((await draft.inSpace('/content/files')).items).to.deep.equal([]);
    });

    it('takes a value for a variable that both sides set, under its name', async () => {
      const set = (value: string) => ({ operation: 'set_variables', variables: { 'the version': value } });
      const [found] = await collide([set('2')], [set('3')]);
      expect(found).to.deep.equal({
        kind: 'variable',
        subject: { kind: 'variable', id: 'the version' },
        path: 'the version',
        base: '1',
        ours: '2',
        theirs: '3',
      });
      must(await post('the version', { take: 'both' }), 409);
      await settle('the version', { take: 'ours' });
      expect((await draft.inSpace('/content')).variables).to.deep.equal({ 'the version': '2' });
    });

    it('takes title and text of a reusable content that both sides changed', async () => {
      const set = (word: string) => ({
        operation: 'update_reusable_content',
        reusableContent: ids.note,
        title: word,
        document: { markdown: `${word}\n` },
      });
      const found = await collide([set('Ours')], [set('Theirs')]);
      expect(kinds(found)).to.deep.equal(['field title', 'content']);
      expect(found[1]).to.include({ base: 'note\n', ours: 'Ours\n', theirs: 'Theirs\n' });
      expect(kinds(must(await post(ids.note, { take: 'ours', kind: 'content' }), 200).conflicts)).to.deep.equal([
        'field title',
      ]);
      await settle(ids.note, { take: 'theirs' });
      expect((await draft.inSpace('/content')).reusableContents.map(({ title }: any) => title)).to.deep.equal([
        'Theirs',
      ]);
    });

    it('keeps or deletes a reusable content that one side changed and the other deleted', async () => {
      const found = await collide(
        [{ operation: 'delete_reusable_content', reusableContent: ids.note }],
        [{ operation: 'update_reusable_content', reusableContent: ids.note, title: 'New' }],
      );
      expect(kinds(found)).to.deep.equal(['edit-delete']);
      await settle(ids.note, { take: 'ours' });
      expect((await draft.inSpace('/content')).reusableContents).to.deep.equal([]);
    });

    it('takes the content of the space as of the last update', async () => {
      await collide([update(ids.a, { title: 'Ours' })], [update(ids.a, { title: 'Theirs' })]);
      await draft.live(update(ids.a, { title: 'Theirs' }));
      await draft.updated();
      await draft.live(update(ids.a, { title: 'Later' }));
      const [found] = (await draft.updated()).conflicts;
      expect(found).to.include({ field: 'title', ours: 'Later' });
      await settle(ids.a, { take: 'ours' });
      expect((await inSpace(ids.a)).title).to.equal('Later');
    });

    it('adds one revision, and answers 412 for another revision than the caller saw', async () => {
      await collide([update(ids.a, { title: 'Ours' })], [update(ids.a, { title: 'Theirs' })]);
      const { revision } = await draft.get('');
      must(await post(ids.a, { take: 'ours' }, { 'if-match': `"${(await draft.inSpace('')).revision}"` }), 412);
      expect(await conflicts()).to.have.length(1);
      const left = must(await post(ids.a, { take: 'ours' }, { 'if-match': `"${revision}"` }), 200);
      expect(await draft.inSpace(`/revisions/${left.revision}`)).to.deep.include({
        type: 'edits',
        parents: [revision],
      });
      must(await post(ids.a, { take: 'ours' }), 404);
    });

    it('changes nothing where one of several decisions is refused', async () => {
      const set = (word: string) => update(ids.a, { title: word, document: { markdown: word } });
      await collide([set('Ours')], [set('Theirs')]);
      const { revision } = await draft.get('');
      must(await post(ids.a, { take: 'both' }), 409);
      expect((await draft.get('')).revision).to.equal(revision);
      expect(kinds(await conflicts())).to.deep.equal(['content', 'field title']);
      must(await post(ids.a, { take: 'both', kind: 'content' }), 200);
      await settle(ids.a, { take: 'theirs' });
      expect(await inSpace(ids.a)).to.include({ title: 'Theirs', markdown: 'Ours\nTheirs' });
    });

    it('is for those who may edit, and for change requests that can be edited', async () => {
      await collide([update(ids.a, { title: 'Ours' })], [update(ids.a, { title: 'Theirs' })]);
      const reader = await world.member('comment');
      expect(must(await reader.api.get(`${draft.path}/conflicts`), 200).count).to.equal(1);
      must(await reader.api.post(`${draft.path}/conflicts/${ids.a}/resolve`, { take: 'ours' }), 403);
      const other = await draft.another();
      must(await world.admin.api.post(`${other.path}/conflicts/${ids.a}/resolve`, { take: 'ours' }), 404);
      must(await post(UNKNOWN, { take: 'ours' }), 404);
      for (const [body, field] of [
        [{}, 'take'],
        [{ take: 'mine' }, 'take'],
        [{ take: 'ours', kind: 'x' }, 'kind'],
        [{ take: 'ours', scope: 'x' }, 'scope'],
        [{ take: 'ours', subject: 'x' }, 'subject'],
        [{ take: 'ours', field: '' }, 'field'],
      ] as const)
        expect(must(await post(ids.a, body), 400).error.issues[0].path).to.equal(field);
      must(await world.admin.api.patch(draft.path, { status: 'archived' }), 200);
      must(await post(ids.a, { take: 'ours' }), 409);
    });

    it('accepts one of two concurrent decisions on the same revision, and otherwise loses neither', async () => {
      await collide(
        [update(ids.a, { title: 'Ours' }), update(ids.b, { title: 'Ours' })],
        [update(ids.a, { title: 'Theirs' }), update(ids.b, { title: 'Theirs' })],
      );
      const answers = await Promise.all([
        post(ids.a, { take: 'ours' }),
        post(ids.b, { take: 'theirs' }),
        post(ids.a, { take: 'ours' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 404]);
      await draft.merge();
      expect([(await inSpace(ids.a)).title, (await inSpace(ids.b)).title]).to.deep.equal(['Ours', 'Theirs']);
    });
  });

  describe('resolveChangeRequestConflict', () => {
    const changed = () => update(ids.b, { title: 'Bee', document: { markdown: 'new\n' } });
    it('keeps or deletes a page that the change request deleted and the space edited', async () => {
      const [found] = await collide([changed()], [remove(ids.b)]);
      expect(found).to.include({ kind: 'edit-delete', page: ids.b, theirs: null });
      expect(found.ours).to.include({ title: 'Bee', markdown: 'new\n' });
      must(await post(ids.b, { take: 'both' }), 409);
      await settle(ids.b, { take: 'theirs' });
      must(await world.admin.api.get(`${draft.space}/content/page/${ids.b}`), 404);
    });
    it('keeps or deletes a page that the space deleted and the change request edited', async () => {
      const [found] = await collide([remove(ids.b)], [changed()]);
      expect(found).to.include({ kind: 'edit-delete', page: ids.b, ours: null });
      await settle(ids.b, { take: 'theirs' });
      expect(await inSpace(ids.b)).to.include({ title: 'Bee', markdown: 'new\n' });
    });
    it('deletes no pages below a deleted page that have no decision of their own', async () => {
      expect(
        kinds(await collide([remove(ids.a)], [update(ids.a, { title: 'Ah' }), update(ids.a1, { title: 'Ah one' })])),
      ).to.deep.equal(['edit-delete', 'edit-delete']);
      expect(must(await post(ids.a, { take: 'ours' }), 409).error.message).to.include('the page has subpages');
      expect(must(await post(ids.a1, { take: 'ours' }), 200).conflicts.map(({ page }: any) => page)).to.deep.equal([
        ids.a,
      ]);
      await settle(ids.a, { take: 'ours' });
      expect(await draft.outline(`${draft.space}/content`)).to.deep.equal(['b', 'c']);
    });
  });

  describe('listChangeRequestConflicts', () => {
    it('lists conflicts page by page', async () => {
      const set = (word: string) => [ids.a, ids.b, ids.c].map((page) => update(page, { title: word, icon: word }));
      await collide(set('Ours'), set('Theirs'));
      const seen: unknown[] = [];
      let next = '';
      do {
        const { items, next: following, count } = await draft.get(`/conflicts?limit=4${next}`);
        expect(count).to.equal(6);
        seen.push(...items);
        next = following ? `&page=${following.page}` : '';
      } while (next !== '');
      expect(seen).to.deep.equal(await conflicts());
      expect(seen).to.have.length(6);
      expect(await draft.get('/conflicts?limit=0')).to.deep.equal({ items: [], count: 6 });
    });
  });
});
