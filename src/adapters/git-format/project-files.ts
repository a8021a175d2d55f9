import { Invalid } from '../../domain/kernel/errors.ts';
import { directoryOf, resolvePath } from './paths.ts';
import type { Report } from './report.ts';
import type { RepositoryEntry, RepositoryFiles } from '../../ports/git/repository-format.ts';

/** A documented limit of the format: files up to 100 MB. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** How many files are asked for at once. */
const READ_BATCH = 500;

/** The regular files of one project directory, by their paths relative to it. Reports what it leaves out. */
export class ProjectFiles {
  readonly #entries = new Map<string, RepositoryEntry>();
  readonly #links = new Set<string>();
  readonly #directories = new Set<string>(['']);
  #byFoldedPath: ReadonlyMap<string, string> | undefined;

  /** @throws Invalid naming `projectDirectory` when that is no directory of the repository. */
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
  /** Whether a symbolic link or a submodule lies there. */
  isSkipped(path: string): boolean {
    return this.#links.has(path);
  }
  hasDirectory(path: string): boolean {
    return this.#directories.has(path);
  }
  /** All paths, in the order of the listing. */
  paths(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** The file whose path equals this one but for case and Unicode form; of several, the first listed. */
  findIgnoringCase(path: string): string | undefined {
    this.#byFoldedPath ??= new Map(
      this.paths()
        .toReversed()
        .map((known) => [foldPath(known), known]),
    );
    return this.#byFoldedPath.get(foldPath(path));
  }

  /** The file that a link in `fromFile` points to, as `candidatesOf` says. */
  resolveReference(fromFile: string, root: string, reference: string): string | undefined {
    return candidatePaths(fromFile, root, reference).find((path) => this.has(path));
  }

  /** Reads files of the project, in batches; a file over the size limit or that cannot be read is reported and missing. */
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

  /** Whether a file's size is within the limit; reports it otherwise. */
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
 * The paths that a link in `fromFile` may mean, of which it means the first one with a file, as readers' tools resolve it:
 * relative to that file, or to `root` with a leading slash; `%20` and the like decoded when the name is not there as
 * written; query and anchor ignored.
 */
export function candidatePaths(fromFile: string, root: string, reference: string): readonly string[] {
  const base = reference.startsWith('/') ? root : directoryOf(fromFile);
  return spellings(reference).flatMap((spelling) => resolvePath(base, spelling) ?? []);
}

/** A reference as written, without its query and anchor, percent-decoded, in that order. */
function spellings(reference: string): readonly string[] {
  const bare = reference.split(/[?#]/, 1)[0] ?? '';
  return [...new Set([reference, bare, decodePercent(bare)])].filter((spelling) => spelling !== '');
}

/** `text` with `%20` and the like decoded; as it is when that is not valid. */
export function decodePercent(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
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
