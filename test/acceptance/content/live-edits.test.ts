import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { must, World } from '../../support/world.ts';

onEveryBackend('updateSpaceContent', (backend) => {
  let world: World;
  let space: Draft;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  beforeEach(async () => {
    space = await Draft.open(world);
  });
  const post = (changes: readonly object[], headers?: Record<string, string>) =>
    world.admin.api.post(`${space.space}/content`, { changes }, headers);

  it('adds one revision to the space, and answers with each result', async () => {
    const { revision: before } = await space.inSpace('');
    const file = { name: 'a.txt', ref: 'a', contentType: 'text/plain', base64: 'YQ==' };
    const result = await space.live(
      insert('A', { ref: 'first', document: { markdown: '[b](./second.md) [a](./a)' } }),
      insert('B', { ref: 'second' }),
      { operation: 'insert_files', files: [file] },
      { operation: 'set_variables', variables: { v: 1 } },
    );
    expect(result).to.have.all.keys('revision', 'changes', 'insertedFiles', 'touchedVariables');
    const [a, b] = result.changes.map(({ page }: any) => page);
    expect(result.changes.map(({ object, ref }: any) => [object, ref])).to.deep.equal([
      ['created_page', 'first'],
      ['created_page', 'second'],
    ]);
    expect(must(await world.admin.api.get(new URL(a.urls.location).pathname), 200)).to.include({
      id: a.id,
      markdown: `[b](/pages/${b.id}) [a](/files/${result.insertedFiles[0].id})`,
    });

    const content = await space.inSpace('/content');
    expect(content).to.deep.include({ id: result.revision, parents: [before], type: 'edits', variables: { v: 1 } });
    expect(content).not.to.have.property('mergedFrom');
    expect((await space.inSpace('')).revision).to.equal(result.revision);
    expect((await space.get('')).outdated).to.equal(true);
    expect(await space.outline()).to.deep.equal([]);
  });

  it('makes all changes or none, by the rules of change requests', async () => {
    await space.live(insert('A'));
    const before = await space.inSpace('/content');
    const { error } = must(await post([insert('B'), { operation: 'delete_page', page: '0'.repeat(20) }]), 400);
    expect(error.issues).to.deep.equal([{ path: 'changes.1.page', message: 'does not exist' }]);
    expect(must(await post([]), 400).error.issues[0].path).to.equal('changes');
    expect(must(await post(Array.from({ length: 51 }, (_, i) => insert(`P${i}`))), 400).error.issues[0].path).to.equal(
      'changes',
    );
    expect(await space.inSpace('/content')).to.deep.equal(before);
  });

  it('reverts only to a revision that is named', async () => {
    const {
      changes: [
        {
          page: { id },
        },
      ],
      revision,
    } = await space.live(insert('A'));
    await space.live({ operation: 'update_page', page: id, title: 'B' });
    expect(must(await post([{ operation: 'revert_page', page: id }]), 400).error.issues).to.deep.equal([
      {
        path: 'changes.0.revision',
        message: 'is required in the content of a space, because only a change request has a base revision',
      },
    ]);
    await space.live({ operation: 'revert_page', page: id, revision });
    expect((await space.inSpace(`/content/page/${id}`)).title).to.equal('A');
    const foreign = (await (await Draft.open(world)).inSpace('')).revision;
    must(await post([{ operation: 'revert_page', page: id, revision: foreign }]), 404);
  });

  it('is refused for those that waited for other edits while the space was locked', async () => {
    const edits = Array.from({ length: 24 }, (_, i) => post([insert(`Page ${i}`)]));
    await Promise.race(edits);
    must(await world.admin.api.patch(space.space, { editMode: 'locked' }), 200);
    const pages = async (): Promise<number> => (await space.inSpace('/content/pages')).pages.length;
    const shown = await pages();
    const accepted = (await Promise.all(edits)).filter(({ status }) => status === 200).length;
    for (const answer of await Promise.all(edits)) expect(answer.status).to.be.oneOf([200, 409]);
    expect(await pages()).to.equal(accepted);
    // One edit at most has the content while the mode is changed.
    expect(accepted - shown).to.be.at.most(1);
  });

  it('is refused in a locked space before anything is fetched', async () => {
    must(await world.admin.api.patch(space.space, { editMode: 'locked' }), 200);
    const url = { operation: 'insert_files', files: [{ name: 'x', url: 'http://127.0.0.1:9/none' }] };
    for (const change of [insert('A'), url]) expect(must(await post([change]), 409).error.message).to.include('locked');
    expect(await space.inSpace('/content/pages')).to.deep.equal({ pages: [] });
    await space.edit(insert('A'));
    await space.merge();
    must(await world.admin.api.patch(space.space, { editMode: 'live' }), 200);
    await space.live(insert('B'));
    expect(await space.outline(`${space.space}/content`)).to.deep.equal(['a', 'b']);
  });

  it('requires the right to edit', async () => {
    const reader = await world.member('comment');
    must(await reader.api.post(`${space.space}/content`, { changes: [insert('A')] }), 403);
    const stranger = await world.stranger();
    must(await stranger.api.post(`${space.space}/content`, { changes: [insert('A')] }), 404);
    const editor = await world.member('edit');
    must(await editor.api.post(`${space.space}/content`, { changes: [insert('A')] }), 200);
  });

  it('merges with the changes of change requests', async () => {
    await space.live(insert('A', { document: { markdown: 'one\n\ntwo\n\nthree\n' } }));
    const draft = await space.another();
    const [{ id }] = (await space.inSpace('/content/pages')).pages;
    await draft.update(id, { document: { markdown: 'ONE\n\ntwo\n\nthree\n' } });
    await space.live({ operation: 'update_page', page: id, document: { markdown: 'one\n\ntwo\n\nTHREE\n' } });
    await draft.merge();
    expect((await space.inSpace(`/content/page/${id}`)).markdown).to.equal('ONE\n\ntwo\n\nTHREE\n');
  });

  it('keeps the changes of each of twenty writers who got an answer, one revision after the other', async () => {
    const { revision: first } = await space.inSpace('');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => post([insert(`Writer ${i}`)])));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 20 }, () => 200));
    expect(await space.outline(`${space.space}/content`)).to.have.members(
      Array.from({ length: 20 }, (_, i) => `writer-${i}`),
    );
    const history: string[] = [];
    for (
      let id = (await space.inSpace('')).revision;
      id !== first;
      [id] = (await space.inSpace(`/revisions/${id}`)).parents
    )
      history.push(id);
    expect(history).to.have.members(answers.map(({ body }) => body.revision));
  });

  it('[A52] accepts one of twenty writes on the same revision, and answers 412 to the others', async () => {
    const { revision } = await space.inSpace('');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post([insert(`Writer ${i}`)], { 'if-match': `"${revision}"` })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array.from({ length: 19 }, () => 412)]);
    expect(await space.outline(`${space.space}/content`)).to.deep.equal([
      `writer-${answers.findIndex(({ status }) => status === 200)}`,
    ]);
  });
});
