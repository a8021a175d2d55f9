/**
 * Resolves `relative` against the directory `base` ('' is the top), both with `/` between segments; a leading slash
 * does not matter. Answers null when the result would lie above the top.
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

/** The directory a path lies in; '' at the top. */
export const directoryOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The last segment of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

/** `x/y.md` → `x/y`, `x/README.md` → `x`, `README.md` → ''. */
export function pagePathOf(path: string): string {
  return /^readme\.md$/i.test(nameOf(path)) ? directoryOf(path) : path.replace(/\.(?:md|markdown)$/i, '');
}

/** Orders names as people do: without regard to case, runs of digits by their value; ties bytewise. */
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

/** A file of the folder that holds what is no page. */
export const hiddenPath = (root: string, name: string): string =>
  root === '' ? `.gitbook/${name}` : `${root}/.gitbook/${name}`;
