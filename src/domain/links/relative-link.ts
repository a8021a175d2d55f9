/** Formats the link from one file to another in Markdown. */
export const relativeLink = (from: string, to: string): string => encodePath(relativePath(from, to));

/** Returns the relative path from one file to another. */
export function relativePath(from: string, to: string): string {
  const start = from
    .slice(0, from.lastIndexOf('/') + 1)
    .split('/')
    .filter(Boolean);
  const target = to.split('/');
  let shared = 0;
  while (shared < start.length && shared < target.length - 1 && start[shared] === target[shared]) shared++;
  return [...start.slice(shared).map(() => '..'), ...target.slice(shared)].join('/');
}

/** Percent-encodes characters with a meaning in Markdown or HTML; letters of any script stay. */
const encodePath = (path: string): string =>
  path.replace(/[\s"'<>()[\]\\`%#?&*_{}|^~:]/g, (sign) =>
    sign === '_' || sign === '~' ? sign : `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
