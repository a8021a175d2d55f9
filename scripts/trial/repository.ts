import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { serveGit } from '../../test/unit/adapters/git/git-server.ts';

const MAX_OUTPUT = 1024 ** 3;

/** Served bare repository as seen by Git itself, against which the import is checked. */
export class Repository {
  constructor(
    readonly dir: string,
    readonly url: string,
    private readonly clones: string,
  ) {}

  get name(): string {
    return this.dir.slice(this.dir.lastIndexOf('/') + 1, -'.git'.length);
  }
  get ref(): string {
    return this.#git(['symbolic-ref', 'HEAD']).toString().trim();
  }
  paths(): readonly string[] {
    return this.#git(['ls-tree', '-r', '-z', '--name-only', 'HEAD']).toString().split('\0').filter(Boolean);
  }
  file(path: string): Buffer {
    return this.#git(['cat-file', 'blob', `HEAD:${path}`]);
  }

  /** Lists the changes of the latest commit: added lines, removed lines and path, separated by tabs. */
  changes(): readonly string[] {
    return this.#git(['-c', 'core.quotePath=false', 'diff', '--numstat', '--no-renames', 'HEAD^', 'HEAD'])
      .toString()
      .split('\n')
      .filter(Boolean);
  }

  /** Duration of a clone with a work tree, in seconds. */
  async cloneSeconds(): Promise<number> {
    mkdirSync(this.clones, { recursive: true });
    const target = mkdtempSync(join(this.clones, 'clone-'));
    const begun = performance.now();
    await new Promise<void>((resolve, reject) =>
      spawn('git', ['clone', '--quiet', '--depth=1', this.url, target])
        .on('error', reject)
        .on('close', (code) => (code === 0 ? resolve() : reject(new Error(`git clone ended with ${code}`)))),
    );
    const seconds = (performance.now() - begun) / 1000;
    rmSync(target, { recursive: true, force: true });
    return seconds;
  }

  #git(args: readonly string[]): Buffer {
    return execFileSync('git', ['-C', this.dir, ...args], { maxBuffer: MAX_OUTPUT });
  }
}

/**
 * Serves the repositories of the Git bundles in a folder over HTTP on loopback, and yields them by name.
 * @param work folder for the repositories and their clones
 */
export async function* serveBundles(bundles: string, work: string): AsyncGenerator<Repository> {
  const served = join(work, 'served');
  const server = await serveGit(served);
  try {
    for (const bundle of readdirSync(bundles).sort()) {
      if (!bundle.endsWith('.bundle')) continue;
      const directory = `${basename(bundle, '.bundle')}.git`;
      execFileSync('git', ['clone', '--quiet', '--bare', join(bundles, bundle), join(served, directory)]);
      const url = `http://127.0.0.1:${server.port}/${directory}`;
      yield new Repository(join(served, directory), url, join(work, 'clones'));
    }
  } finally {
    server.close();
  }
}

/** Location of a documentation project and its summary. */
export interface Project {
  /** Empty for the repository's root. */
  readonly directory: string;
  /** Path from the repository's root; undefined if there is none. */
  readonly summary: string | undefined;
}

const SETTINGS = /^(?:\.gitbook\.ya?ml|book\.json|SUMMARY\.md)$/i;
const within = (directory: string, path: string): string => (directory === '' ? path : `${directory}/${path}`);

/** Finds projects: the root if it has settings or a summary, else each folder with a summary. */
export function projectsOf(repository: Repository): readonly Project[] {
  const paths = repository.paths();
  const isRoot = paths.some((path) => SETTINGS.test(path)) || !paths.some((path) => path.endsWith('/SUMMARY.md'));
  if (!isRoot)
    return paths
      .filter((path) => path.endsWith('/SUMMARY.md'))
      .map((summary) => ({ directory: summary.slice(0, summary.lastIndexOf('/')), summary }));
  const known = new Set(paths);
  const root = ['.gitbook.yaml', 'book.json']
    .filter((path) => known.has(path))
    .map((path) => /^\s*"?root"?\s*:\s*"?([^"\s,]+)/m.exec(repository.file(path).toString())?.[1])
    .find((found) => found !== undefined);
  const summary = within((root ?? '').replace(/^\.?\/+|\/+$|^\.$/g, ''), 'SUMMARY.md');
  return [{ directory: '', summary: known.has(summary) ? summary : undefined }];
}

/** Lists the titles of a summary in order, by a simple reading. */
export function titlesOf(summary: string): readonly string[] {
  const titles: string[] = [];
  for (const line of summary.split(/\r?\n/)) {
    const item = /^\s*[*-] \[((?:\\.|[^\]\\])*)\]\(/.exec(line);
    if (item) titles.push(item[1]!.replace(/\\(.)/g, '$1').trim());
  }
  return titles;
}
