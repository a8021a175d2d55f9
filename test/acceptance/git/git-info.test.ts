import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { gitImports, HOME, MAIN } from '../../support/git/git-imports.ts';
import { must } from '../../support/world.ts';

onEveryBackend('getSpaceGitInfo', (backend) => {
  const git = gitImports(backend);

  it('answers 404 for a space that was never synced, and for one that was disconnected, through the official client', async () => {
    const { world, run, plant } = git;
    const { client } = world.admin;
    const space = await world.space();
    const status = async (): Promise<number> =>
      client.spaces.getSpaceGitInfo(space.id).then(
        (answer: any) => answer.status,
        (error: any) => error.code,
      );
    expect(await status()).to.equal(404);
    await run(space.id, plant(HOME).repository);
    expect(await status()).to.equal(200);
    expect((await client.spaces.deleteLegacyGitInstallation(space.id)).status).to.equal(205);
    expect(await status()).to.equal(404);
  });

  it('shows an idle space that follows a branch before its first import', async () => {
    const { world, api, urlOf, plant } = git;
    const space = await world.space();
    const followed = { url: urlOf(plant(HOME).repository), ref: MAIN, interval: null };
    must(await api.put(`/v1/spaces/${space.id}/git/follow`, followed), 200);
    expect(must(await api.get(`/v1/spaces/${space.id}/git/info`), 200).state).to.be.oneOf(['idle', 'importing']);
  });
});
