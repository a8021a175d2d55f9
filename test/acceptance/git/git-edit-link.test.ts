import { expect } from 'chai';
import { CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { gitImports } from '../../support/git/git-imports.ts';
import { apiOf, must } from '../../support/world.ts';

const FILES = {
  'README.md': '# Home\n',
  'SUMMARY.md': '* [Home](README.md)\n* [Use](<guide/use me.md>)\n',
  'guide/use me.md': '# Use\n',
};
const TREE = 'https://git.example/acme/docs/blob/main/';

onEveryBackend('pages of a site that come from a repository', (backend) => {
  const git = gitImports(backend);

  for (const directory of ['', 'my docs/en']) {
    it(`link to their file for editing where the site shows such links, in a project at ${directory || 'the root'}`, async () => {
      const { api, world } = git;
      const space = await world.space();
      const { repository } = git.plant(
        Object.fromEntries(
          Object.entries(FILES).map(([path, text]) => [directory === '' ? path : `${directory}/${path}`, text]),
        ),
      );
      expect(await git.run(space.id, repository, { repoProjectDirectory: directory })).to.include({ state: 'idle' });
      const { id } = must(
        await api.post(`/v1/orgs/${world.organizationId}/sites`, { title: 'Docs', spaces: [space.id] }),
        201,
      );
      const {
        urls: { published },
      } = must(await api.post(`/v1/orgs/${world.organizationId}/sites/${id}/publish`, {}), 200);
      const page = new URL(published).pathname.replace(/\/$/, '') + '/use-me';
      const html = async (): Promise<string> => must(await apiOf(world.instance).get(page), 200);
      const customize = async (showEditLink: boolean) =>
        must(
          await api.put(`/v1/orgs/${world.organizationId}/sites/${id}/customization`, {
            ...CUSTOMIZATION,
            git: { showEditLink },
          }),
          200,
        );
      await customize(true);
      expect(await html(), 'the address is not known').to.not.include('git.example');

      await git.run(space.id, repository, {
        repoProjectDirectory: directory,
        repoTreeURL: TREE.replace('//', '//ann:s3cret@'),
      });
      const address = `${TREE}${directory === '' ? '' : 'my%20docs/en/'}guide/use%20me.md`;
      const shown = await html();
      expect(shown).to.include(`href="${address}"`);
      expect(shown).to.not.include('s3cret');
      await customize(false);
      expect(await html()).to.not.include('git.example');
    });
  }
});
