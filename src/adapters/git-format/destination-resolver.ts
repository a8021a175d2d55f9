import { isMarkdown, nameOf, resolvePath } from './paths.ts';
import { percentDecoded } from '../../domain/kernel/percent-decoded.ts';
import type { DeletedTarget, PageIdTarget } from '../../ports/git/repository-format.ts';
import type { ProjectFiles } from './project-files.ts';

/** Target of a destination in a summary or a redirect. */
export type LinkDestination =
  | { readonly kind: 'page'; readonly path: string; readonly anchor?: string; readonly repaired: boolean }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'space'; readonly space: string; readonly path?: string }
  | PageIdTarget
  /** Resolves to `path`, where no file exists. */
  | { readonly kind: 'missing'; readonly path: string; readonly skipped: boolean }
  | { readonly kind: 'outside' }
  | { readonly kind: 'broken'; readonly why: string; readonly deleted?: DeletedTarget }
  | { readonly kind: 'empty' };

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const SAFE_URL = /^(?:https?:\/\/[^/\s]|mailto:[^\s]|tel:[^\s])/i;
const SPACE_URL = /^https:\/\/app\.gitbook\.com\/(?:o\/[^/?#]+\/)?s\/([^/?#]+)(?:\/([^?#]*))?/i;
const BROKEN_REFERENCE = /^(?:\.{0,2}\/)*(?:broken\/(?:pages|files|spaces)\/|broken-reference(?:[/#?]|$))/;

const DELETED_TARGET = /^\/broken\/(page|file)s\/([0-9A-Za-z]{20})(?:#(.+))?$/s;
const PAGE_ID = /^(?:\/spaces\/([0-9A-Za-z]{20}))?\/pages\/([0-9A-Za-z]{20})(?:#(.+))?$/s;

/** Resolves destinations within a project. */
export class DestinationResolver {
  readonly #bases: readonly string[];

  /** Relative paths are tried from each of `bases` in order; absolute paths start at the last one, the content root. */
  constructor(
    private readonly project: ProjectFiles,
    bases: readonly string[],
    private readonly readmeName: string,
  ) {
    this.#bases = [...new Set(bases)];
  }

  find(written: string): LinkDestination {
    const destination = written.trim();
    if (destination === '') return { kind: 'empty' };
    const existing = this.#findFile(destination);
    if (existing) return existing;
    if (BROKEN_REFERENCE.test(destination))
      return {
        kind: 'broken',
        why: 'a reference to something that no longer exists',
        ...parseDeletedTarget(destination),
      };
    const named = parsePageId(destination);
    if (named) return named;
    if (destination.startsWith('//')) return this.find(`https:${destination}`);
    if (SCHEME.test(destination)) return urlDestination(destination);
    const [path = '', anchor] = splitOnce(destination, '#');
    if (path === '') return { kind: 'broken', why: 'an anchor without a page' };
    const found = this.#findFile(path);
    if (found) return found.kind === 'page' && anchor ? { ...found, anchor } : found;
    const missing = this.#candidates(path)[0];
    return missing === undefined
      ? { kind: 'outside' }
      : { kind: 'missing', path: missing, skipped: this.project.isSkipped(missing) };
  }

  #findFile(destination: string): Extract<LinkDestination, { kind: 'page' | 'file' }> | undefined {
    for (const path of this.#candidates(destination)) {
      for (const candidate of [path, ...this.#readmesIn(path)]) {
        if (this.project.has(candidate)) return fileDestination(candidate, false);
      }
    }
    for (const path of this.#candidates(destination.replaceAll('\\', '/'))) {
      for (const candidate of [path, `${path}.md`, ...this.#readmesIn(path)]) {
        const found = this.project.has(candidate) ? candidate : this.project.findIgnoringCase(candidate);
        if (found !== undefined) return fileDestination(found, true);
      }
    }
    return undefined;
  }

  /** Lists the paths in the project that a destination may mean, as written first, then percent-decoded. */
  #candidates(destination: string): readonly string[] {
    const bases = destination.startsWith('/') ? this.#bases.slice(-1) : this.#bases;
    return [...new Set([destination, percentDecoded(destination)])]
      .flatMap((spelling) => bases.map((base) => resolvePath(base, spelling)))
      .filter((path) => path !== null);
  }

  #readmesIn(path: string): readonly string[] {
    if (!this.project.hasDirectory(path)) return [];
    const prefix = path === '' ? '' : `${path}/`;
    return [...new Set([`${prefix}README.md`, `${prefix}${this.readmeName}`])];
  }
}

const fileDestination = (path: string, repaired: boolean): Extract<LinkDestination, { kind: 'page' | 'file' }> =>
  isMarkdown(nameOf(path)) ? { kind: 'page', path, repaired } : { kind: 'file', path };

/** Converts a destination with a scheme: a URL that browsers may open, or a rejected one. */
function urlDestination(url: string): LinkDestination {
  if (!SAFE_URL.test(url)) return { kind: 'broken', why: 'not an address that a reader may follow' };
  const [, space, path] = SPACE_URL.exec(url) ?? [];
  if (space === undefined) return { kind: 'url', url };
  return { kind: 'space', space, ...(path ? { path } : {}) };
}

/** Returns the destination of a link to a page or a file that was deleted. */
export const formatDeletedTarget = ({ item, id, anchor }: Omit<DeletedTarget, 'kind'>): string =>
  `/broken/${item}s/${id}${anchor === undefined ? '' : `#${anchor}`}`;

function parseDeletedTarget(destination: string): { readonly deleted?: DeletedTarget } {
  const [, item, id, anchor] = DELETED_TARGET.exec(destination) ?? [];
  if ((item !== 'page' && item !== 'file') || id === undefined) return {};
  return { deleted: { kind: 'deleted', item, id, ...(anchor !== undefined && { anchor }) } };
}

/** Returns the destination of a link to a page that has no file in the repository. */
export const formatPageId = ({ page, space, anchor }: Omit<PageIdTarget, 'kind'>): string =>
  `${space === undefined ? '' : `/spaces/${space}`}/pages/${page}${anchor === undefined ? '' : `#${anchor}`}`;

function parsePageId(destination: string): PageIdTarget | undefined {
  const [, space, page, anchor] = PAGE_ID.exec(destination) ?? [];
  if (page === undefined) return undefined;
  return { kind: 'page-id', page, ...(space !== undefined && { space }), ...(anchor !== undefined && { anchor }) };
}

function splitOnce(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
