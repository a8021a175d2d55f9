import type { Instance } from '../../src/instance.ts';

/** Client of an instance with the rights of its operator. */
export class SizeClient {
  private constructor(
    private readonly instance: Instance,
    readonly organizationId: string,
  ) {}

  static async of(instance: Instance): Promise<SizeClient> {
    const client = new SizeClient(instance, '');
    const { items } = await client.get('/v1/orgs');
    return new SizeClient(instance, items[0].id);
  }

  get(path: string): Promise<any> {
    return this.#call('GET', path);
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
    const response = await fetch(this.instance.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.instance.adminToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}
