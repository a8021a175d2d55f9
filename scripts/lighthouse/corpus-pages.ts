import { must, type Api } from '../../test/support/world.ts';
import type { TemporaryInstance } from '../temporary-instance.ts';
import { projectsOf, serveBundles } from '../trial/repository.ts';
import { importProject } from '../trial/try-project.ts';

/** Number of pages of a project that are compared to choose three. */
const MAX_COMPARED = 80;

interface ComparedPage {
  readonly url: string;
  readonly size: number;
  readonly images: number;
}

/**
 * Imports the first project of each Git bundle of a folder and publishes it.
 * @returns URLs of its home page, its longest page and the page with the most pictures, by name
 */
export async function corpusPages(
  { instance, api, organizationId, folder }: TemporaryInstance,
  bundles: string,
): Promise<readonly (readonly [name: string, url: string])[]> {
  const pages: (readonly [string, string])[] = [];
  for await (const repository of serveBundles(bundles, folder)) {
    const { name } = repository;
    const { spaceId } = await importProject(api, organizationId, repository, projectsOf(repository)[0]!);
    const site = `/v1/orgs/${organizationId}/sites`;
    const { id } = must(await api.post(site, { title: name, spaces: [spaceId] }), 201);
    const { urls } = must(await api.post(`${site}/${id}/publish`), 200);
    const home = instance.url + new URL(urls.published).pathname;
    for (const [kind, url] of await choosePages(api, spaceId, home)) pages.push([`${name}, ${kind}`, url]);
  }
  return pages;
}

async function choosePages(
  api: Api,
  spaceId: string,
  home: string,
): Promise<readonly (readonly [kind: string, url: string])[]> {
  const listed: readonly { path?: string; type: string; pages?: readonly any[] }[] = flat(
    must(await api.get(`/v1/spaces/${spaceId}/content/pages`), 200).pages,
  );
  const paths = listed.flatMap(({ type, path }) => (type === 'document' && path ? [path] : []));
  const step = Math.ceil(paths.length / MAX_COMPARED);
  const compared: ComparedPage[] = [];
  for (const path of paths.filter((_, i) => i % step === 0)) {
    const url = home.replace(/\/?$/, '/') + path.split('/').map(encodeURIComponent).join('/');
    const html = await (await fetch(url)).text();
    const { pathname } = new URL(home);
    if (new URL(url).pathname === pathname) continue;
    compared.push({ url, size: html.length, images: html.split('<img').length - 1 });
  }
  const [longest] = [...compared].sort((a, b) => b.size - a.size);
  const [pictured] = compared.filter((one) => one !== longest).sort((a, b) => b.images - a.images);
  return [
    ['home page', home],
    ...(longest === undefined ? [] : ([['longest page', longest.url]] as const)),
    ...(pictured === undefined ? [] : ([['most pictures', pictured.url]] as const)),
  ];
}

const flat = (pages: readonly any[]): any[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
