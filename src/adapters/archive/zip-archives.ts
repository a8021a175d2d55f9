import { ArchivesBusy, type ArchiveFiles, type Archives, type ArchiveSource } from '../../ports/git/archives.ts';
import { LIMITS, readZip, type ZipLimits } from './read-zip.ts';
import { writeZip } from './write-zip.ts';

/** Archives as ZIP files. */
export class ZipArchives implements Archives {
  #reading = 0;

  /** @param most how many archives are read at the same time */
  constructor(
    private readonly limits: ZipLimits = LIMITS,
    private readonly most = 2,
  ) {}

  write = writeZip;

  async read<T>(source: ArchiveSource, task: (files: ArchiveFiles) => Promise<T>): Promise<T> {
    if (this.#reading >= this.most) throw new ArchivesBusy(this.#reading);
    this.#reading++;
    try {
      return await task(await readZip(source, this.limits));
    } finally {
      this.#reading--;
    }
  }
}
