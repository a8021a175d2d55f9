import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'mocha';

/** Content of a PDF file as read by an independent program. */
export interface Poppler {
  /** Text of each sheet. */
  readonly sheets: readonly string[];
  readonly fonts: readonly {
    readonly name: string;
    readonly embedded: boolean;
    readonly subset: boolean;
    readonly unicode: boolean;
  }[];
}

/** Reads with the tools of Poppler. Without them the test is skipped, except where CI is set. */
export function readWithPoppler(test: Context, bytes: Buffer): Poppler {
  if (spawnSync('pdftotext', ['-v']).error !== undefined) {
    if (process.env['CI'] !== undefined)
      throw new Error('pdftotext is not installed: the package poppler-utils has it');
    test.test!.title += ' (left out: pdftotext is not installed)';
    test.skip();
  }
  const folder = mkdtempSync(join(tmpdir(), 'quire-pdf-'));
  try {
    const file = join(folder, 'file.pdf');
    writeFileSync(file, bytes);
    const run = (command: string, ...args: string[]): string =>
      execFileSync(command, args, { maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
    const rows = run('pdffonts', file)
      .split('\n')
      .slice(2)
      .filter((row) => row !== '');
    return {
      sheets: run('pdftotext', '-enc', 'UTF-8', file, '-').split('\f').slice(0, -1),
      fonts: rows.map((row) => {
        const [, name = '', embedded, subset, unicode] =
          /^(\S*).*\s(yes|no)\s+(yes|no)\s+(yes|no)\s+\d+\s+\d+\s*$/.exec(row) ?? [];
        return { name, embedded: embedded === 'yes', subset: subset === 'yes', unicode: unicode === 'yes' };
      }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
