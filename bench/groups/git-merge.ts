import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../figures.ts';

/**
 * Measures `git merge` of 10 changed files into a tree of `size` files in which 10 others changed, in milliseconds;
 * returns the median.
 */
export function measureGitMerge(size: number, rounds: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'quire-bench-git-'));
  const git = (...args: string[]): string =>
    execFileSync(
      'git',
      [
        '-c',
        'user.name=bench',
        '-c',
        'user.email=bench@localhost',
        '-c',
        'init.defaultBranch=main',
        '-c',
        'gc.auto=0',
        ...args,
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
    ).toString();
  const write = (i: number, text: string): void => {
    const section = join(folder, `section-${Math.floor(i / 50)}`);
    mkdirSync(section, { recursive: true });
    writeFileSync(join(section, `page-${i}.md`), `# Page ${i}\n\n${text}\n`);
  };
  try {
    git('init', '-q');
    for (let i = 0; i < size; i++) write(i, 'first');
    git('add', '-A');
    git('commit', '-qm', 'all');
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      git('checkout', '-qb', `side-${round}`);
      for (let i = 0; i < 10; i++) write((i * 97 + round) % size, `side ${round}`);
      git('commit', '-qam', 'side');
      git('checkout', '-q', 'main');
      for (let i = 0; i < 10; i++) write((i * 89 + 5000 + round) % size, `main ${round}`);
      git('commit', '-qam', 'main');
      const started = process.hrtime.bigint();
      git('merge', '-q', '--no-edit', `side-${round}`);
      times.push(Number(process.hrtime.bigint() - started) / 1e6);
    }
    return median(times);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
