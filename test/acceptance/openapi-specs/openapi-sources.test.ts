import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft } from '../../support/content/api-content.ts';
import { petStore, waitForSpec } from '../../support/openapi-specs.ts';
import { startWebsite, type WebsiteResponse, type Website } from '../../support/servers/website.ts';
import { apiOf, must, World } from '../../support/world.ts';

const MOST = 16 * 1024 * 1024;
const referring = ($ref: string): string => JSON.stringify(petStore({ components: { schemas: { Pet: { $ref } } } }));
const aliases = [
  'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
  ...Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`),
];
const MANY = 'more documents than are read';
const manyDocuments = (count: number): string =>
  JSON.stringify(
    petStore({
      components: {
        schemas: Object.fromEntries(
          Array.from({ length: count }, (_, i) => [`A${i}`, { $ref: `http://127.0.0.1:1/${i}` }]),
        ),
      },
    }),
  );

const [PATH, SIZE] = ['a path', 'one byte too much'] as const;
/** Those of which reading tells something else where they have an address: of a path, where it leads; of other documents, that they are not there. */
const OTHERWISE: ReadonlySet<string> = new Set([PATH, SIZE, MANY]);

/** Texts that can never be read, by what is wrong with them, and what is said of it. */
const HOSTILE: readonly (readonly [what: string, text: string, said: RegExp])[] = [
  ['a file', referring('file:///etc/passwd#/a'), /the reference file:\/\/\/etc\/passwd must use http or https/],
  [PATH, referring('../../../etc/passwd'), /cannot be resolved to a URL/],
  [
    'an address inside',
    referring('http://169.254.169.254/latest/meta-data#/a'),
    /169\.254\.169\.254 is not on the public internet/,
  ],
  ['the same in other numbers', referring('HTTP://0x0a000001/a'), /10\.0\.0\.1 is not on the public internet/],
  ['the same as IPv6', referring('http://[::ffff:10.0.0.1]/a'), /is not on the public internet/],
  ['itself', referring('#/components/schemas/Pet'), /leads only to itself/],
  [MANY, manyDocuments(51), /more than 50 other documents/],
  ['an alias bomb', ['openapi: 3.1.0', 'info: {}', 'paths: {}', ...aliases].join('\n'), /more than 3000000 values/],
  ['lists in lists', `openapi: 3.1.0\ninfo: {}\npaths: {}\nx: ${'['.repeat(50_000)}`, /nesting exceeded/],
  [SIZE, `{"x":"${'.'.repeat(MOST - 7)}"}`, /at most 16777216 bytes/],
];

