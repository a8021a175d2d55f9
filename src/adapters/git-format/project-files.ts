import { Invalid } from '../../domain/kernel/errors.ts';
import { percentDecoded } from '../../domain/kernel/percent-decoded.ts';
import { directoryOf, resolvePath } from './paths.ts';
import type { Report } from './report.ts';
import type { RepositoryEntry, RepositoryFiles } from '../../ports/git/repository-format.ts';

/** Documented limit of the format: files up to 100 MB. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** Number of files per read. */
const READ_BATCH = 500;

/** Regular files of a project directory by relative path; reports files that are left out. */
export class ProjectFiles {
  readonly #entries = new Map<string, RepositoryEntry>();
  readonly #links = new Set<string>();
  readonly #directories = new Set<string>(['']);
  #byFoldedPath: ReadonlyMap<string, string> | undefined;

  /** @throws Invalid on `projectDirectory` when it is not a directory of the repository */
  constructor(
    private readonly files: RepositoryFiles,
    projectDirectory: string,
    private readonly report: Report,
  ) {
    const directory = normalizeProjectDirectory(projectDirectory);
    const prefix = directory === '' ? '' : `${directory}/`;
    for (const entry of files.list())
      if (entry.path.startsWith(prefix)) this.#add(entry, entry.path.slice(prefix.length));
    if (directory !== '' && this.#entries.size === 0) {
      throw Invalid.field('projectDirectory', `the repository has no files in ${JSON.stringify(directory)}`);
    }
  }

  get(path: string): RepositoryEntry | undefined {
    return this.#entries.get(path);
  }
  has(path: string): boolean {
    return this.#entries.has(path);
  }
  /** Reports whether a symbolic link or a submodule is at this path. */
  isSkipped(path: string): boolean {
    return this.#links.has(path);
  }
  hasDirectory(path: string): boolean {
    return this.#directories.has(path);
  }
  /** Lists all paths in repository order. */
  paths(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Finds the first file whose path is equal except for case and Unicode normalization. */
  findIgnoringCase(path: string): string | undefined {
    this.#byFoldedPath ??= new Map(
      this.paths()
        .toReversed()
        .map((known) => [foldPath(known), known]),
    );
    return this.#byFoldedPath.get(foldPath(path));
  }

  /** Resolves a link in `fromFile` to a file, in the order of `candidatePaths`. */
  resolveReference(fromFile: string, root: string, reference: string): string | undefined {
    return candidatePaths(fromFile, root, reference).find((path) => this.has(path));
  }

  /** Reads files in batches; files that are too large or unreadable are reported and left out. */
  async read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const readable = [...new Set(paths)].filter((path) => this.#isReadable(path));
    const bytes = new Map<string, Uint8Array>();
    for (let start = 0; start < readable.length; start += READ_BATCH) {
      const batch = readable
        .slice(start, start + READ_BATCH)
        .map((path) => ({ path, source: this.get(path)?.path ?? path }));
      const answer = await this.files.read(batch.map(({ source }) => source));
      for (const { path, source } of batch) {
        const content = answer.get(source);
        if (content) bytes.set(path, content);
        else this.report.warn('file-unreadable', path, 'the file could not be read');
      }
    }
    return bytes;
  }

  /** Reports whether a file's size is within the limit; adds a warning otherwise. */
  isWithinLimit(path: string, size: number): boolean {
    if (size <= MAX_FILE_BYTES) return true;
    this.report.warn('file-too-large', path, `the file has ${size} bytes, more than the limit of ${MAX_FILE_BYTES}`);
    return false;
  }

  #isReadable(path: string): boolean {
    const entry = this.get(path);
    return entry !== undefined && this.isWithinLimit(path, entry.size);
  }

  #add(entry: RepositoryEntry, path: string): void {
    if (!isSafePath(path)) return this.report.warn('path-refused', path, 'the path is not allowed in a Git checkout');
    if (entry.kind === 'symlink') this.report.warn('symlink-skipped', path, 'symbolic links are not followed');
    if (entry.kind === 'submodule') this.report.warn('submodule-skipped', path, 'submodules are not imported');
    if (entry.kind !== 'file') return void this.#links.add(path);
    this.#entries.set(path, entry);
    for (let directory = directoryOf(path); !this.#directories.has(directory); directory = directoryOf(directory)) {
      this.#directories.add(directory);
    }
  }
}

/**
 * Lists the paths that a link in `fromFile` may mean, as other tools resolve it: relative to the file, or to `root`
 * with a leading slash; percent-decoded if the name does not exist as written; without query and anchor. The first
 * existing file counts.
 */
export function candidatePaths(fromFile: string, root: string, reference: string): readonly string[] {
  const base = reference.startsWith('/') ? root : directoryOf(fromFile);
  return spellings(reference).flatMap((spelling) => resolvePath(base, spelling) ?? []);
}

/** Returns a reference as written, without query and anchor, and percent-decoded, in that order. */
function spellings(reference: string): readonly string[] {
  const bare = reference.split(/[?#]/, 1)[0] ?? '';
  return [...new Set([reference, bare, percentDecoded(bare)])].filter((spelling) => spelling !== '');
}

const foldPath = (path: string): string => path.normalize('NFC').toLowerCase();

const isSafePath = (path: string): boolean =>
  !path.includes('\0') &&
  path.split('/').every((segment) => !['', '.', '..'].includes(segment) && segment.toLowerCase() !== '.git');

function normalizeProjectDirectory(directory: string): string {
  const segments = directory.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..') || directory.includes('\0'))
    throw Invalid.field('projectDirectory', 'must be inside the repository');
  return segments.join('/');
}
