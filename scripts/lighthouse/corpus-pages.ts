import type { TemporaryInstance } from '../temporary-instance.ts';
import { ImportedProject } from '../trial/imported-project.ts';
import { projectsOf, serveBundles } from '../trial/repository.ts';

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
  temporary: TemporaryInstance,
  bundles: string,
): Promise<readonly (readonly [name: string, url: string])[]> {
  const pages: (readonly [string, string])[] = [];
  for await (const repository of serveBundles(bundles, temporary.folder)) {
    const { name } = repository;
    const { imported } = await ImportedProject.create(temporary, repository, projectsOf(repository)[0]!);
    const home = temporary.instance.url + new URL(await imported.publish()).pathname;
    for (const [kind, url] of await choosePages(imported, home)) pages.push([`${name}, ${kind}`, url]);
  }
  return pages;
}

async function choosePages(
  imported: ImportedProject,
  home: string,
): Promise<readonly (readonly [kind: string, url: string])[]> {
  const paths = (await imported.pages()).flatMap(({ type, path }) => (type === 'document' && path ? [path] : []));
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
