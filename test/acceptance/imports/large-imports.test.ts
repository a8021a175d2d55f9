import { expect } from 'chai';
import { MAX_INLINE_CHANGES } from '../../../src/application/content/projections/build-projections.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { gitImports } from '../../support/git/git-imports.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { must } from '../../support/world.ts';

const COUNT = MAX_INLINE_CHANGES + 50;

onEveryBackend('importGitRepository with many pages', (backend) => {
  const git = gitImports(backend);

  it('indexes all pages for search and links by the end of the job, and later edits at once', async function () {
    const { plant, run, world, api } = git;
    const files = (count: number, word: string): Record<string, string> =>
      Object.fromEntries([
        ['README.md', '# Home\n'],
        ...Array.from({ length: count }, (_, i) => [`p${i}.md`, `# Page ${i}\n\n${word} [next](p${i + 1}.md)\n`]),
      ]);
    const space = await world.space();
    const found = async (query: string): Promise<number> =>
      must(await api.get(`/v1/spaces/${space.id}/search?query=${query}&limit=100`), 200).count;
    const links = async (): Promise<any> => must(await api.get(`/v1/spaces/${space.id}/links?limit=1`), 200).stats;

    const { repository } = plant(files(COUNT, 'walrus'));
    expect((await run(space.id, repository)).state).to.equal('idle');
    // Whether or not the job has come to it.
    const { changes } = must(
      await api.post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Edited', document: { markdown: 'manatee [one](/p1)' } }],
      }),
      200,
    );
    expect(await found('manatee')).to.equal(1);
    await waitForProjections(world.instance);
    expect([await found('walrus'), await found('manatee'), (await links()).broken.total]).to.deep.equal([COUNT, 1, 1]);
    expect(must(await api.get(`/v1/spaces/${space.id}/content/page/${changes[0].page.id}/links`), 200).count).to.equal(
      1,
    );

    // All pages of the repository but a few go, and what is left says something else; what was written here stays.
    plant(files(3, 'otter'), repository);
    await run(space.id, repository);
    const { items } = must(await api.get(`/v1/spaces/${space.id}/search?query=walrus&limit=100`), 200);
    expect(items.length).to.be.at.most(3);
    expect(await found('manatee')).to.equal(1);
    await waitForProjections(world.instance);
    expect([await found('walrus'), await found('otter')]).to.deep.equal([0, 3]);
    expect(await links()).to.deep.equal({ total: 4, broken: { total: 1 } });
    expect(must(await api.get(`/v1/spaces/${space.id}/search?query=`), 200)).to.deep.equal({ items: [], count: 0 });
    expect(must(await api.get(`/v1/spaces/${space.id}/search?query=walrus`), 200)).to.deep.equal({
      items: [],
      count: 0,
    });
  });
});
