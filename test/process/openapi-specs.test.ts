import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/backends.ts';
import { petStore, waitForSpec } from '../support/openapi-specs.ts';
import { startWebsite, type WebsiteResponse } from '../support/servers/website.ts';
import { apiOf, must, type Api } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

/** Time for another process to take over the jobs of a dead one. */
const PATIENCE_MS = 200_000;

/** Document of about four megabytes that references another one. */
const document = (title: string, origin: string): string =>
  JSON.stringify(
    petStore({
      info: { title, version: '1' },
      components: {
        schemas: Object.fromEntries([
          ['Pet', { $ref: `${origin}/pet.json` }],
          ...Array.from({ length: 40_000 }, (_, i) => [
            `Thing${i}`,
            { type: 'object', description: `What the thing ${i} of ${title} is good for` },
          ]),
        ]),
      },
    }),
  );

describe('reading an OpenAPI specification when its process is killed', function () {
  this.timeout(900_000);

  it('is completed exactly once by the next process, from any point, without loss', async () => {
    const answers: Record<string, WebsiteResponse> = {};
    const { origin } = await startWebsite(answers);
    const environment = { DATA_DIR: join(temporaryFolder(), 'data'), ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' };
    const start = async (): Promise<{ quire: QuireProcess; api: Api }> => {
      const quire = QuireProcess.start(environment);
      return { quire, api: apiOf({ url: await quire.ready() }, QuireProcess.token(environment.DATA_DIR)) };
    };
    const pet = '{"type":"object"}';
    answers['/pet.json'] = pet;
    answers['/spec.json'] = document('First', origin);
    let { quire, api } = await start();
    const organization = must(await api.get('/v1/orgs'), 200).items[0].id;
    const path = `/v1/orgs/${organization}/openapi/killed`;
    must(await api.put(path, { source: { url: `${origin}/spec.json` } }), 201);
    const versions = [(await waitForSpec(api, path, PATIENCE_MS)).lastVersion];

    // Killed at the request for the source, at that for its reference, and after a number of API responses.
    for (const [turn, when] of (['/spec.json', '/pet.json', 0, 2, 10] as const).entries()) {
      const title = `Turn ${turn}`;
      answers['/spec.json'] = document(title, origin);
      const running = quire;
      let sent = (): void => {};
      const wasSent = new Promise<void>((resolve) => (sent = resolve));
      const requestedPath = typeof when === 'string' ? when : '/pet.json';
      const usual = answers[requestedPath] as string;
      answers[requestedPath] = (_request, response) => {
        if (typeof when === 'string') sent();
        else response.end(usual, sent);
      };
      must(await api.post(`${path}/refresh`), 200);
      await wasSent;
      for (let i = 0; i < (typeof when === 'string' ? 0 : when); i++) await api.get(path);
      await running.end('SIGKILL');
      answers[requestedPath] = usual;

      ({ quire, api } = await start());
      const spec = await waitForSpec(api, path, PATIENCE_MS);
      expect(spec, title).not.to.have.any.keys('lastProcessErrorCode');
      versions.unshift(spec.lastVersion);
      expect(
        must(await api.get(`${path}/versions`), 200).items.map(({ id }: any) => id),
        `${title}: it is one version`,
      ).to.deep.equal(versions);
      const { filesystem } = must(await api.get(`${path}/versions/latest/content`), 200);
      expect(filesystem[0].specification.info.title).to.equal(title);
      expect(filesystem[0].specification['x-documents']).to.deep.equal({ 1: JSON.parse(pet) });
      expect(must(await api.get(`${path}/versions/latest/content/raw`), 200).text).to.equal(document(title, origin));
    }
    await quire.end();
  });
});
