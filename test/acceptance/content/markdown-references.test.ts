import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft } from '../../support/content/api-content.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { must, World } from '../../support/world.ts';

onEveryBackend('format.markdown.refs', (backend) => {
  let world: World;
  let draft: Draft;
  let page: string;
  let other: string;
  let file: string;
  let note: string;
  const read = async (query: string): Promise<string> => (await draft.get(`/content/page/${page}?${query}`)).markdown;

  before(async () => {
    world = await World.create(await backend.instance());
    draft = await Draft.open(world);
    const folder = await draft.insert({ title: 'Folder' });
    other = await draft.insert({ title: 'Other', into: folder, document: { markdown: '## Part\n' } });
    const added = await draft.edit(
      {
        operation: 'insert_files',
        files: [{ name: 'a.txt', ref: 'a', contentType: 'text/plain', base64: Buffer.from('a').toString('base64') }],
      },
      { operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'Reused\n' } },
    );
    file = added.insertedFiles[0].id;
    note = (await draft.get('/content/reusable-contents')).items[0].id;
    page = await draft.insert({
      title: 'Guide',
      document: {
        markdown: [
          'See [the other](folder/other.md#part), [this part](#part) and [a site](https://example.com).',
          '',
          `![Dot](/files/${file})`,
          '',
          `{% include "/reusable-content/${note}" %}`,
          '',
        ].join('\n'),
      },
    });
  });
  const textWith = (otherPage: string): string[] => [
    `See [the other](${otherPage}#part), [this part](#part) and [a site](https://example.com).`,
    '',
    `![Dot](/files/${file})`,
    '',
    `{% include "/reusable-content/${note}" %}`,
    '',
  ];

  it('names pages, files and reusable contents by ID', async () => {
    const stable = await read('format=markdown&format.markdown.refs=stable');
    expect(stable.split('\n')).to.deep.equal(textWith(`/pages/${other}`));
  });

  it('keeps what follows the path of a file, also in blocks', async () => {
    const { id } = await world.space();
    const { pages, files } = await fillSpace(world.instance, id, {
      pages: [{ title: 'Text', markdown: '[two](files/a.pdf#page=2)' }],
      files: [{ name: 'a.pdf', bytes: 'x', gitPath: 'files/a.pdf' }],
    });
    const path = `/v1/spaces/${id}/content/page/${pages['Text']}`;
    const { markdown } = must(await world.admin.api.get(`${path}?format=markdown&format.markdown.refs=stable`), 200);
    const target = `/files/${files['a.pdf']}#page=2`;
    expect(markdown).to.equal(`[two](${target})`);
    const { document } = must(await world.admin.api.get(`${path}?format=document`), 200);
    expect(document.nodes[0].nodes[0].data.ref).to.deep.equal({ kind: 'url', url: target });
  });

  it('names pages relative to the page that is read', async () => {
    const relative = await read('format=markdown&format.markdown.refs=relative');
    expect(relative.split('\n')).to.deep.equal(textWith('folder/other.md'));
    const back = { markdown: `[Up](/pages/${page}), [here](/pages/${other}#part)\n` };
    await draft.update(other, { document: back });
    const { markdown } = await draft.get(`/content/page/${other}?format.markdown.refs=relative`);
    expect(markdown).to.equal('[Up](../guide.md), [here](#part)\n');
    await draft.update(other, { document: { markdown: '## Part\n' } });
  });

  it('leaves links as they are stored by default', async () => {
    const stored = await read('format=markdown');
    expect(stored).to.equal(await read(''));
    expect(stored).to.include(`/files/${file}`);
  });

  it('returns a text that can be written back, with links to the same pages', async () => {
    const stable = await read('format.markdown.refs=stable');
    const relative = await read('format.markdown.refs=relative');
    const links = async () => (await draft.get(`/content/page/${page}/links`)).items.map(({ target }: any) => target);
    const before = await links();
    for (const markdown of [relative, stable]) {
      await draft.update(page, { document: { markdown } });
      expect(await read('format.markdown.refs=stable')).to.equal(stable);
      expect(await links()).to.deep.equal(before);
    }
  });

  it('works by path, in revisions and in the space, and is ignored for documents', async () => {
    await draft.merge();
    const stable = await read('format.markdown.refs=stable');
    const { revision } = await draft.inSpace('');
    for (const at of ['/content/path/guide', `/content/page/${page}`, `/revisions/${revision}/page/${page}`])
      expect((await draft.inSpace(`${at}?format=markdown&format.markdown.refs=stable`)).markdown).to.equal(stable);
    const document = await draft.inSpace(`/content/page/${page}?format=document`);
    expect(await draft.inSpace(`/content/page/${page}?format=document&format.markdown.refs=stable`)).to.deep.equal(
      document,
    );
  });

  it('refuses other values, naming the parameter', async () => {
    const { error } = must(
      await draft.person.api.get(`${draft.path}/content/page/${page}?format.markdown.refs=absolute`),
      400,
    );
    expect(error.issues[0].path).to.equal('format.markdown.refs');
  });
});
