import { percentDecoded } from '../../domain/kernel/percent-decoded.ts';
import { findTextProblem } from '../../domain/kernel/storable-text.ts';
import { MAX_SOURCE_LENGTH, parseRedirectSource, formatSourcePath } from '../../domain/sites/redirect-source.ts';
import type { DestinationResolver } from './destination-resolver.ts';
import type { Report } from './report.ts';
import type { ProjectSettings } from './project-settings.ts';
import type { PlannedRedirect, RedirectTarget } from '../../ports/git/repository-format.ts';

/** Maximum number of redirects of a space, equal to that of a site. */
export const MAX_REDIRECTS = 10_000;
/** Maximum length of a destination, equal to that of a site redirect. */
const MAX_DESTINATION_LENGTH = 2048;

export interface RedirectContext {
  readonly targets: DestinationResolver;
  /** Returns the key of the page created from a file. */
  readonly pageOf: (path: string) => string | undefined;
  /** Returns the key of the document or group at a page path, ignoring case. */
  readonly pageAt: (path: string) => string | undefined;
  readonly report: Report;
}

/**
 * Resolves the targets of the stated redirects. Redirects without a valid source or target are reported and left out;
 * those from the path of a page are reported and kept, and the page takes precedence.
 */
export function planRedirects(
  { redirects, source: file }: ProjectSettings,
  context: RedirectContext,
): readonly PlannedRedirect[] {
  const { report } = context;
  const planned = new Map<string, PlannedRedirect>();
  const excess: string[] = [];
  for (const [from, destination] of redirects) {
    const segments = sourceSegments(from);
    const read = parseSource(segments);
    if ('problem' in read) {
      report.warn('redirect-invalid', file, `${quote(from)}: ${read.problem}; skipped`);
      continue;
    }
    const { source } = read;
    if (planned.has(source)) {
      report.warn('redirect-twice', file, `${quote(from)}: another redirect already has this source; skipped`);
      continue;
    }
    const target = findTarget(destination, context);
    if ('problem' in target) {
      report.warn('redirect-without-target', file, `${quote(from)}: ${quote(destination)} ${target.problem}; skipped`);
      continue;
    }
    if (planned.size >= MAX_REDIRECTS) {
      excess.push(source);
      continue;
    }
    if (context.pageAt(segments.join('/')) !== undefined)
      report.info('redirect-shadowed', file, `${quote(from)}: a page exists at this path and takes precedence`);
    planned.set(source, { source, target, destination });
  }
  if (excess.length > 0)
    report.warn(
      'redirects-too-many',
      file,
      `${excess.length} redirects exceed the limit of ${MAX_REDIRECTS} per space; skipped`,
      { paths: excess },
    );
  return [...planned.values()];
}

/** Splits a path of the space into decoded segments. */
export const sourceSegments = (from: string): readonly string[] =>
  from
    .trim()
    .replace(/^(?:\.?\/)+/, '')
    .replace(/(?<!\/)\/+$/, '')
    .split('/')
    .map(percentDecoded);

function parseSource(segments: readonly string[]): { readonly source: string } | { readonly problem: string } {
  const path = segments.join('/');
  if (path === '') return { problem: 'the root of the space cannot be a source' };
  const unstorable = findTextProblem(path);
  if (unstorable !== undefined) return { problem: unstorable };
  if (path.includes('*')) return { problem: 'a source must not contain *' };
  if (/[?#]/.test(path)) return { problem: 'a source must not have a query or an anchor' };
  const source = formatSourcePath(segments);
  if (source.length > MAX_SOURCE_LENGTH)
    return { problem: `has more than ${MAX_SOURCE_LENGTH} characters when percent-encoded` };
  return 'problem' in parseRedirectSource(source) ? { problem: 'is not a valid page path' } : { source };
}

function findTarget(destination: string, context: RedirectContext): RedirectTarget | { readonly problem: string } {
  if (destination.length > MAX_DESTINATION_LENGTH)
    return { problem: `has more than ${MAX_DESTINATION_LENGTH} characters` };
  const found = context.targets.find(destination);
  switch (found.kind) {
    case 'page': {
      const page = context.pageOf(found.path);
      return page === undefined
        ? { problem: 'is a file that is not imported as a page' }
        : pageTarget(page, found.anchor);
    }
    case 'file':
      return found;
    case 'url':
      return webTarget(found.url);
    case 'space':
      return { problem: 'is in another space, which is not imported' };
    default:
      return addressTarget(destination, context) ?? { problem: 'is not an imported page or file' };
  }
}

const pageTarget = (page: string, anchor: string | undefined): RedirectTarget => ({
  kind: 'page',
  page,
  ...(anchor !== undefined && { anchor }),
});

/** Resolves a destination without a file as a page path. */
function addressTarget(destination: string, { pageAt }: RedirectContext): RedirectTarget | undefined {
  const [, path = '', anchor] = /^([^?#]*)(?:#(.+))?$/s.exec(destination.trim()) ?? [];
  const address = sourceSegments(path).join('/');
  const page = address === '' ? undefined : pageAt(address);
  return page === undefined ? undefined : pageTarget(page, anchor);
}

function webTarget(url: string): RedirectTarget | { readonly problem: string } {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return { problem: 'is not a web address' };
  return { kind: 'url', url: new URL(url).href };
}

const quote = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
