import type { Page } from '../../../domain/content/page.ts';
import type { ProjectChanges } from '../../../ports/git/repository-writing.ts';
import { directoryOf, nameOf } from '../paths.ts';

interface Located {
  readonly git?: Page['git'];
}

/**
 * Derives the root folder of the project from which a content was imported: that of its reusable content, else of its
 * uploaded files, else of its home page. The latter two count only if they contain all pages.
 */
export function rootOfContent({ navigation, reusableContents, files }: ProjectChanges): string {
  const [included] = rootsOf(
    reusableContents.map(({ item }) => item),
    'includes',
  );
  if (included !== undefined) return included;
  const pages = navigation?.after.filter(({ type }) => type === 'document') ?? [];
  const uploaded = rootsOf(files, 'assets');
  const root = uploaded.size > 0 ? [...uploaded].sort()[0]! : homeFolder(pages[0]);
  return root !== '' && pages.every(({ git }) => git === undefined || git.path.startsWith(`${root}/`)) ? root : '';
}

/** Returns the folders above the `.gitbook` folders that contain the items. */
function rootsOf(items: readonly Located[], folder: string): ReadonlySet<string> {
  const roots = items.flatMap(({ git }) => {
    const found = git && new RegExp(`^(?:(.*)/)?\\.gitbook/${folder}/`).exec(git.path);
    return found ? [found[1] ?? ''] : [];
  });
  return new Set(roots);
}

/** Returns the folder of a readme whose slug shows that it was that of the project. */
const homeFolder = (home: Page | undefined): string =>
  home?.git !== undefined && home.slug === 'readme' && /^readme\.md$/i.test(nameOf(home.git.path))
    ? directoryOf(home.git.path)
    : '';
