import { must, type Person, type World } from '../world.ts';

/** New space with one open change request, and short methods for tests. */
export class Draft {
  private constructor(
    readonly person: Person,
    readonly spaceId: string,
    readonly id: string,
  ) {}

  static async open(world: World, person: Person = world.admin): Promise<Draft> {
    const { id } = await world.space();
    return Draft.on(person, id);
  }
  /** Creates another change request of a space. */
  static async on(person: Person, spaceId: string): Promise<Draft> {
    const { id } = must(await person.api.post(`/v1/spaces/${spaceId}/change-requests`), 201);
    return new Draft(person, spaceId, id);
  }
  /** Creates a space with the content of `changes`. */
  static async merged(world: World, ...changes: readonly object[]): Promise<Draft> {
    const draft = await Draft.open(world);
    await draft.edit(...changes);
    await draft.merge();
    return draft;
  }
  another(): Promise<Draft> {
    return Draft.on(this.person, this.spaceId);
  }

  get space(): string {
    return `/v1/spaces/${this.spaceId}`;
  }
  get path(): string {
    return `${this.space}/change-requests/${this.id}`;
  }
  post(changes: readonly object[], headers?: Record<string, string>) {
    return this.person.api.post(`${this.path}/content?compat=false`, { changes }, headers);
  }
  /** Applies changes; returns the results by title. */
  async edit(...changes: readonly object[]): Promise<any> {
    return must(await this.post(changes), 200);
  }
  /** Applies changes to the primary content of the space. */
  async live(...changes: readonly object[]): Promise<any> {
    return must(await this.person.api.post(`${this.space}/content`, { changes }), 200);
  }
  /** Inserts one page; returns its id. */
  async insert(change: object): Promise<string> {
    const { changes } = await this.edit({ operation: 'insert_page', document: {}, ...change });
    return changes[0].page.id;
  }
  async update(page: string, change: object): Promise<void> {
    await this.edit({ operation: 'update_page', page, ...change });
  }
  async get(below: string): Promise<any> {
    return must(await this.person.api.get(`${this.path}${below}`), 200);
  }
  async inSpace(below: string): Promise<any> {
    return must(await this.person.api.get(`${this.space}${below}`), 200);
  }
  page(id: string): Promise<any> {
    return this.get(`/content/page/${id}?format=markdown`);
  }
  async merge(): Promise<any> {
    return must(await this.person.api.post(`${this.path}/merge`), 200);
  }
  async updated(): Promise<any> {
    return must(await this.person.api.post(`${this.path}/update`), 200);
  }
  async refusedMerge(): Promise<any> {
    return must(await this.person.api.post(`${this.path}/merge`), 409);
  }
  /** Returns the pages as `[slug, [children…]]`. */
  async outline(of = `${this.path}/content`): Promise<unknown[]> {
    const shape = (pages: any[]): unknown[] =>
      pages.map(({ slug, title, pages: below = [] }) =>
        below.length > 0 ? [slug ?? title, shape(below)] : (slug ?? title),
      );
    return shape(must(await this.person.api.get(`${of}/pages`), 200).pages);
  }
}

export const insert = (title: string, more: object = {}): object => ({
  operation: 'insert_page',
  title,
  document: { markdown: `${title} text\n` },
  ...more,
});
