import { stringify } from 'yaml';
import type { Page, Redirect } from '../../../domain/content/page.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { formatSourcePath } from '../../../domain/sites/redirect-source.ts';
import { relativeLink, relativePath } from '../../../domain/links/relative-link.ts';
import { MAX_SETTINGS_LENGTH } from '../project-settings.ts';
import { sourceSegments } from '../redirects.ts';
import type { ContentTarget } from './relative-links.ts';
import { unusualReadme } from './root-of-content.ts';

interface SettingsPaths {
  /** Root folder, and the readme, of the project without these settings. */
  readonly root: string;
  readonly readme: string;
  /** True if another file of the project, such as `book.json`, states the root folder. */
  readonly isRootStated: boolean;
  /** Pages in order, parents before children. */
  readonly pages: readonly Page[];
  readonly pathOf: (target: ContentTarget) => string | undefined;
}

/**
 * Writes settings that state the root folder, the readme and these redirects; undefined if all are defaults. Omits
 * redirects whose target has neither a file nor a page path, and those that exceed the maximum size of the settings; a
 * comment states their number.
 */
export function writeSettings(redirects: ReadonlyMap<string, Redirect>, paths: SettingsPaths): Uint8Array | undefined {
  const addresses = pageAddresses(paths.pages);
  const stated = new Map<string, string>();
  let remaining = MAX_SETTINGS_LENGTH - 200;
  let omitted = 0;
  for (const [source, redirect] of [...redirects].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const destination = formatDestination(redirect, paths, addresses);
    const from = formatSource(source);
    // Both texts may need quotes.
    const length =
      destination === undefined ? Infinity : JSON.stringify(from).length + JSON.stringify(destination).length + 5;
    if (length > remaining) omitted += 1;
    else {
      remaining -= length;
      stated.set(from, destination!);
    }
  }
  const settings = new Map<string, unknown>();
  if (paths.root !== '' && !paths.isRootStated) settings.set('root', `./${paths.root}/`);
  const readme = unusualReadme(paths.pages);
  if (readme !== undefined && readme !== paths.readme)
    settings.set('structure', { readme: relativePath(inRoot(paths.root), readme) });
  if (stated.size > 0) settings.set('redirects', stated);
  if (settings.size === 0) return undefined;
  const note = omitted === 0 ? '' : `# ${omitted} more of the space ${omitted === 1 ? 'is' : 'are'} not stated here.\n`;
  return Buffer.from(note + stringify(settings, { lineWidth: 0 }));
}

/** Formats a source in readable form if that is unambiguous, else percent-encoded. */
function formatSource(source: string): string {
  const [encoded, plain] = [source.slice(1), decodeURIComponent(source.slice(1))];
  return formatSourcePath(sourceSegments(plain)) === source ? plain : encoded;
}

function formatDestination(
  redirect: Redirect,
  { root, pathOf }: SettingsPaths,
  addresses: ReadonlyMap<Id, string>,
): string | undefined {
  if (redirect.kind === 'url') return redirect.url;
  const from = inRoot(root);
  if (redirect.kind === 'file') return toLink(from, pathOf({ kind: 'files', id: redirect.file }));
  const path = toLink(from, pathOf({ kind: 'pages', id: redirect.page })) ?? toLink('', addresses.get(redirect.page));
  return path === undefined ? undefined : path + (redirect.anchor === undefined ? '' : `#${redirect.anchor}`);
}

/** Returns the root folder as the beginning of a path. */
const inRoot = (root: string): string => (root === '' ? '' : `${root}/`);

const toLink = (from: string, path: string | undefined): string | undefined => path && relativeLink(from, path);

/** Returns the page paths of all pages, built from the slugs of their ancestors. */
function pageAddresses(pages: readonly Page[]): ReadonlyMap<Id, string> {
  const addresses = new Map<Id, string>();
  for (const { id, parent, slug } of pages)
    if (slug !== undefined) addresses.set(id, parent === null ? slug : `${addresses.get(parent)}/${slug}`);
  return addresses;
}
