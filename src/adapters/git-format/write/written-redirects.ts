import { stringify } from 'yaml';
import type { Page, Redirect } from '../../../domain/content/page.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { formatSourcePath } from '../../../domain/sites/redirect-source.ts';
import { MAX_SETTINGS_LENGTH } from '../project-settings.ts';
import { sourceSegments } from '../redirects.ts';
import { relativeLink, type NamedThing } from './relative-links.ts';

/** Where things lie, and the pages in their order, parents before their children. */
interface Laid {
  readonly pages: readonly Page[];
  readonly pathOf: (thing: NamedThing) => string | undefined;
}

/**
 * Settings that state these redirects, as they are read again; undefined where there is nothing to state. What leads to a
 * thing that has neither a file nor an address goes without, and what settings of their greatest length have no room for;
 * a remark says of how many that is so.
 */
export function writtenRedirects(redirects: ReadonlyMap<string, Redirect>, laid: Laid): Uint8Array | undefined {
  const addresses = addressesOf(laid.pages);
  const stated = new Map<string, string>();
  let left = MAX_SETTINGS_LENGTH - 200;
  let lost = 0;
  for (const [source, redirect] of [...redirects].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const destination = destinationOf(redirect, laid, addresses);
    const from = statedSource(source);
    // Both may stand in quotes.
    const length =
      destination === undefined ? Infinity : JSON.stringify(from).length + JSON.stringify(destination).length + 5;
    if (length > left) lost += 1;
    else {
      left -= length;
      stated.set(from, destination!);
    }
  }
  if (stated.size === 0) return undefined;
  const remark = lost === 0 ? '' : `# ${lost} more of the space ${lost === 1 ? 'is' : 'are'} not stated here.\n`;
  return Buffer.from(remark + stringify(new Map([['redirects', stated]]), { lineWidth: 0 }));
}

/** As people write it where that says the same, else percent-encoded. */
function statedSource(source: string): string {
  const [encoded, plain] = [source.slice(1), decodeURIComponent(source.slice(1))];
  return formatSourcePath(sourceSegments(plain)) === source ? plain : encoded;
}

function destinationOf(redirect: Redirect, { pathOf }: Laid, addresses: ReadonlyMap<Id, string>): string | undefined {
  if (redirect.kind === 'url') return redirect.url;
  if (redirect.kind === 'file') return linkTo(pathOf({ kind: 'files', id: redirect.file }));
  const path = linkTo(pathOf({ kind: 'pages', id: redirect.page })) ?? linkTo(addresses.get(redirect.page));
  return path === undefined ? undefined : path + (redirect.anchor === undefined ? '' : `#${redirect.anchor}`);
}

const linkTo = (path: string | undefined): string | undefined => path && relativeLink('', path);

/** The addresses of pages below the space: their slugs, and those of the pages above them. */
function addressesOf(pages: readonly Page[]): ReadonlyMap<Id, string> {
  const addresses = new Map<Id, string>();
  for (const { id, parent, slug } of pages)
    if (slug !== undefined) addresses.set(id, parent === null ? slug : `${addresses.get(parent)}/${slug}`);
  return addresses;
}
