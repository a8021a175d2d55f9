import { readConfig } from '../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import type { Clock } from '../../src/ports/kernel/clock.ts';
import { afterSuite, QUICK_START, testEnvironment, type Backend } from './backends.ts';
import { until } from './until.ts';
import { must, World, type Api } from './world.ts';

/** Starts an instance with an engine of the test. */
export async function instanceWith(
  backend: Backend,
  settings: Record<string, string>,
  database?: string,
  clock?: Clock,
): Promise<Instance> {
  const url = database ?? (await backend.database());
  const instance = await startInstance(
    readConfig(
      testEnvironment({ ...(url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url }), ...settings }),
    ),
    { welcome: false, drainMs: 1_000, ...QUICK_START, ...(clock && { clock }) },
  );
  afterSuite(() => instance.stop());
  return instance;
}

/** Page texts by title. */
export type Pages = Readonly<Record<string, string>>;

/** Spaces and their translations, with all permissions. */
export class Translations {
  readonly all: string;
  readonly glossary: string;
  readonly api: Api;

  constructor(readonly world: World) {
    this.api = world.admin.api;
    this.all = `/v1/orgs/${world.organizationId}/translations`;
    this.glossary = `/v1/orgs/${world.organizationId}/translations-glossary`;
  }

  async space(pages: Pages, title = 'Docs'): Promise<string> {
    const { id } = await this.world.space({ title });
    const changes = Object.entries(pages).map(([name, markdown]) => ({
      operation: 'insert_page',
      title: name,
      document: { markdown },
    }));
    for (let from = 0; from < changes.length; from += 50) await this.edit(id, ...changes.slice(from, from + 50));
    return id;
  }
  async edit(space: string, ...changes: object[]): Promise<any> {
    return must(await this.api.post(`/v1/spaces/${space}/content`, { changes }), 200);
  }
  /** Reads the pages of a space in order. */
  async pages(space: string): Promise<any[]> {
    const { pages } = must(await this.api.get(`/v1/spaces/${space}/content/pages`), 200);
    return Promise.all(
      pages.map(async ({ id }: any) =>
        must(await this.api.get(`/v1/spaces/${space}/content/page/${id}?format=markdown`), 200),
      ),
    );
  }
  /** Edits a page, which is found by the beginning of its title. */
  async write(space: string, page: string, fields: object): Promise<void> {
    const { pages } = must(await this.api.get(`/v1/spaces/${space}/content/pages`), 200);
    const { id } = pages.find(({ title }: any) => title.startsWith(page));
    await this.edit(space, { operation: 'update_page', page: id, ...fields });
  }

  async create(space: string, body: object = {}): Promise<any> {
    return must(await this.api.post(this.all, { language: 'es', source: { space, language: 'en' }, ...body }), 201);
  }
  async get(id: string): Promise<any> {
    return must(await this.api.get(`${this.all}/${id}`), 200);
  }
  /** Waits for the end of the run and returns the translation. */
  async ended(id: string, patienceMs?: number): Promise<any> {
    await until(async () => (await this.get(id)).status === 'completed', patienceMs);
    return this.get(id);
  }
  async completed(id: string, patienceMs?: number): Promise<any> {
    const translation = await this.ended(id, patienceMs);
    if (translation.failure !== undefined) throw new Error(JSON.stringify(translation.failure));
    return translation;
  }
  async run(id: string): Promise<any> {
    must(await this.api.post(`${this.all}/${id}/run`), 204);
    return this.completed(id);
  }
  /** Reads the texts that need review. */
  async review(id: string): Promise<any[]> {
    return must(await this.api.get(`${this.all}/${id}/review`), 200).items;
  }
}
