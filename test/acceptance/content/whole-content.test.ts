import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft } from '../../support/content/api-content.ts';
import { petStore, waitForSpec } from '../../support/openapi-specs.ts';
import { must, World, type Person } from '../../support/world.ts';

/** Response as it was sent, not decompressed. */
interface SentResponse {
  readonly status: number;
  readonly encoding: string | undefined;
  readonly etag: string;
  readonly bytes: Buffer;
}

onEveryBackend('reading the whole content of a space', (backend) => {
  let instance: Instance;
  let world: World;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
  });
  const insertPage = (title: string): object => ({
    operation: 'insert_page',
    title,
    document: { markdown: `${title} words` },
  });
  const insertFile = {
    operation: 'insert_files',
    files: [{ name: 'a.txt', contentType: 'text/plain', base64: Buffer.from('words').toString('base64') }],
  };
  const send = ({ token }: Person, path: string, headers: Record<string, string> = {}): Promise<SentResponse> =>
    new Promise((resolve, reject) => {
      const sent = request(
        instance.url + path,
        { headers: { authorization: `Bearer ${token}`, ...headers } },
        async (res) => {
          resolve({
            status: res.statusCode!,
            encoding: res.headers['content-encoding'],
            etag: res.headers.etag!,
            bytes: await buffer(res),
          });
        },
      );
      sent.on('error', reject).end();
    });
  const WHOLE = ['/content', '/content/pages'];

  it('gives the same JSON with gzip and without', async () => {
    const { space } = await Draft.merged(world, insertPage('One'), insertFile);
    for (const path of WHOLE) {
      const plain = await send(world.admin, space + path);
      const packed = await send(world.admin, space + path, { 'accept-encoding': 'gzip' });
      expect([plain.status, plain.encoding, packed.status, packed.encoding]).to.deep.equal([
        200,
        undefined,
        200,
        'gzip',
      ]);
      expect(gunzipSync(packed.bytes).toString()).to.equal(plain.bytes.toString());
      expect(packed.etag).to.equal(plain.etag);
      expect(JSON.parse(plain.bytes.toString()).pages[0].title).to.equal('One');
    }
  });

  it('answers 304 until the content changes', async () => {
    const draft = await Draft.merged(world, insertPage('One'));
    for (const path of [...WHOLE, '/revision']) {
      const at = path === '/revision' ? `/revisions/${(await draft.inSpace('')).revision}` : path;
      const { etag } = await send(world.admin, draft.space + at);
      const unchanged = await send(world.admin, draft.space + at, { 'if-none-match': etag });
      expect([unchanged.status, unchanged.etag, unchanged.bytes.length]).to.deep.equal([304, etag, 0]);
    }
    const known = await Promise.all(WHOLE.map((path) => send(world.admin, draft.space + path)));
    const change = await draft.another();
    await change.edit(insertPage('Two'));
    await change.merge();
    for (const [i, path] of WHOLE.entries()) {
      const changed = await send(world.admin, draft.space + path, { 'if-none-match': known[i]!.etag });
      expect(changed.status).to.equal(200);
      expect(JSON.parse(changed.bytes.toString()).pages.map(({ title }: any) => title)).to.deep.equal(['One', 'Two']);
    }
  });

  it('tells different answers about the same content apart', async () => {
    const { space } = await Draft.merged(world, insertPage('One'), insertFile);
    const etag = async (path: string, person = world.admin, headers = {}): Promise<string> =>
      (await send(person, space + path, headers)).etag;
    expect(await etag('/content/pages?metadata=false')).not.to.equal(await etag('/content/pages'));
    expect(await etag('/content')).not.to.equal(await etag('/content/pages'));
    expect(await etag('/content/pages', world.admin, { 'quire-version': '2' })).not.to.equal(
      await etag('/content/pages'),
    );
    // Links of files are made for one reader.
    const reader = await world.member('read');
    expect(await etag('/content', reader)).not.to.equal(await etag('/content'));
    expect(await etag('/content/pages', reader)).to.equal(await etag('/content/pages'));
    const linkFor = async (person: Person): Promise<string> =>
      JSON.parse((await send(person, `${space}/content`)).bytes.toString()).files[0].downloadURL;
    expect(await linkFor(reader)).not.to.equal(await linkFor(world.admin));
  });

  it('answers anew when generated pages change although the content does not', async () => {
    const specs = `/v1/orgs/${world.organizationId}/openapi`;
    const text = (summary: string): string => {
      const spec = petStore();
      spec['tags'][0].name = spec['paths']['/pets'].get.tags[0] = summary;
      return JSON.stringify(spec);
    };
    must(await world.admin.api.post(specs, { slug: 'animals', source: { text: text('cats') } }), 201);
    await waitForSpec(world.admin.api, `${specs}/animals`);
    const { space } = await Draft.merged(world, {
      operation: 'insert_page',
      type: 'computed',
      title: 'API',
      computed: {
        type: 'builtin:openapi',
        props: { models: false },
        dependencies: { spec: { ref: { kind: 'openapi', spec: 'animals' } } },
      },
    });
    for (const path of WHOLE) {
      const before = await send(world.admin, space + path);
      expect(before.bytes.toString()).to.include('cats');
      expect((await send(world.admin, space + path, { 'if-none-match': before.etag })).status).to.equal(304);
    }
    const known = await Promise.all(WHOLE.map((path) => send(world.admin, space + path)));
    must(await world.admin.api.put(`${specs}/animals`, { source: { text: text('dogs') } }), 200);
    await waitForSpec(world.admin.api, `${specs}/animals`);
    for (const [i, path] of WHOLE.entries()) {
      const after = await send(world.admin, space + path, { 'if-none-match': known[i]!.etag });
      expect(after.status).to.equal(200);
      expect(after.bytes.toString()).to.include('dogs').and.not.to.include('cats');
    }
  });
});
