import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';

const ENV = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull };

/** File of a commit: its text or bytes, or another kind of Git entry. */
export type CommitFile = string | Buffer | { readonly symlink: string } | { readonly submodule: string };

/**
 * Commits exactly these files to a branch of a bare repository, which is created if needed, in one run of Git; an
 * orphan replaces the history. Returns the commit.
 */
export function commitProject(
  dir: string,
  files: Readonly<Record<string, CommitFile>>,
  { message = 'Write', branch = 'main', orphan = false }: { message?: string; branch?: string; orphan?: boolean } = {},
): string {
  const git = (args: readonly string[], input: Buffer | string = '') =>
    execFileSync('git', ['-C', dir, ...args], {
      env: ENV,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    }).trim();
  if (!existsSync(dir)) createRepository(dir);
  /** Git is asked only when the reference is packed: each start of it takes as long as the commit. */
  const tip = (): string | undefined => {
    const loose = join(dir, 'refs/heads', branch);
    if (existsSync(loose)) return readFileSync(loose, 'utf8').trim();
    if (!existsSync(join(dir, 'packed-refs'))) return undefined;
    try {
      return git(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
    } catch {
      return undefined;
    }
  };
  const data = (content: string | Buffer): Buffer => {
    const bytes = Buffer.from(content as string);
    return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
  };
  const parent = orphan ? undefined : tip();
  const head = `commit refs/heads/${branch}\nauthor Ann Author <ann@example.org> 1709200800 +0000\ncommitter Ann Author <ann@example.org> 1709200800 +0000\n`;
  const parts: Buffer[] = [
    Buffer.from(head),
    data(message),
    Buffer.from(`${parent === undefined ? '' : `from ${parent}\n`}deleteall\n`),
  ];
  for (const [path, content] of Object.entries(files)) {
    const quoted = `"${path.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;
    if (typeof content === 'object' && 'submodule' in content)
      parts.push(Buffer.from(`M 160000 ${content.submodule} ${quoted}\n`));
    else {
      const isLink = typeof content === 'object' && 'symlink' in content;
      parts.push(
        Buffer.from(`M ${isLink ? '120000' : '100644'} inline ${quoted}\n`),
        data(isLink ? content.symlink : content),
      );
    }
  }
  git(['fast-import', '--quiet', '--force'], Buffer.concat(parts));
  return tip()!;
}

/** Creates the files of an empty bare repository, as `git init --bare` does. */
function createRepository(dir: string): void {
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags'])
    mkdirSync(join(dir, folder), { recursive: true });
  writeFileSync(join(dir, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(dir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n');
}
