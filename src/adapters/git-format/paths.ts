/**
 * Resolves `relative` against the directory `base` ('' is the root), both with `/` between segments; leading slashes
 * are ignored. Returns null if the result is outside of the root.
 */
export function resolvePath(base: string, relative: string): string | null {
  const segments = base === '' ? [] : base.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}

/** Returns the directory of a path; '' at the root. */
export const directoryOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Returns the last segment of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

/** Reports whether a path is that of a Markdown file with components, which is no page of this format. */
export const isMdx = (path: string): boolean => /\.mdx$/i.test(path);

/** Converts a file path into a page path: `x/y.md` → `x/y`, `x/README.md` → `x`, `README.md` → ''. */
export function pagePathOf(path: string): string {
  return /^readme\.md$/i.test(nameOf(path)) ? directoryOf(path) : path.replace(/\.(?:md|markdown)$/i, '');
}

/** Compares names in natural order: ignores case, compares digits by value; ties by code unit. */
export function compareNaturally(a: string, b: string): number {
  const left = chunks(a);
  const right = chunks(b);
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareChunks(left[index] ?? '', right[index] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length || (a < b ? -1 : Number(a > b));
}

const chunks = (text: string): readonly string[] => text.toLowerCase().match(/\d+|\D+/g) ?? [];
const isDigits = (text: string): boolean => text.charCodeAt(0) >= 48 && text.charCodeAt(0) <= 57;

function compareChunks(a: string, b: string): number {
  if (isDigits(a) && isDigits(b)) {
    const left = a.replace(/^0+/, '');
    const right = b.replace(/^0+/, '');
    if (left.length !== right.length) return left.length - right.length;
    return left < right ? -1 : Number(left > right);
  }
  return a < b ? -1 : Number(a > b);
}

/** Returns the path of a file in the folder for files that are not pages. */
export const hiddenPath = (root: string, name: string): string =>
  root === '' ? `.gitbook/${name}` : `${root}/.gitbook/${name}`;
