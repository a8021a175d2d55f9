import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { gitImports } from '../../support/git/git-imports.ts';
import { must, type Api, type World } from '../../support/world.ts';

const BASE = {
  'README.md': '# Home\n',
  'SUMMARY.md': '* [Home](README.md)\n* [Usage](usage.md)\n* [More](more.md)\n',
  'usage.md': '# Usage\n\nFirst.\n',
  'more.md': '# More\n\nFirst.\n',
};

onEveryBackend('importGitRepository into an edited space', (backend) => {
  const git = gitImports(backend);
  const { plant, run, spaceNow } = git;
  let world: World;
  let api: Api;
  before(() => void ({ world, api } = git));

  /** A space that has what a new repository has. */
  const synced = async (files: Record<string, string> = BASE) => {
    const { repository, commit } = plant(files);
    const { id } = await world.space();
    return { repository, commit, id, first: await run(id, repository) };
  };
  const pagesOf = async (id: string): Promise<any[]> =>
    must(await api.get(`/v1/spaces/${id}/content/pages`), 200).pages;
  const pageAt = async (id: string, path: string): Promise<any> =>
    must(await api.get(`/v1/spaces/${id}/content/path/${path}?format=markdown`), 200);
  const write = async (id: string, path: string, markdown: string): Promise<void> => {
    const page = await pageAt(id, path);
    must(
      await api.post(`/v1/spaces/${id}/content`, {
        changes: [{ operation: 'update_page', page: page.id, document: { markdown } }],
      }),
      200,
    );
  };
  const requestsOf = async (id: string, status = 'open'): Promise<any[]> =>
    must(await api.get(`/v1/spaces/${id}/change-requests?status=${status}`), 200).items;

  it('changes nothing where the repository has nothing new', async () => {
    const { id, repository, first } = await synced();
    await write(id, 'usage', '# Usage\n\nOurs.\n');
    const { revision } = await spaceNow(id);
    const { lastOperation, synced: point } = await run(id, repository);
    expect(lastOperation).to.include({ outcome: 'nothing', revision, pages: 3 });
    expect(point).to.deep.equal(first.synced);
    expect((await spaceNow(id)).revision).to.equal(revision);
    expect((await pageAt(id, 'usage')).markdown).to.equal('# Usage\n\nOurs.\n');
  });

  it('merges different changes of both sides, also in later imports', async () => {
    const { id, repository } = await synced();
    await write(id, 'usage', '# Usage\n\nOurs.\n');
    const ours = await spaceNow(id);
    const { commit } = plant({ ...BASE, 'more.md': '# More\n\nTheirs.\n' }, repository);
    const merged = await run(id, repository);
    expect(merged.lastOperation).to.deep.include({
      outcome: 'merged',
      commit,
      revision: (await spaceNow(id)).revision,
      pages: 3,
    });
    const revision = must(await api.get(`/v1/spaces/${id}/revisions/${merged.lastOperation.revision}`), 200);
    expect(revision).to.deep.include({ type: 'edits', parents: [ours.revision, merged.synced.revision] });
    expect(revision.git.oid).to.equal(commit);
    const theirs = must(
      await api.get(`/v1/spaces/${id}/revisions/${merged.synced.revision}/path/usage?format=markdown`),
      200,
    );
    expect(theirs.markdown).to.equal(BASE['usage.md']);
    expect([(await pageAt(id, 'usage')).markdown, (await pageAt(id, 'more')).markdown]).to.deep.equal([
      '# Usage\n\nOurs.\n',
      '# More\n\nTheirs.\n',
    ]);

    plant({ ...BASE, 'more.md': '# More\n\nTheirs.\n', 'README.md': '# Home\n\nNew.\n' }, repository);
    expect((await run(id, repository)).lastOperation.outcome).to.equal('merged');
    expect((await run(id, repository)).lastOperation.outcome).to.equal('nothing');
    expect([(await pageAt(id, 'usage')).markdown, (await pageAt(id, 'readme')).markdown]).to.deep.equal([
      '# Usage\n\nOurs.\n',
      '# Home\n\nNew.\n',
    ]);
    expect(await requestsOf(id)).to.deep.equal([]);
  });

  it('merges line by line within a page, with pages that either side added or removed', async () => {
    const long = Array.from({ length: 30 }, (_, i) => `Line ${i}.`);
    const text = (changes: Record<number, string> = {}) =>
      `# Usage\n\n${long.map((line, i) => changes[i] ?? line).join('\n\n')}\n`;
    const files = { ...BASE, 'usage.md': text() };
    const { id, repository } = await synced(files);
    await write(id, 'usage', text({ 2: 'Ours.' }));
    must(
      await api.post(`/v1/spaces/${id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Of ours', document: { markdown: 'x' } }],
      }),
      200,
    );
    plant(
      {
        'README.md': files['README.md'],
        'usage.md': text({ 25: 'Theirs.' }),
        'new.md': '# New\n',
        'SUMMARY.md': '* [Home](README.md)\n* [Usage](usage.md)\n* [New](new.md)\n',
      },
      repository,
    );
    expect((await run(id, repository)).lastOperation.outcome).to.equal('merged');
    expect((await pageAt(id, 'usage')).markdown).to.equal(text({ 2: 'Ours.', 25: 'Theirs.' }));
    expect((await pagesOf(id)).map(({ title }) => title).sort()).to.deep.equal(['Home', 'New', 'Of ours', 'Usage']);
  });

  it('holds conflicts in a change request, and leaves the space as it is', async () => {
    const { id, repository, first } = await synced();
    await write(id, 'usage', '# Usage\n\nOurs.\n');
    const { revision } = await spaceNow(id);
    const { commit } = plant(
      { ...BASE, 'usage.md': '# Usage\n\nTheirs.\n', 'more.md': '# More\n\nTheirs.\n' },
      repository,
    );
    const { state, lastOperation, synced: point } = await run(id, repository);
    expect(state).to.equal('idle');
    expect(lastOperation).to.include({ outcome: 'conflicts', commit });
    expect(point).to.deep.equal(first.synced);
    expect((await spaceNow(id)).revision).to.equal(revision);
    const [request, ...others] = await requestsOf(id);
    expect(others).to.deep.equal([]);
    expect(lastOperation.changeRequest).to.deep.equal({ id: request.id, number: request.number });
    expect(request).to.include({
      subject: `main of ${repository.replace('.git', '')}`,
      revision: lastOperation.revision,
    });
    const at = `/v1/spaces/${id}/change-requests/${request.number}`;
    expect(must(await api.get(`${at}/content/path/usage?format=markdown`), 200).markdown).to.equal(
      '# Usage\n\nTheirs.\n',
    );
    expect(must(await api.post(`${at}/merge`), 409).conflicts).to.have.length(1);

    const again = await run(id, repository);
    expect(again.lastOperation).to.deep.include({
      outcome: 'conflicts',
      revision: request.revision,
      changeRequest: { id: request.id, number: request.number },
    });
    expect(await requestsOf(id)).to.have.length(1);
  });

  it('merges on top of what was decided in the change request', async () => {
    const { id, repository } = await synced();
    await write(id, 'usage', '# Usage\n\nOurs.\n');
    plant({ ...BASE, 'usage.md': '# Usage\n\nTheirs.\n' }, repository);
    const { lastOperation } = await run(id, repository);
    const at = `/v1/spaces/${id}/change-requests/${lastOperation.changeRequest.number}`;
    expect(must(await api.post(`${at}/update`), 200).result).to.equal('conflicts');
    const page = await pageAt(id, 'usage');
    must(
      await api.post(`${at}/content`, {
        changes: [{ operation: 'update_page', page: page.id, document: { markdown: '# Usage\n\nBoth.\n' } }],
      }),
      200,
    );
    expect(must(await api.post(`${at}/merge`), 200).result).to.equal('merge');

    expect((await run(id, repository)).lastOperation.outcome).to.equal('nothing');
    plant({ ...BASE, 'usage.md': '# Usage\n\nTheirs.\n', 'more.md': '# More\n\nLater.\n' }, repository);
    expect((await run(id, repository)).lastOperation.outcome).to.equal('merged');
    expect([(await pageAt(id, 'usage')).markdown, (await pageAt(id, 'more')).markdown]).to.deep.equal([
      '# Usage\n\nBoth.\n',
      '# More\n\nLater.\n',
    ]);
  });

  it('holds later conflicts in the same change request, and keeps what people did to it', async () => {
    const { id, repository } = await synced();
    await write(id, 'usage', '# Usage\n\nOurs.\n');
    const theirs = { ...BASE, 'usage.md': '# Usage\n\nTheirs.\n' };
    plant(theirs, repository);
    const { changeRequest } = (await run(id, repository)).lastOperation;
    plant({ ...theirs, 'README.md': '# Home\n\nSecond.\n' }, repository);
    const second = (await run(id, repository)).lastOperation;
    expect(second).to.deep.include({ outcome: 'conflicts', changeRequest });
    const at = `/v1/spaces/${id}/change-requests/${changeRequest.number}`;
    expect(must(await api.get(`${at}/content/path/readme?format=markdown`), 200).markdown).to.equal(
      '# Home\n\nSecond.\n',
    );

    const more = await pageAt(id, 'more');
    must(
      await api.post(`${at}/content`, {
        changes: [{ operation: 'update_page', page: more.id, document: { markdown: '# More\n\nBy hand.\n' } }],
      }),
      200,
    );
    const { commit } = plant({ ...theirs, 'README.md': '# Home\n\nThird.\n' }, repository);
    expect((await run(id, repository)).lastOperation).to.deep.include({ outcome: 'conflicts', commit, changeRequest });
    expect(must(await api.get(`${at}/content/path/readme?format=markdown`), 200).markdown).to.equal(
      '# Home\n\nThird.\n',
    );
    expect(must(await api.get(`${at}/content/path/more?format=markdown`), 200).markdown).to.equal(
      '# More\n\nBy hand.\n',
    );
    expect(await requestsOf(id)).to.have.length(1);
  });

  it('archives the change request once the space has the same content', async () => {
    const { id, repository } = await synced();
    await write(id, 'usage', '# Usage\n\nOurs.\n');
    plant({ ...BASE, 'usage.md': '# Usage\n\nTheirs.\n' }, repository);
    const { changeRequest } = (await run(id, repository)).lastOperation;
    await write(id, 'usage', '# Usage\n\nTheirs.\n');
    plant({ ...BASE, 'usage.md': '# Usage\n\nTheirs.\n', 'more.md': '# More\n\nLater.\n' }, repository);
    expect((await run(id, repository)).lastOperation.outcome).to.be.oneOf(['merged', 'replaced']);
    expect((await pageAt(id, 'more')).markdown).to.equal('# More\n\nLater.\n');
    expect((await requestsOf(id, 'archived')).map((one) => one.id)).to.deep.equal([changeRequest.id]);
  });

  it('opens another change request where the first was archived', async () => {
    const { id, repository } = await synced();
    await write(id, 'usage', '# Usage\n\nOurs.\n');
    plant({ ...BASE, 'usage.md': '# Usage\n\nTheirs.\n' }, repository);
    const { changeRequest } = (await run(id, repository)).lastOperation;
    must(await api.patch(`/v1/spaces/${id}/change-requests/${changeRequest.number}`, { status: 'archived' }), 200);
    plant({ ...BASE, 'usage.md': '# Usage\n\nTheirs again.\n' }, repository);
    const second = (await run(id, repository)).lastOperation;
    expect(second.outcome).to.equal('conflicts');
    expect(second.changeRequest.id).to.not.equal(changeRequest.id);
  });

  it('takes the content of the repository when forced, and leaves the space alone for a standalone revision', async () => {
    const { id, repository } = await synced();
    await write(id, 'usage', '# Usage\n\nOurs.\n');
    const alone = await run(id, repository, { standalone: true });
    expect(alone.lastOperation.outcome).to.equal('standalone');
    expect((await pageAt(id, 'usage')).markdown).to.equal('# Usage\n\nOurs.\n');
    const forced = await run(id, repository, { force: true });
    expect(forced.lastOperation).to.include({ outcome: 'replaced', revision: (await spaceNow(id)).revision });
    expect((await pageAt(id, 'usage')).markdown).to.equal(BASE['usage.md']);
  });

  it('takes the content of the repository where the space was synced with another branch or directory', async () => {
    const { id, repository } = await synced({
      ...BASE,
      'docs/README.md': '# Docs\n',
      'docs/SUMMARY.md': '* [Docs](README.md)\n',
    });
    await write(id, 'usage', '# Usage\n\nOurs.\n');
    expect((await run(id, repository, { repoProjectDirectory: 'docs' })).lastOperation.outcome).to.equal('replaced');
    expect((await pagesOf(id)).map(({ title }) => title)).to.deep.equal(['Docs']);
  });

  it('merges where the history of the branch was rewritten', async () => {
    const { id, repository } = await synced();
    await write(id, 'usage', '# Usage\n\nOurs.\n');
    const { commit } = git.rewrite({ ...BASE, 'more.md': '# More\n\nOther history.\n' }, repository);
    expect((await run(id, repository)).lastOperation).to.include({ outcome: 'merged', commit });
    expect([(await pageAt(id, 'usage')).markdown, (await pageAt(id, 'more')).markdown]).to.deep.equal([
      '# Usage\n\nOurs.\n',
      '# More\n\nOther history.\n',
    ]);
  });
});
