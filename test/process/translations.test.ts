import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/backends.ts';
import { chat, EngineServer, toUpperCaseMarkup, textsOfChat } from '../support/servers/translation-engines.ts';
import { until } from '../support/until.ts';
import { apiOf, must, type Api } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

const COUNT = 60;
const pageOf = (i: number, turn: number): string => `Saying ${i} of turn ${turn}.\n\nIt stays, number ${i}.\n`;
/**
 * Moment at which a run is killed: at a request to the engine, or after a number of API responses that follow its last
 * one.
 */
type Kill = { readonly request: number } | { readonly answers: number };
const KILLS: readonly Kill[] = [
  { request: 1 },
  { request: 3 },
  { answers: 0 },
  { answers: 1 },
  { answers: 3 },
  { answers: 8 },
];

describe('runTranslation when its process is killed', function () {
  this.timeout(600_000);

  it('is completed exactly once by the next process, from any point, without repeating paid requests and with manual edits kept', async () => {
    const engine = await EngineServer.start();
    const dataDir = join(temporaryFolder(), 'data');
    const environment = {
      DATA_DIR: dataDir,
      TRANSLATION_ENGINE: 'openai',
      TRANSLATION_URL: engine.url,
      TRANSLATION_MODEL: 'model',
      TRANSLATION_CONCURRENCY: '1',
    };
    const start = async (): Promise<{ quire: QuireProcess; api: Api }> => {
      const quire = QuireProcess.start(environment);
      return { quire, api: apiOf({ url: await quire.ready() }, QuireProcess.token(dataDir)) };
    };
    let { quire, api } = await start();
    const organization = must(await api.get('/v1/orgs'), 200).items[0].id;
    const source = must(await api.post(`/v1/orgs/${organization}/spaces`, { title: 'Docs' }), 201).id;
    const edit = async (space: string, changes: readonly object[]): Promise<void> => {
      for (let from = 0; from < changes.length; from += 50)
        must(await api.post(`/v1/spaces/${space}/content`, { changes: changes.slice(from, from + 50) }), 200);
    };
    await edit(
      source,
      Array.from({ length: COUNT }, (_, i) => ({
        operation: 'insert_page',
        title: `Leaf ${i}`,
        document: { markdown: pageOf(i, 0) },
      })),
    );
    const pages: readonly string[] = must(await api.get(`/v1/spaces/${source}/content/pages`), 200).pages.map(
      ({ id }: any) => id,
    );
    const textOf = async (space: string, page: number): Promise<string> =>
      must(await api.get(`/v1/spaces/${space}/content/page/${pages[page]}?format=markdown`), 200).markdown;
    const all = `/v1/orgs/${organization}/translations`;
    let id: string | undefined;
    let result: string | undefined;

    for (const [turn, kill] of KILLS.entries()) {
      if (turn > 0)
        await edit(
          source,
          pages.map((page, i) => ({ operation: 'update_page', page, document: { markdown: pageOf(i, turn) } })),
        );
      if (result !== undefined)
        await edit(result, [{ operation: 'update_page', page: pages[turn]!, title: `Por mano ${turn}` }]);
      const revision = result === undefined ? undefined : must(await api.get(`/v1/spaces/${result}`), 200).revision;
      const running = quire;
      let killed: Promise<unknown> | undefined;
      engine.calls.length = 0;
      engine.answer = async (call) => {
        if ('request' in kill && engine.calls.length === kill.request) {
          killed ??= running.end('SIGKILL');
          return new Promise(() => {});
        }
        return chat((text) => toUpperCaseMarkup(text))(call);
      };
      if (id === undefined)
        id = must(await api.post(all, { language: 'es', source: { space: source, language: 'en' } }), 201).id as string;
      else must(await api.post(`${all}/${id}/run`), 204);
      if ('answers' in kill) {
        // 60 texts of this run, 20 in a request, 25 pages at a time.
        await until(() => engine.calls.flatMap(textsOfChat).length >= COUNT);
        for (let i = 0; i < kill.answers; i++) await api.get(`${all}/${id}`);
        killed = running.end('SIGKILL');
      }
      await until(() => killed !== undefined);
      await killed;
      // The last request may have been answered to a process that was gone.
      const kept = engine.calls.slice(0, -1).flatMap((call) => textsOfChat(call).map(({ text }) => text));
      engine.calls.length = 0;
      engine.answer = chat((text) => toUpperCaseMarkup(text));

      ({ quire, api } = await start());
      await until(async () => must(await api.get(`${all}/${id}`), 200).status === 'completed', 120_000);
      const done = must(await api.get(`${all}/${id}`), 200);
      expect(done).to.not.have.property('failure');
      expect(done.stats, `turn ${turn}`).to.include({ runs: turn + 1, latestPages: COUNT });
      const again = engine.calls.flatMap((call) => textsOfChat(call).map(({ text }) => text));
      expect(
        again.filter((text) => kept.includes(text)),
        `turn ${turn}: paid twice`,
      ).to.deep.equal([]);
      result = done.result.space as string;
      expect(must(await api.get(`/v1/spaces/${result}`), 200).revision).to.equal(done.result.revision);
      const { parents } = must(await api.get(`/v1/spaces/${result}/revisions/${done.result.revision}`), 200);
      expect(parents, `turn ${turn}: it was moved once`).to.deep.equal(revision === undefined ? [] : [revision]);
      for (const page of [0, turn, COUNT - 1])
        expect(await textOf(result, page), `turn ${turn}`).to.equal(pageOf(page, turn).toUpperCase());
      const { pages: made } = must(await api.get(`/v1/spaces/${result}/content/pages`), 200);
      expect(made.map(({ title }: any) => title)).to.deep.equal(
        pages.map((_, i) => (i > 0 && i <= turn ? `Por mano ${i}` : `LEAF ${i}`)),
      );
    }
    const spaces = must(await api.get(`/v1/orgs/${organization}/spaces?limit=100`), 200).items.filter(
      ({ title }: any) => title === 'Docs (es)',
    );
    expect(spaces).to.have.length(1);
    await quire.end();
  });
});
