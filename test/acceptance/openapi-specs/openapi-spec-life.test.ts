import { expect } from 'chai';
import { Tokens } from '../../../src/composition/tokens.ts';
import { OpenAPISpec } from '../../../src/domain/openapi-specs/openapi-spec.ts';
import { OpenAPISpecVersion } from '../../../src/domain/openapi-specs/openapi-spec-version.ts';
import type { Work } from '../../../src/ports/kernel/unit-of-work.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { petStore, waitForSpec } from '../../support/openapi-specs.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { until } from '../../support/until.ts';
import { startWebsite } from '../../support/servers/website.ts';
import { must, World } from '../../support/world.ts';
import { longestTurnOf, RETRIES_OF_MEASUREMENTS } from '../../support/cpu-time.ts';

const HOUR_MS = 60 * 60 * 1000;

onEveryBackend('versions of OpenAPI specifications', (backend) => {
  let travel: TimeTravel;
  let world: World;
  let base: string;
  before(async function () {
    travel = await TimeTravel.start(backend);
    world = await World.create(travel.instance);
    base = `/v1/orgs/${world.organizationId}/openapi`;
  });
  const stored = <T>(task: (work: Work, next: () => string) => Promise<T>): Promise<T> => {
    const { ids } = travel.instance.container.get(Tokens.Services);
    const context = {
      organizationId: world.organizationId,
      spaceId: null,
      actorId: null,
      tokenId: null,
      requestId: null,
      address: null,
      at: travel.now,
    };
    return travel.instance.container.get(Tokens.UnitOfWork).run(context, (work) => task(work, () => ids.next()));
  };

  it('are read again about once a day, and not before', async () => {
    let body = JSON.stringify(petStore());
    const { origin, requestedPaths } = await startWebsite({
      '/spec.json': (_request, response) => void response.end(body),
    });
    must(await world.admin.api.post(base, { slug: 'followed', source: { url: `${origin}/spec.json` } }), 201);
    const { id, lastVersion, lastProcessedAt } = await waitForSpec(world.admin.api, `${base}/followed`);
    const follow = () => travel.run('follow-openapi-spec', { organizationId: world.organizationId, specId: id });
    travel.to(lastProcessedAt, 22 * HOUR_MS - 1);
    await follow();
    expect(requestedPaths).to.have.lengthOf(1);
    body = JSON.stringify(petStore({ info: { title: 'Pets', version: '2' } }));
    travel.to(lastProcessedAt, 26 * HOUR_MS);
    await follow();
    await until(async () => (await waitForSpec(world.admin.api, `${base}/followed`)).lastVersion !== lastVersion);
    expect(requestedPaths).to.have.lengthOf(2);
    await follow();
    expect(requestedPaths).to.have.lengthOf(2);
    must(await world.admin.api.delete(`${base}/followed`), 205);
    travel.later(26 * HOUR_MS);
    await follow();
    expect(requestedPaths).to.have.lengthOf(2);
  });

  describe('listOpenAPISpecVersions', () => {
    it('lists the last hundred versions, the newest first, page by page', async () => {
      const path = `${base}/versioned`;
      must(await world.admin.api.post(base, { slug: 'versioned', source: { text: JSON.stringify(petStore()) } }), 201);
      const { id: specId, lastVersion } = await waitForSpec(world.admin.api, path);
      const last = must(await world.admin.api.get(`${path}/versions/latest`), 200);
      const { source, document, reference } = (
        await stored((work) => work.openapiSpecVersions.get({ id: lastVersion }))
      ).snapshot();
      await stored(async (work, next) => {
        for (let i = 0; i < 99; i++)
          await work.openapiSpecVersions.save(
            OpenAPISpecVersion.add({
              id: next(),
              organizationId: world.organizationId,
              specId,
              source,
              format: 'json',
              document,
              reference,
              externals: 0,
              createdAt: travel.now,
            }),
          );
      });
      const count = async (): Promise<number> => must(await world.admin.api.get(`${path}/versions?limit=0`), 200).count;
      expect(await count()).to.equal(100);
      expect((await world.admin.api.get(`${path}/versions/${last.id}`)).status).to.equal(200);
      must(
        await world.admin.api.put(path, {
          source: { text: JSON.stringify(petStore({ info: { title: 'Pets', version: '2' } })) },
        }),
        200,
      );
      await waitForSpec(world.admin.api, path);
      expect(await count()).to.equal(100);
      expect((await world.admin.api.get(`${path}/versions/${last.id}`)).status).to.equal(404);
      const first = must(await world.admin.api.get(`${path}/versions?limit=60`), 200);
      const second = must(await world.admin.api.get(`${path}/versions?limit=60&page=${first.next.page}`), 200);
      const ids = [...first.items, ...second.items].map(({ id }: any) => id);
      expect(ids)
        .to.deep.equal([...new Set(ids)].sort().reverse())
        .and.have.lengthOf(100);
    });
  });

  describe('createOpenAPISpec', () => {
    it('allows a hundred specifications in an organization', async () => {
      const other = await World.create(travel.instance);
      await stored(async (work, next) => {
        for (let i = 0; i < 99; i++)
          await work.openapiSpecs.save(
            OpenAPISpec.add({
              id: next(),
              organizationId: other.organizationId,
              slug: `filler-${i}`,
              source: { url: 'https://example.com' },
              run: next(),
              by: { userId: world.admin.userId, via: null },
              at: travel.now,
            }),
          );
      });
      const add = (slug: string) =>
        other.admin.api.post(`/v1/orgs/${other.organizationId}/openapi`, {
          slug,
          source: { text: JSON.stringify(petStore()) },
        });
      must(await add('hundredth'), 201);
      expect((await add('one-too-many')).status).to.equal(409);
      expect(
        (await other.admin.api.put(`/v1/orgs/${other.organizationId}/openapi/one-too-many`, { source: { text: 'x' } }))
          .status,
      ).to.equal(409);
      must(
        await other.admin.api.put(`/v1/orgs/${other.organizationId}/openapi/hundredth`, { source: { text: 'x' } }),
        200,
      );
      must(await other.admin.api.delete(`/v1/orgs/${other.organizationId}/openapi/filler-0`), 205);
      must(await add('one-too-many'), 201);
    });
  });

  describe('diffOpenAPISpecVersions', () => {
    it('compares versions of one specification in either direction', async () => {
      const path = `${base}/compared`;
      const put = async (document: object): Promise<string> => {
        must(
          await world.admin.api('PUT', path, { source: { text: JSON.stringify(document) } }),
          document === first ? 201 : 200,
        );
        return (await waitForSpec(world.admin.api, path)).lastVersion;
      };
      const first = petStore();
      const second = petStore();
      second.paths['/pets'].get.parameters[0].required = true;
      second.paths['/pets'].delete = { responses: {} };
      const [one, two] = [await put(first), await put(second)];
      const diff = async (a: string, b: string): Promise<any> =>
        must(await world.admin.api.get(`${path}/versions/${a}/diff/${b}`), 200);
      const there = await diff(one, 'latest');
      expect(there).to.deep.include({ from: one, to: two, breaking: true, schemas: [] });
      expect(there.operations).to.deep.equal([
        {
          change: 'changed',
          method: 'get',
          path: '/pets',
          webhook: false,
          breaking: true,
          reason: 'requests without the parameter are rejected',
          changes: [
            {
              change: 'changed',
              part: 'query limit',
              what: 'required',
              from: 'false',
              to: 'true',
              breaking: true,
              reason: 'requests without the parameter are rejected',
            },
          ],
        },
        {
          change: 'added',
          method: 'delete',
          path: '/pets',
          webhook: false,
          breaking: false,
          reason: 'existing clients are unaffected',
          changes: [],
        },
      ]);
      expect((await diff(two, one)).operations.map(({ change, method }: any) => `${change} ${method}`)).to.deep.equal([
        'changed get',
        'removed delete',
      ]);
      expect(await diff(one, one)).to.deep.equal({ from: one, to: one, breaking: false, operations: [], schemas: [] });
      must(await world.admin.api.put(`${base}/beside`, { source: { text: JSON.stringify(first) } }), 201);
      const { lastVersion } = await waitForSpec(world.admin.api, `${base}/beside`);
      for (const name of [lastVersion, 'unknown'])
        expect((await world.admin.api.get(`${path}/versions/${one}/diff/${name}`)).status).to.equal(404);
    });
  });

  let attempts = 0;
  it('leave time for other requests while a large document is read, shown and compared', async function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const path = `${base}/large-${++attempts}`;
    const schema = (i: number): object => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 20 }, (_, k) => [
          `field${k}`,
          { type: 'string', description: `What the field ${k} of ${i} is good for` },
        ]),
      ),
    });
    const large = JSON.stringify(
      petStore({
        components: { schemas: Object.fromEntries(Array.from({ length: 2_500 }, (_, i) => [`Thing${i}`, schema(i)])) },
      }),
    );
    expect(large.length).to.be.above(4_000_000);
    must(await world.admin.api.put(path, { source: { text: large } }), 201);
    const longest = await longestTurnOf(async () => {
      await waitForSpec(world.admin.api, path);
      must(await world.admin.api.get(`${path}/versions/latest/diff/latest`), 200);
    });
    expect(longest).to.be.below(300);
    expect(await waitForSpec(world.admin.api, path)).to.have.property('lastVersion');
  });
});
