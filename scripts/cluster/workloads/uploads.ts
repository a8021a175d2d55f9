import { createHash, randomBytes } from 'node:crypto';
import type { Answer } from '../../../test/support/world.ts';
import { SpaceSeries } from './space-series.ts';
import { listAll, notOnce, require, type Workload, type WorkloadContext } from './workload.ts';

const MIN_BYTES = 1_000;
const MAX_BYTES = 300_000;
const FILES_OF_A_SPACE = 100;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Uploads bytes of an organization. @returns the key of the upload */
export async function upload(
  { client, organizationId }: WorkloadContext,
  bytes: Uint8Array,
  { name, kind, type }: { readonly name: string; readonly kind: string; readonly type: string },
): Promise<string> {
  const file = { name, type, size: bytes.byteLength };
  const all = `/v1/orgs/${organizationId}/storage/upload`;
  const { url, key } = require('an upload', await client.post(all, { file, kind }), 201);
  const { pathname } = new URL(url);
  const stored = await client.repeat(async (node): Promise<Answer> => {
    const response = await fetch(node + pathname, { method: 'PUT', headers: { 'content-type': type }, body: bytes });
    return { status: response.status, headers: response.headers, body: await response.text() };
  });
  require('the bytes of an upload', stored, 200);
  return key;
}

/** Uploads files into spaces of its own. */
export class UploadedFiles implements Workload {
  readonly #spaces: SpaceSeries;
  readonly #digests = new Map<string, string>();
  #last = 0;

  constructor(private readonly context: WorkloadContext) {
    this.#spaces = new SpaceSeries(context, `Files of ${context.name}`, FILES_OF_A_SPACE);
  }

  async step(): Promise<void> {
    const { client, random, name } = this.context;
    const spaceId = await this.#spaces.next();
    const bytes = randomBytes(MIN_BYTES + random.below(MAX_BYTES - MIN_BYTES));
    const file = `${name} ${(this.#last += 1)}.bin`;
    const type = 'application/octet-stream';
    const key = await upload(this.context, bytes, { name: file, kind: 'organization_file', type });
    const changes = [{ operation: 'insert_files', files: [{ name: file, key }] }];
    require('an edit', await client.post(`/v1/spaces/${spaceId}/content`, { changes }), 200);
    this.#spaces.add(spaceId, file);
    this.#digests.set(file, sha256(bytes));
  }

  async check(): Promise<string[]> {
    const wrong: string[] = [];
    for (const [spaceId, names] of this.#spaces.expected) {
      const files = await listAll(this.context, `/v1/spaces/${spaceId}/content/files`);
      const found = files.map(({ name }) => name as string);
      wrong.push(...notOnce('the file', names, found));
      for (const { name, downloadURL } of files) {
        const response = await fetch(downloadURL);
        const bytes = Buffer.from(await response.arrayBuffer());
        if (response.status !== 200 || sha256(bytes) !== this.#digests.get(name))
          wrong.push(`the file ${name} is answered with ${response.status} and ${bytes.length} bytes of another hash`);
      }
    }
    return wrong;
  }
}
