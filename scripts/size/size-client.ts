import type { Instance } from '../../src/instance.ts';

/** Number of requests that are under way while access is given. */
const CONCURRENT = 8;

/** Client of the first organization of an instance. */
export class SizeClient {
  private constructor(
    private readonly url: string,
    private readonly token: string,
    readonly organizationId: string,
  ) {}

  /** Creates a client with the rights of the operator. */
  static async of({ url, adminToken }: Instance): Promise<SizeClient> {
    const { items } = await new SizeClient(url, adminToken, '').get('/v1/orgs');
    return new SizeClient(url, adminToken, items[0].id);
  }

  /** Creates a guest who may read the spaces because a team may. */
  async memberOfTeam(spaceIds: readonly string[]): Promise<SizeClient> {
    const guest = { email: 'guest@example.com', displayName: 'Guest' };
    const { id } = await this.#call('POST', '/v1/instance/users', guest);
    await this.#call('PUT', `/v1/instance/orgs/${this.organizationId}/members/${id}`, { role: null });
    const team = await this.#call('PUT', `/v1/orgs/${this.organizationId}/teams`, { title: 'Readers', members: [id] });
    const access = { role: 'read', teams: [team.id] };
    const left = spaceIds.values();
    const give = async (): Promise<void> => {
      for (const spaceId of left) await this.#call('POST', `/v1/spaces/${spaceId}/permissions`, access);
    };
    await Promise.all(Array.from({ length: CONCURRENT }, give));
    const { token } = await this.#call('POST', `/v1/instance/users/${id}/tokens`, { name: 'size' });
    return new SizeClient(this.url, token, this.organizationId);
  }

  get(path: string): Promise<any> {
    return this.#call('GET', path);
  }

  /** Changes the live content of a space. */
  change(spaceId: string, ...changes: readonly object[]): Promise<any> {
    return this.#call('POST', `/v1/spaces/${spaceId}/content`, { changes });
  }

  /** Changes a page in a change request and merges it. @returns the time of the merge in milliseconds */
  async timeOfMerge(spaceId: string, pageId: string, number: number): Promise<number> {
    const requests = `/v1/spaces/${spaceId}/change-requests`;
    const { id } = await this.#call('POST', requests, { subject: `Change ${number}` });
    await this.#call('POST', `${requests}/${id}/content`, {
      changes: [
        { operation: 'update_page', page: pageId, document: { markdown: `# Changed\n\nFor the time ${number}.\n` } },
      ],
    });
    const from = performance.now();
    await this.#call('POST', `${requests}/${id}/merge`);
    return performance.now() - from;
  }

  async #call(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}