onEveryBackend('hostile sources of OpenAPI specifications', (backend) => {
  let world: World;
  let base: string;
  let site: Website;
  let names = 0;
  const answers: Record<string, WebsiteResponse> = {};
  /** A specification that is read from what is at a path of a website. */
  const readFrom = async (url: string): Promise<any> => {
    const slug = `from-${++names}`;
    must(await world.admin.api.post(base, { slug, source: { url } }), 201);
    return waitForSpec(world.admin.api, `${base}/${slug}`);
  };
  const served = (path: string, answer: WebsiteResponse): string => {
    answers[path] = answer;
    return site.origin + path;
  };
  before(async () => {
    world = await World.create(await backend.instance());
    base = `/v1/orgs/${world.organizationId}/openapi`;
    site = await startWebsite(answers);
    must(await world.admin.api.put(`${base}/kept`, { source: { text: JSON.stringify(petStore()) } }), 201);
  });

  describe('createOpenAPISpec', () => {
    for (const [what, text, said] of HOSTILE)
      it(`[A47] refuses a text at once that has ${what}`, async function () {
        const kept = await waitForSpec(world.admin.api, `${base}/kept`);
        const requestCount = site.requestedPaths.length;
        for (const attempt of [
          () => world.admin.api.post(base, { slug: 'hostile', source: { text } }),
          () => world.admin.api.put(`${base}/hostile`, { source: { text } }),
          () => world.admin.api.put(`${base}/kept`, { source: { text } }),
        ]) {
          const [issue] = must(await attempt(), 400).error.issues;
          expect(issue.path).to.equal('source.text');
          expect(issue.message).to.match(said);
        }
        expect((await world.admin.api.get(`${base}/hostile`)).status).to.equal(404);
        expect(await waitForSpec(world.admin.api, `${base}/kept`)).to.deep.equal(kept);
        expect(site.requestedPaths).to.have.lengthOf(requestCount);
      });

    it('[A47] refuses sources larger than requests may be, before reading them', async function () {
      const source = { text: 'openapi: 3.1.0\n'.repeat((50 * 1024 * 1024) / 15) };
      for (const attempt of [
        () => world.admin.api.post(base, { slug: 'huge', source }),
        () => world.admin.api.put(`${base}/huge`, { source }),
      ]) {
        const { error } = must(await attempt(), 400);
        expect(error.issues).to.deep.equal([
          { path: 'source.text', message: 'the body is larger than 20971520 bytes' },
        ]);
      }
      expect((await world.admin.api.get(`${base}/huge`)).status).to.equal(404);
      const stranger = apiOf(world.instance);
      expect((await stranger.post(base, { slug: 'huge', source })).status).to.equal(401);
    });
  });

  describe('createOrUpdateOpenAPISpecBySlug', () => {
    it('accepts sources that are merely invalid, and reports their errors once they are read', async () => {
      for (const [text, said] of [
        ['a: b: c', /neither JSON nor YAML/],
        ['{"openapi":', /neither JSON nor YAML/],
        ['{"hello": "world"}', /not an OpenAPI document/],
        [JSON.stringify(petStore({ openapi: '4.0.0' })), /version 4\.0\.0 is not supported/],
      ] as const) {
        const path = `${base}/wrong-${++names}`;
        must(await world.admin.api.put(path, { source: { text } }), 201);
        const spec = await waitForSpec(world.admin.api, path);
        expect(spec).to.have.property('lastProcessErrorCode', 'PARSE_ERROR');
        expect(spec.lastProcessErrorMessage).to.match(said);
        expect(spec).not.to.have.property('lastVersion');
      }
    });

    it('accepts recursive schemas, and references within the document', async () => {
      const text = JSON.stringify(
        petStore({
          components: {
            schemas: {
              Pet: {
                type: 'object',
                properties: {
                  parent: { $ref: '#/components/schemas/Pet' },
                  owner: { $ref: served('/owner.json', '{"type":"string"}') },
                },
              },
            },
          },
        }),
      );
      must(await world.admin.api.put(`${base}/family`, { source: { text } }), 201);
      expect(await waitForSpec(world.admin.api, `${base}/family`)).to.have.property('lastVersion');
      expect(site.requestedPaths).to.include('/owner.json');
    });
  });

  it('[A47] end with a code and a reason when they are fetched, and reach nothing inside', async () => {
    for (const [what, text, said] of HOSTILE.filter(([each]) => !OTHERWISE.has(each))) {
      const spec = await readFrom(served(`/hostile-${++names}`, text));
      expect(spec, what).to.have.property(
        'lastProcessErrorCode',
        said.source.includes('internet') ? 'FETCH_ERROR' : 'PARSE_ERROR',
      );
      expect(spec.lastProcessErrorMessage, what).to.match(said);
      expect(spec, what).not.to.have.property('lastVersion');
    }
  });

  it('[A38] reach no private address, however it is written, nor by a redirect', async () => {
    for (const host of [
      '10.0.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:a00:1]',
      '[fd00::1]',
      '167772161',
      '012.0.0.1',
      '0x0a000001',
    ]) {
      const spec = await readFrom(`HTTP://${host}/openapi.json`);
      expect(spec, host).to.include({ processingState: 'complete', lastProcessErrorCode: 'FETCH_ERROR' });
      expect(spec.lastProcessErrorMessage).to.match(/is not on the public internet/);
    }
    for (const location of ['http://169.254.169.254/latest', 'http://10.0.0.1/', 'file:///etc/passwd']) {
      expect(await readFrom(served(`/moved-${++names}`, { status: 302, headers: { location } })), location).to.include({
        processingState: 'complete',
        lastProcessErrorCode: 'FETCH_ERROR',
      });
    }
  });

  it('[A39] are abandoned when they are too large, announced or not, or expand too far', async () => {
    const yaml = { 'content-type': 'application/yaml' };
    const huge = Buffer.alloc(50 * 1024 * 1024, 'a: b\n');
    const endless: WebsiteResponse = (_request, response) => {
      response.writeHead(200, yaml);
      const more = (): void => {
        while (!response.destroyed && response.write(huge.subarray(0, 1024 * 1024)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    for (const answer of [
      { headers: yaml, body: huge },
      endless,
      { headers: { ...yaml, 'content-encoding': 'gzip' }, body: gzipSync(huge) },
    ]) {
      const spec = await readFrom(served(`/huge-${++names}`, answer));
      expect(spec).to.include({ processingState: 'complete', lastProcessErrorCode: 'FETCH_ERROR' });
      expect(spec).not.to.have.property('lastVersion');
    }
  });

  describe('diffOpenAPISpecVersions', () => {
    it('[A48] shows patterns without running them', async () => {
      const patterned = (pattern: string): object =>
        petStore({
          components: {
            schemas: {
              Pet: {
                type: 'object',
                properties: {
                  id: { type: 'string', pattern, default: `${'a'.repeat(100)}!`, example: `${'a'.repeat(100)}!` },
                },
              },
            },
          },
        });
      const path = `${base}/patterns`;
      must(await world.admin.api.put(path, { source: { text: JSON.stringify(patterned('(a+)+$')) } }), 201);
      const { lastVersion } = await waitForSpec(world.admin.api, path);
      must(await world.admin.api.put(path, { source: { text: JSON.stringify(patterned('(a|aa)+$')) } }), 200);
      await waitForSpec(world.admin.api, path);
      expect(JSON.stringify(must(await world.admin.api.get(`${path}/versions/${lastVersion}/diff/latest`), 200)))
        .to.include('(a+)+$')
        .and.include('(a|aa)+$');
      const space = await Draft.open(world);
      await space.live({
        operation: 'insert_page',
        type: 'computed',
        title: 'Reference',
        computed: {
          type: 'builtin:openapi',
          props: { models: true },
          dependencies: { spec: { ref: { kind: 'openapi', spec: 'patterns' } } },
        },
      });
      expect(
        must(
          await world.admin.api.get(`${space.space}/content/path/reference/models?computed=true&format=markdown`),
          200,
        ).markdown,
      ).to.include('pattern `(a|aa)+$`');
    });
  });

  it('[A39] may have sixteen megabytes at an address, and not a byte more', async function () {
    const sized = (bytes: number): string => {
      const head = '{"openapi":"3.1.0","info":{},"paths":{},"x":"';
      return `${head}${'.'.repeat(bytes - head.length - 2)}"}`;
    };
    expect(await readFrom(served('/most', sized(MOST)))).to.have.property('lastVersion');
    expect(await readFrom(served('/more', sized(MOST + 1)))).to.have.property('lastProcessErrorCode', 'FETCH_ERROR');
  });
});
