import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World } from '../../support/world.ts';
import { waitForSpec } from '../../support/openapi-specs.ts';
import { Translations } from '../../support/translation-world.ts';

onEveryBackend('conditional writes', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const etagOf = async (path: string): Promise<string> => (await world.admin.api.get(path)).headers.get('etag')!;
  const bound = (method: string, path: string, etag: string, body?: unknown) =>
    world.admin.api(method, path, body, { 'if-match': etag });

  it('[A52] succeed for the present state, and are refused for a past one', async () => {
    const organization = `/v1/orgs/${world.organizationId}`;
    const { id: space } = await world.space();
    const { id: collection } = must(await world.admin.api.post(`${organization}/collections`, { title: 'One' }), 201);
    const source = { text: 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}' };
    must(await world.admin.api.post(`${organization}/openapi`, { slug: 'pets', source }), 201);
    const { id: translation } = must(
      await world.admin.api.post(`${organization}/translations`, { language: 'es', source: { space, language: 'en' } }),
      201,
    );
    const instructions = (text: string) => ({
      object: 'document',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
        },
      ],
    });
    // Jobs change these two until they have read the document and made the first run.
    await waitForSpec(world.admin.api, `${organization}/openapi/pets`);
    await new Translations(world).ended(translation);
    const writes: readonly (readonly [method: string, path: string, first: object, second: object])[] = [
      ['PATCH', `/v1/spaces/${space}`, { title: 'Two' }, { title: 'Three' }],
      ['PATCH', `/v1/collections/${collection}`, { title: 'Two' }, { title: 'Three' }],
      ['PATCH', organization, { title: 'Two words' }, { title: 'Three words' }],
      ['PATCH', `${organization}/openapi/pets`, { visibility: 'public' }, { visibility: 'private' }],
      [
        'PUT',
        `${organization}/translations/${translation}`,
        { instructions: instructions('One') },
        { instructions: instructions('Two') },
      ],
    ];
    for (const [method, path, first, second] of writes) {
      const etag = await etagOf(path);
      must(await bound(method, path, etag, first), 200);
      const after = must(await world.admin.api.get(path), 200);
      expect(must(await bound(method, path, etag, second), 412).error.message).to.include('If-Match');
      if (method === 'PATCH' && !path.includes('openapi'))
        expect(must(await world.admin.api.get(path), 200)).to.deep.equal(after);
      must(await bound(method, path, '*', second), 200);
      must(await bound(method, path, `"nothing", W/"else"`, first), 412);
    }
    const stale = await etagOf(`/v1/spaces/${space}`);
    must(await world.admin.api.patch(`/v1/spaces/${space}`, { emoji: '📘' }), 200);
    must(await bound('DELETE', `/v1/spaces/${space}`, stale), 412);
    expect(must(await world.admin.api.get(`/v1/spaces/${space}`), 200)).not.to.have.property('deletedAt');
    must(await bound('DELETE', `/v1/spaces/${space}`, `"other", ${await etagOf(`/v1/spaces/${space}`)}`), 205);
    must(await bound('PUT', `${organization}/openapi/none`, '"any"', { source }), 412);
    must(await world.admin.api.get(`${organization}/openapi/none`), 404);
    must(await bound('DELETE', `/v1/collections/${'0'.repeat(20)}`, '"any"'), 204);
  });

  it('accept an ETag that a compressing proxy has weakened, of settings and of content', async () => {
    const { id } = await world.space();
    const path = `/v1/spaces/${id}`;
    const body = { changes: [{ operation: 'insert_page', title: 'New', document: {} }] };
    const old = `W/${await etagOf(`${path}/content`)}`;
    must(await bound('POST', `${path}/content`, old, body), 200);
    must(await bound('POST', `${path}/content`, old, body), 412);
    must(await bound('PATCH', path, `W/${await etagOf(path)}`, { title: 'New' }), 200);
  });

  it('[A52] are refused with an empty If-Match, as of a caller who has lost the ETag', async () => {
    const { id } = await world.space();
    const before = must(await world.admin.api.get(`/v1/spaces/${id}`), 200);
    must(await bound('PATCH', `/v1/spaces/${id}`, '', { title: 'Two' }), 412);
    const refused = await bound('POST', `/v1/spaces/${id}/content`, ' ', {
      changes: [{ operation: 'set_variables', variables: { name: 'value' } }],
    });
    expect(must(refused, 400).error.issues).to.deep.equal([
      { path: 'If-Match', message: 'must be one revision ID in double quotes' },
    ]);
    expect(must(await world.admin.api.get(`/v1/spaces/${id}`), 200)).to.deep.equal(before);
  });

  it('succeed for one of many callers who saw the same state', async () => {
    const { id } = await world.space();
    const etag = await etagOf(`/v1/spaces/${id}`);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => bound('PATCH', `/v1/spaces/${id}`, etag, { title: `Writer ${i}` })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...new Array<number>(11).fill(412)]);
    expect(must(await world.admin.api.get(`/v1/spaces/${id}`), 200).title).to.equal(
      `Writer ${answers.findIndex(({ status }) => status === 200)}`,
    );
  });

  it('[A52] create a resource only if it does not exist, with If-None-Match: *', async () => {
    const path = `/v1/orgs/${world.organizationId}/openapi`;
    const source = (title: string) => ({
      source: { text: `openapi: 3.1.0\ninfo: {title: ${title}, version: "1"}\npaths: {}` },
    });
    const create = (slug: string, body: object) =>
      world.admin.api('PUT', `${path}/${slug}`, body, { 'if-none-match': '*' });
    must(await bound('PUT', `${path}/new`, '*', source('None')), 412);
    must(await create('new', source('First')), 201);
    await waitForSpec(world.admin.api, `${path}/new`);
    const before = must(await world.admin.api.get(`${path}/new`), 200);
    expect(must(await create('new', source('Second')), 412).error.message).to.include('If-None-Match');
    expect(must(await world.admin.api.get(`${path}/new`), 200)).to.deep.equal(before);
    const etag = await etagOf(`${path}/new`);
    must(await world.admin.api('PUT', `${path}/new`, source('Third'), { 'if-none-match': `"other", ${etag}` }), 412);
    must(await world.admin.api('PUT', `${path}/new`, source('Third'), { 'if-none-match': '"other"' }), 200);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => create('raced', source(`Title ${i}`))));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 412, 412, 412, 412, 412]);
  });

  it('reveal nothing to callers who may not write', async () => {
    const { id } = await world.space();
    const etag = await etagOf(`/v1/spaces/${id}`);
    for (const tag of [etag, '"other"']) {
      must(await (await world.member('read')).api.patch(`/v1/spaces/${id}`, { title: 'No' }, { 'if-match': tag }), 403);
      must(await (await world.stranger()).api.patch(`/v1/spaces/${id}`, { title: 'No' }, { 'if-match': tag }), 404);
    }
  });

  it('are recorded as reads of a secret where their answer has it', async () => {
    const organization = `/v1/orgs/${world.organizationId}`;
    const { id } = must(await world.admin.api.post(`${organization}/sites`, { title: 'Docs' }), 201);
    const path = `${organization}/sites/${id}/publishing/auth`;
    const seen = async (): Promise<number> =>
      must(await world.admin.api.get(`${organization}/audit-events?action=site.signing-key-shown`), 200).items.length;
    const etag = await etagOf(path);
    const before = await seen();
    must(await bound('PATCH', path, '"other"', { fallbackURL: 'https://example.com/sign-in' }), 412);
    expect(await seen()).to.equal(before);
    must(await bound('PATCH', path, etag, { fallbackURL: 'https://example.com/sign-in' }), 200);
    expect(await seen()).to.equal(before + 1);
    const { id: space } = await world.space();
    must(await bound('POST', `/v1/spaces/${space}/archive`, '"other"', { key: '0'.repeat(20) }), 400);
  });
});
