import { findUnsafePathReason } from '../../../domain/git/repository-address.ts';
import type { File, Page, ReusableContent } from '../../../domain/content/page.ts';
import { joinPath } from '../../../domain/git/repository-address.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { GitError } from '../../../ports/git/git-repositories.ts';
import type { Slugify } from '../../../ports/kernel/slugify.ts';
import { directoryOf, nameOf, pagePathOf } from '../paths.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { ProjectSettings } from '../project-settings.ts';

const URL_SAFE_NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;
const MAX_NAME_BYTES = 200;

/** Assigns paths to content without a file, in the style of its neighbors and never to an existing file. */
export class PathAllocator {
  readonly #reserved = new Set<string>();
  /** First number that may be free, by the path without a number: paths are reserved and never given back. */
  readonly #next = new Map<string, number>();

  constructor(
    private readonly project: ProjectFiles,
    private readonly settings: ProjectSettings,
    private readonly slugify: Slugify,
    /** Files that are removed, whose paths are free. */
    private readonly removed: ReadonlySet<string>,
  ) {}

  /**
   * Reports whether a file can be created at a path: neither the path nor its parents exist as files, in any case of
   * letters.
   */
  isFree(path: string): boolean {
    if (this.#reserved.has(foldPath(path)) || this.project.hasDirectory(path)) return false;
    if (this.project.isSkipped(path)) return false;
    const existing = this.project.has(path) ? path : this.project.findIgnoringCase(path);
    if (existing !== undefined && !this.removed.has(existing)) return false;
    return this.#canContain(directoryOf(path)) && findUnsafePathReason(path) === undefined;
  }

  reserve(path: string): string {
    this.#reserved.add(foldPath(path));
    return path;
  }

  /** Assigns paths to new pages, given the paths of all others. */
  assignPages(all: readonly Page[], newPages: ReadonlySet<Id>, paths: Map<Id, string>): void {
    const byId = new Map(all.map((page) => [page.id, page]));
    const families = new Map<Id | null, Page[]>();
    for (const page of all) {
      const family = families.get(page.parent);
      if (family) family.push(page);
      else families.set(page.parent, [page]);
    }
    const home = all.find(({ type }) => type === 'document');
    for (const page of all) {
      if (!newPages.has(page.id) || paths.has(page.id)) continue;
      const folder = this.#folderOf(
        page.parent === null ? undefined : byId.get(page.parent),
        families.get(page.parent) ?? [],
        paths,
      );
      const isHome =
        page === home &&
        (page.parent === null || byId.get(page.parent)?.type === 'group') &&
        this.isFree(this.settings.readme);
      paths.set(
        page.id,
        isHome
          ? this.reserve(this.settings.readme)
          : this.#reservePage(folder, this.#segment(page), families.has(page.id)),
      );
    }
  }

  filePath({ name }: File): string {
    const clean = truncateName(
      name
        .replace(/[\u0000-\u001f\u007f-\u009f/\\]+/g, ' ')
        .toWellFormed()
        .replaceAll('\ufffd', '')
        .trim(),
    );
    const usable = findUnsafePathReason(clean) === undefined ? clean : 'file';
    const dot = usable.lastIndexOf('.');
    const [stem, end] = dot > 0 ? [usable.slice(0, dot), usable.slice(dot)] : [usable, ''];
    const folder = this.#sharedFolder('assets');
    return this.#reserveFree((number) => `${folder}/${stem}${number === 0 ? '' : ` (${number})`}${end}`);
  }

  reusableContentPath({ title }: ReusableContent): string {
    const stem = this.slugify(title) || 'content';
    const folder = this.#sharedFolder('includes');
    return this.#reserveFree((number) => `${folder}/${stem}${number === 0 ? '' : `-${number}`}.md`);
  }

  /** Returns the folder of a page's siblings if they agree on one other than that of the parent. */
  #folderOf(parent: Page | undefined, siblings: readonly Page[], placed: ReadonlyMap<Id, string>): string {
    const parentFolder = this.#childFolder(parent, parent && placed.get(parent.id));
    const folders = new Set<string>();
    for (const { id } of siblings) {
      const path = placed.get(id);
      if (path !== undefined)
        folders.add(path === this.settings.readme ? this.settings.root : directoryOf(pagePathOf(path)));
    }
    const [only] = folders;
    return folders.size === 1 && only !== undefined ? only : parentFolder;
  }

  #childFolder(parent: Page | undefined, path: string | undefined): string {
    const { root, readme } = this.settings;
    if (parent === undefined) return root;
    if (path === undefined) return joinPath(root, this.#segment(parent));
    return path === readme ? joinPath(root, 'readme') : pagePathOf(path);
  }

  #segment({ slug = '', title }: Page): string {
    const lower = slug.toLowerCase();
    return URL_SAFE_NAME.test(lower) && !/\.md$|^readme$/.test(lower)
      ? lower
      : this.slugify(title) || this.slugify(slug) || 'page';
  }

  #reservePage(preferredFolder: string, segment: string, hasChildren: boolean): string {
    let folder = preferredFolder;
    while (!this.#canContain(folder)) folder = directoryOf(folder);
    return this.#reserveFree((number) => {
      const name = number === 0 ? segment : `${segment}-${number}`;
      return joinPath(folder, hasChildren ? `${name}/README.md` : `${name}.md`);
    });
  }

  /** @throws GitError when the repository has a file in the place of the folder */
  #sharedFolder(name: string): string {
    const folder = joinPath(this.settings.root, `.gitbook/${name}`);
    if (this.#canContain(folder)) return folder;
    throw new GitError(
      'GIT_REFUSED',
      `the export cannot write to the folder ${JSON.stringify(folder)}, because the repository has a file, a symbolic link or a submodule in its place`,
    );
  }

  /** Reports whether files can be created in a folder: neither it nor one above it exists as a file. */
  #canContain(folder: string): boolean {
    for (let path = folder; path !== ''; path = directoryOf(path))
      if (this.project.has(path) || this.project.isSkipped(path) || this.#reserved.has(foldPath(path))) return false;
    return true;
  }

  /** Reserves the first free candidate; the folder of the candidates must be able to contain files. */
  #reserveFree(candidate: (number: number) => string): string {
    const first = foldPath(candidate(0));
    let number = this.#next.get(first) ?? 0;
    while (!this.isFree(candidate(number))) number++;
    this.#next.set(first, number);
    return this.reserve(candidate(number));
  }
}

const foldPath = (path: string): string => path.normalize('NFC').toLowerCase();

/** Truncates a name to the maximum number of bytes and keeps its extension. */
function truncateName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const end = /\.[^.]{1,16}$/.exec(nameOf(name))?.[0] ?? '';
  let stem = name.slice(0, name.length - end.length);
  while (Buffer.byteLength(stem + end) > MAX_NAME_BYTES) stem = stem.slice(0, -1);
  return stem.toWellFormed().replaceAll('\ufffd', '') + end;
}
