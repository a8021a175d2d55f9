import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  ENTRY,
  MANIFEST_BYTES,
  parseManifest,
  readEntries,
  readText,
  requireComplete,
  summarySchema,
  type BackupSummary,
} from './backup-archive.ts';

const NEWLINE = 0x0a;

/**
 * Reads a backup to its end and compares everything in it with its digests, without restoring it.
 * @returns the numbers of what it contains
 * @throws Error with one line when the archive is damaged, cut off or no backup
 */
export async function checkBackup(source: Readable): Promise<BackupSummary> {
  const found: BackupSummary = { tables: {}, jobs: 0, blobs: 0 };
  const digests = new Map<string, { readonly hash: Hash; rows: number }>();
  let summary: BackupSummary | undefined;
  let isFirst = true;
  for await (const entry of readEntries(source)) {
    const [kind, name = ''] = entry.name.split('/');
    if (isFirst) {
      for (const table of (await parseManifest(entry)).tables)
        digests.set(table.name, { hash: createHash('sha256'), rows: 0 });
      isFirst = false;
    } else if (kind === 'tables') {
      const table = digests.get(name);
      if (table === undefined) throw new Error(`the archive has rows of an unknown table: ${name}`);
      for await (const chunk of entry.content) {
        table.hash.update(chunk);
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) table.rows++;
      }
    } else if (kind === 'blobs') {
      const digest = createHash('sha256');
      for await (const chunk of entry.content) digest.update(chunk);
      if (digest.digest('hex') !== name) throw new Error(`the archive is damaged: the file ${name} has another hash`);
      found.blobs++;
    } else if (entry.name === ENTRY.jobs) {
      found.jobs = (JSON.parse(await readText(entry, entry.size)) as unknown[]).length;
    } else if (entry.name === ENTRY.summary) {
      summary = summarySchema.parse(JSON.parse(await readText(entry, MANIFEST_BYTES)));
    } else throw new Error(`the archive has an unknown entry: ${entry.name}`);
  }
  for (const [name, { hash, rows }] of digests) found.tables[name] = { rows, sha256: hash.digest('hex') };
  requireComplete(summary, found);
  return found;
}
