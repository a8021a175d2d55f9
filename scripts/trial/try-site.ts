import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { must, type Api } from '../../test/support/world.ts';
import { lettersOf, wordsOf } from './words.ts';

export interface SiteOutcome {
  readonly opened: number;
  readonly toOpen: number;
  /** Median time of a published page in milliseconds. */
  readonly pageMs: number;
  /** Words of the Markdown found on the published pages, and words searched for. */
  readonly words: readonly [found: number, wanted: number];
  /** Working links within the site, and all links of its pages. */
  readonly links: readonly [alive: number, all: number];
}

interface Document {
  readonly id: string;
  readonly path: string;
}

/** Publishes a site of the space, opens its pages, and checks the words of their Markdown and their links. */
export async function trySite(
  api: Api,
  organizationId: string,
  spaceId: string,
  title: string,
  documents: readonly Document[],
  amiss: string[],
): Promise<SiteOutcome> {
  const sites = `/v1/orgs/${organizationId}/sites`;
  const site = must(await api.post(sites, { title, spaces: [spaceId] }), 201);
  const published: string = must(await api.post(`${sites}/${site.id}/publish`), 200).urls.published;
  const root = published.replace(/\/$/, '');
  const times: number[] = [];
  const words: [number, number] = [0, 0];
  const without: string[] = [];
  const links = new Map<string, string>();
  let opened = 0;
  for (const { id, path } of documents) {
    const url = `${root}/${path.split('/').map(encodeURIComponent).join('/')}`;
    const begun = performance.now();
    const response = await fetch(url);
    const html = await response.text();
    times.push(performance.now() - begun);
    if (response.status !== 200 || !html.includes('</html>')) {
      amiss.push(`${url} answered ${response.status}`);
      continue;
    }
    opened++;
    const page = readPage(html, url);
    for (const link of page.links) if (link.startsWith(root) && !links.has(link)) links.set(link, path);
    const { markdown } = must(await api.get(`/v1/spaces/${spaceId}/content/page/${id}?format=markdown`), 200);
    const wanted = wordsOf(markdown);
    const missing = wanted.filter((word) => !page.letters.includes(word));
    words[0] += wanted.length - missing.length;
    words[1] += wanted.length;
    if (missing.length > 0) without.push(`${path} (${missing.slice(0, 8).join(' ')})`);
  }
  if (without.length > 0)
    amiss.push(
      `${words[1] - words[0]} words are not on ${without.length} published pages: ${without.slice(0, 6).join(', ')}`,
    );
  const home = await (await fetch(published)).text();
  if (documents.length > 0 && !home.includes('Added by the trial.'))
    amiss.push('the published home page does not show the edit');
  const dead = await findDeadLinks([...links.keys()]);
  for (const [link, status] of dead.slice(0, 5)) amiss.push(`${link} on ${links.get(link)} answered ${status}`);
  return {
    opened,
    toOpen: documents.length,
    pageMs: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
    words,
    links: [links.size - dead.length, links.size],
  };
}

/** Lists links whose response is neither a page nor a file. */
async function findDeadLinks(links: readonly string[]): Promise<readonly (readonly [link: string, status: number])[]> {
  const dead: [string, number][] = [];
  for (const link of links) {
    const response = await fetch(link);
    await response.body?.cancel();
    if (response.status !== 200) dead.push([link, response.status]);
  }
  return dead;
}

/** Extracts the text of a page, and the targets of its links and images without fragments. */
function readPage(html: string, at: string): { readonly letters: string; readonly links: ReadonlySet<string> } {
  const texts: string[] = [];
  const links = new Set<string>();
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('value' in node) texts.push(node.value);
    for (const { name, value } of 'attrs' in node ? node.attrs : []) {
      if (name === 'alt') texts.push(value);
      else if ((name === 'href' || name === 'src') && URL.canParse(value, at))
        links.add(new URL(value, at).href.replace(/#.*$/s, ''));
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return { letters: lettersOf(texts.join('')), links };
}
