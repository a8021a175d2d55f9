import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'mocha';
import { atTheEnd, temporaryFolder } from './backends.ts';

/** File system in memory of a given size, which a test fills. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Mounts a file system; the test is skipped where that is not possible. */
  static mount(test: Context, megabytes: number): SmallDisk {
    const folder = join(temporaryFolder(), 'disk');
    mkdirSync(folder);
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'none', folder];
    if (!isRoot || spawnSync('mount', options).status !== 0) {
      test.test!.title += ' (no file system can be mounted here: it takes root on Linux)';
      test.skip();
    }
    atTheEnd(() => {
      spawnSync('umount', ['--lazy', folder]);
    });
    return new SmallDisk(folder);
  }

  /** Takes all the space that is left, but some. */
  fill(leftBytes = 0): void {
    const free = this.#freeBytes() - leftBytes;
    if (free > 0) writeFileSync(this.#filler, Buffer.alloc(free));
  }
  /** Gives the space back that `fill` took. */
  empty(): void {
    rmSync(this.#filler, { force: true });
  }

  /** Makes the file system read-only, or writable again. */
  protect(isReadOnly: boolean): void {
    const { status, stderr } = spawnSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, this.folder], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the file system cannot be mounted again: ${stderr}`);
  }

  get #filler(): string {
    return join(this.folder, 'filler');
  }
  #freeBytes(): number {
    const { stdout } = spawnSync('df', ['--output=avail', '-B1', this.folder], { encoding: 'utf8' });
    return Number(stdout.trim().split('\n').at(-1));
  }
}
