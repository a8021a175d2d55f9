import { expect } from 'chai';
import { send, type RawResponse } from '../http-server.ts';
import { must, type Person, type World } from '../world.ts';

/** Uploads files to one organization like a program. */
export class Uploads {
  constructor(readonly world: World) {}

  async announce(
    bytes: Uint8Array | string | number,
    {
      type = 'text/plain',
      by = this.world.admin,
      kind = 'organization_file',
    }: { type?: string; by?: Person; kind?: string } = {},
  ): Promise<{ url: string; key: string }> {
    const size = typeof bytes === 'number' ? bytes : Buffer.byteLength(bytes);
    return must(
      await by.api.post(`/v1/orgs/${this.world.organizationId}/storage/upload`, {
        file: { name: 'a file', type, size },
        kind,
      }),
      201,
    );
  }
  send(url: string, body: Uint8Array | string, headers: Record<string, string> = {}): Promise<RawResponse> {
    const { origin, pathname } = new URL(url);
    return send(origin, {
      method: 'PUT',
      path: pathname,
      body,
      headers: { 'content-type': 'text/plain', 'content-length': String(Buffer.byteLength(body)), ...headers },
    });
  }
  /** Uploads bytes and returns their key. */
  async sent(bytes: Uint8Array | string): Promise<string> {
    const { url, key } = await this.announce(bytes);
    const { status, text } = await this.send(url, bytes);
    expect(status, text).to.equal(200);
    return key;
  }
  async space(): Promise<string> {
    return (await this.world.space()).id;
  }
  edit(spaceId: string, changes: readonly object[], by = this.world.admin) {
    return by.api.post(`/v1/spaces/${spaceId}/content`, { changes });
  }
  async insert(spaceId: string, file: object): Promise<any> {
    const { insertedFiles } = must(await this.edit(spaceId, [{ operation: 'insert_files', files: [file] }]), 200);
    return insertedFiles[0];
  }
}

/** Downloads the content of a link. */
export const download = async (url: string): Promise<Buffer> => {
  const answer = await fetch(url);
  expect(answer.status).to.equal(200);
  return Buffer.from(await answer.arrayBuffer());
};
