import type { Page } from '../../../domain/content/page.ts';
import type { ProjectChanges } from '../../../ports/git/repository-writing.ts';
import { directoryOf, nameOf } from '../paths.ts';

interface Located {
  readonly git?: Page['git'];
}

/**
 * Derives the root folder of the project from which a content was imported: that of its reusable content, else of its
 * uploaded files, else the lowest folder above its home page. The latter two count only if they contain all pages.
 */
export function rootOfContent({ navigation, reusableContents, files }: ProjectChanges): string {
  const [included] = rootsOf(
    reusableContents.map(({ item }) => item),
    'includes',
  );
  if (included !== undefined) return included;
  const pages = navigation?.after.filter(({ type }) => type === 'document') ?? [];
  const uploaded = rootsOf(files, 'assets');
  const hasAll = (folder: string): boolean =>
    pages.every(({ git }) => git === undefined || git.path.startsWith(`${folder}/`));
  if (uploaded.size > 0) {
    const root = [...uploaded].sort()[0]!;
    return root !== '' && hasAll(root) ? root : '';
  }
  let root = homeFolder(pages[0]);
  while (root !== '' && !hasAll(root)) root = directoryOf(root);
  return root;
}

/** Returns the folders above the `.gitbook` folders that contain the items. */
function rootsOf(items: readonly Located[], folder: string): ReadonlySet<string> {
  const roots = items.flatMap(({ git }) => {
    const found = git && new RegExp(`^(?:(.*)/)?\\.gitbook/${folder}/`).exec(git.path);
    return found ? [found[1] ?? ''] : [];
  });
  return new Set(roots);
}

/** Slug by which a page shows that its file was the readme of the project, whatever the name of that file. */
const HOME_SLUG = 'readme';

/** Returns the folder of the home page if that was the readme of the project. */
const homeFolder = (home: Page | undefined): string =>
  home?.git !== undefined && home.slug === HOME_SLUG ? directoryOf(home.git.path) : '';

/** Returns the path of the readme of the project from which the pages were imported, if it has another name. */
export function unusualReadme(pages: readonly Page[]): string | undefined {
  const home = pages.find(({ type }) => type === 'document');
  const isReadme = home?.parent === null && home.slug === HOME_SLUG;
  return isReadme && home.git !== undefined && !/^readme\.md$/i.test(nameOf(home.git.path)) ? home.git.path : undefined;
}
