import { FairPool } from '../../application/kernel/fair-pool.ts';
import type { ArchiveFiles, Archives, ArchiveSource } from '../../ports/imports/archives.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import { LIMITS, readZip, type ZipLimits } from './read-zip.ts';
import { writeZip } from './write-zip.ts';

/** Limits on archives that are read at the same time, because each takes memory. */
const READ_LIMITS = {
  work: 'archive imports',
  places: 2,
  perOrganization: 1,
  perUser: 1,
  waiting: { total: 40, perOrganization: 8, perUser: 4 },
  waitMs: 30_000,
};

/** Reads and writes ZIP archives. */
export class ZipArchives implements Archives {
  constructor(
    private readonly limits: ZipLimits = LIMITS,
    private readonly pool = new FairPool(READ_LIMITS),
  ) {}

  write = writeZip;

  async read<T>(
    source: ArchiveSource,
    holder: ResourceConsumer,
    task: (files: ArchiveFiles) => Promise<T>,
  ): Promise<T> {
    return this.pool.run(holder, async () => task(await readZip(source, this.limits)));
  }
}
