import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { devNull } from 'node:os';

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
  if (!existsSync(dir)) {
    mkdirSync(dir, { recursive: true });
    git(['init', '--bare', '--quiet', '--initial-branch=main', '.']);
  }
  const data = (content: string | Buffer): Buffer => {
    const bytes = Buffer.from(content as string);
    return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
  };
  const parent = (() => {
    if (orphan) return undefined;
    try {
      return git(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
    } catch {
      return undefined;
    }
  })();
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
  return git(['rev-parse', `refs/heads/${branch}`]);
}
