import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { petStore, waitForSpec } from '../../support/openapi-specs.ts';
import { downloadPdf, readPdf } from '../../support/files/read-pdf.ts';
import { must, World, type Api } from '../../support/world.ts';

const block = (spec: string, method = 'GET'): string =>
  `{% openapi-operation spec="${spec}" path="/pets" method="${method}" %}\n[What stands for ${method}](https://example.com)\n{% endopenapi-operation %}`;

onEveryBackend('getSpacePDF with OpenAPI operations', (backend) => {
  let world: World;
  /** The specification of this name says this from now on. @returns its address */
  const put = async (slug: string, document: object, status: 200 | 201 = 201): Promise<string> => {
    const at = `/v1/orgs/${world.organizationId}/openapi/${slug}`;
    must(await world.admin.api.put(at, { source: { text: JSON.stringify(document) } }), status);
    await waitForSpec(world.admin.api, at);
    return at;
  };
  before(async () => {
    world = await World.create(await backend.instance());
  });
  async function printed(space: Draft, by: Api, query = ''): Promise<string> {
    const { url } = must(await by.get(`${space.space}/pdf${query}`), 200);
    const { sheets } = await readPdf(await downloadPdf(url));
    return sheets.join('\n').replace(/\s+/g, ' ');
  }

  it('prints the operation in blocks that name one, and other blocks as they are', async function () {
    await put('printed', petStore());
    const space = await Draft.open(world);
    await space.live(
      insert('Start', {
        document: {
          markdown: `Before.\n\n${block('printed')}\n\n${block('printed', 'PUT')}\n\n${block('unknown', 'GET')}\n\nAfter.`,
        },
      }),
    );
    const text = await printed(space, world.admin.api);
    for (const words of [
      'Before.',
      'GET /pets',
      'How many',
      'Response 200',
      'What stands for PUT',
      'What stands for GET',
      'After.',
    ])
      expect(text).to.include(words);
    expect(text.split('Response 200')).to.have.lengthOf(2);
  });

  it('prints the last version of the specification, as far as the caller may see it', async function () {
    const at = await put('followed', petStore());
    const space = await Draft.open(world);
    await space.live(
      insert('Start', { document: { markdown: block('followed') } }),
      insert('Beside', { document: { markdown: 'Only words.' } }),
    );
    const guest = await world.member(null);
    must(await world.admin.api.post(`${space.space}/permissions`, { role: 'read', users: [guest.userId] }), 204);
    expect(await printed(space, guest.api))
      .to.include('What stands for GET')
      .and.not.include('Response 200');
    expect(await printed(space, world.admin.api)).to.include('Response 200');
    must(await world.admin.api.patch(at, { visibility: 'public' }), 200);
    expect(await printed(space, guest.api)).to.include('Response 200');
    const other = petStore();
    other.paths['/pets'].get.responses = { 418: { description: 'A teapot' } };
    await put('followed', other, 200);
    expect(await printed(space, guest.api))
      .to.include('A teapot')
      .and.not.include('Response 200');
    must(await world.admin.api.patch(at, { visibility: 'private' }), 200);
    expect(await printed(space, guest.api))
      .to.include('What stands for GET')
      .and.not.include('teapot');
    const { pages } = must(await world.admin.api.get(`${space.space}/content/pages`), 200);
    expect(await printed(space, world.admin.api, `?page=${pages[1].id}&only=true`))
      .to.include('Only words.')
      .and.not.include('teapot');
  });
});
