import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft } from '../../support/content/api-content.ts';
import { pngOf } from '../../support/files/pictures.ts';
import { Uploads } from '../../support/files/uploads.ts';
import { zipOf } from '../../support/files/zip.ts';
import { poll } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

type Files = Readonly<Record<string, string | Buffer>>;

onEveryBackend('exports of other platforms', (backend) => {
  let world: World;
  let uploads: Uploads;
  let space: Draft;
  before(async () => {
    world = await World.create(await backend.instance());
    uploads = new Uploads(world);
  });
  beforeEach(async () => void (space = await Draft.open(world)));

  /** Imports the files as one ZIP archive. */
  async function importArchive(files: Files): Promise<any> {
    const { api } = world.admin;
    const archive = zipOf(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
    const file = { name: 'export.zip', type: 'application/octet-stream', size: archive.byteLength };
    const upload = must(
      await api.post(`/v1/orgs/${world.organizationId}/storage/upload`, { file, kind: 'import_file' }),
      201,
    );
    await uploads.send(upload.url, archive, { 'content-type': 'application/octet-stream' });
    const runs = `/v1/org/${world.organizationId}/imports`;
    const source = { type: 'file', files: [upload.key] };
    const { id } = must(await api.post(runs, { source, target: { space: space.spaceId } }), 201);
    return poll(
      'the import ends',
      async () => must(await api.get(`${runs}/${id}`), 200),
      ({ status }) => status !== 'pending' && status !== 'in-progress',
    );
  }
  const outline = () => space.outline(`${space.space}/content`);
  const markdownAt = async (path: string): Promise<string> => (await space.inSpace(`/content/path/${path}`)).markdown;

  it('keep the tree, links and pictures of a Markdown export with a folder beside each parent (Outline)', async () => {
    const run = await importArchive({
      'Handbook/Welcome.md': '# Welcome\n\nRead [the policy](./Welcome/Travel%20policy.md).\n',
      'Handbook/Welcome/Travel policy.md': '# Travel policy\n\n![Map](../uploads/map.png)\n',
      'Handbook/uploads/map.png': pngOf(3, 2),
    });
    expect(run.status, JSON.stringify(run)).to.equal('completed');
    expect(await outline()).to.deep.equal([['welcome', ['travel-policy']]]);
    const { pages, files } = await space.inSpace('/content');
    expect(await markdownAt('welcome')).to.include(`[the policy](/pages/${pages[0].pages[0].id})`);
    expect(await markdownAt('welcome/travel-policy')).to.include(`/files/${files[0].id}`);
  });

  it('become one page for each HTML file (BookStack)', async () => {
    const page = (title: string, text: string): string =>
      `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1>${text}</main></body></html>`;
    const run = await importArchive({
      'install.html': page('Install', '<p>Run the installer.</p><pre><code class="language-bash">make</code></pre>'),
      'use.html': page(
        'Use',
        '<p>Open the page.</p><table><tr><th>Key</th><th>Effect</th></tr><tr><td>Q</td><td>quits</td></tr></table>',
      ),
    });
    expect(run.status, JSON.stringify(run)).to.equal('completed');
    expect(await outline()).to.deep.equal(['install', 'use']);
    expect(await markdownAt('install'))
      .to.include('Run the installer.')
      .and.to.include('make');
    expect(await markdownAt('use')).to.match(/\| Key +\| Effect +\|/);
  });
});
