import { percentDecoded } from '../../../domain/kernel/percent-decoded.ts';

/** Number of targets that a sentence names. */
const MAX_NAMED = 5;
const MAX_NAME = 100;

/**
 * Describes links of one page that lead to nothing, each target once. A target is named by as many segments of its path
 * as tell it from the others.
 */
export function describeBrokenTargets(targets: Iterable<string>): string {
  const paths = [...new Set([...targets].map(pathOf))];
  const names = paths.slice(0, MAX_NAMED).map((path) => JSON.stringify(shortName(path, paths)));
  if (paths.length === 1) return `the link to ${names[0]} leads to nothing that is imported`;
  const more = paths.length > MAX_NAMED ? [`${paths.length - MAX_NAMED} more`] : [];
  const [last, ...others] = [...names, ...more].reverse();
  return `${paths.length} links lead to nothing that is imported: ${others.reverse().join(', ')} and ${last}`;
}

/** Returns the path that a target names, decoded and without query and anchor; other targets stay as they are. */
function pathOf(target: string): string {
  const path = target.split(/[?#]/, 1)[0]!;
  const isOther = path === '' || path.startsWith('/') || /^[a-z][a-z0-9+.-]*:/i.test(path);
  return isOther ? target : percentDecoded(path);
}

/** Returns the shortest end of a path, in whole segments, that no other path has. */
function shortName(path: string, paths: readonly string[]): string {
  if (path.startsWith('/') || path.includes('://')) return path.slice(0, MAX_NAME);
  const segments = path.split('/').filter((segment) => segment !== '');
  for (let count = 1; count < segments.length; count++) {
    const end = segments.slice(-count).join('/');
    if (!paths.some((other) => other !== path && (other === end || other.endsWith(`/${end}`))))
      return end.slice(-MAX_NAME);
  }
  return path.slice(-MAX_NAME);
}
