import {
  readDocument,
  listFiles,
  listReusableContents,
  pagesInOrder,
  readRedirects,
  readVariables,
} from '../../../domain/content/content-reads.ts';
import { readContent, type Content } from '../../../domain/content/content.ts';
import { diffContents, type ContentDiff } from '../../../domain/content/diff/diff-contents.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import { all, PAUSE, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { Page } from '../../../domain/content/page.ts';
import { GitError } from '../../../ports/git/git-repositories.ts';
import type { ItemWithDocument, ProjectChanges } from '../../../ports/git/repository-writing.ts';

/** Fields of a page that the summary contains. */
const NAVIGATION_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'parent',
  'rank',
  'title',
  'linkTitle',
  'target',
  'href',
  'computed',
]);
/** Fields of a page that its file contains. */
const FILE_FIELDS: ReadonlySet<string> = new Set([
  'title',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'layout',
  'cover',
  'variables',
  'frontMatter',
  'document',
]);
/** Limit on the texts of one export, which are held in memory. */
const MAX_TEXT_BYTES = 512 * 1024 ** 2;
const DOCUMENT_BATCH_SIZE = 250;

/**
 * Reads the changes of a content since `base`, or all of it when the state of the repository is unknown. The cost
 * follows the number of changes; all pages are read when the navigation changed.
 */
export function* readExportChanges(base: Hash | null, head: Hash): ObjectQuery<ProjectChanges> {
  return yield* base === null
    ? allChanges(yield* readContent(head))
    : changesSince(yield* readContent(base), yield* readContent(head));
}

function* allChanges(content: Content): ObjectQuery<ProjectChanges> {
  const after = withoutDuplicatePaths(yield* readPagesInOrder(content), new Set());
  const documents = after.filter(({ type }) => type === 'document');
  const contents = (yield* listReusableContents(content, undefined, Number.MAX_SAFE_INTEGER)).items;
  const files = (yield* listFiles(content, undefined, Number.MAX_SAFE_INTEGER)).items;
  return {
    navigation: { before: null, after },
    pages: yield* withDocuments(documents.map((item) => ({ item }))),
    reusableContents: yield* withDocuments(contents.map((item) => ({ item }))),
    files,
    variables: Object.fromEntries(yield* readVariables(content)),
    redirects: yield* readRedirects(content),
    removedPaths: [],
  };
}

function* changesSince(base: Content, head: Content): ObjectQuery<ProjectChanges> {
  const diff = yield* diffContents(base, head);
  const { pages, files, reusableContents, variables } = diff;
  const isOther = navigationDiffers(diff);
  const was = new Map(pages.changed.map(({ before, after }) => [after.id, before]));
  const written: ChangedPage[] = [
    ...pages.created
      .filter(({ type }) => type === 'document')
      .map((page) => ({ item: withPreviousLocation(page, undefined) })),
    ...pages.changed
      .filter(({ after, fields }) => after.type === 'document' && fields.some((field) => FILE_FIELDS.has(field)))
      .map(({ before, after }) => ({ item: withPreviousLocation(after, before), titleBefore: before.title })),
  ];
  const paths = (items: readonly { readonly git?: { readonly path: string } }[]): string[] =>
    items.flatMap(({ git }) => (git === undefined ? [] : [git.path]));
  return {
    ...(isOther && { navigation: yield* navigationOf(base, head, new Set(pages.created.map(({ id }) => id)), was) }),
    pages: yield* withDocuments(written),
    reusableContents: yield* withDocuments([
      ...reusableContents.created.map((one) => ({ item: withPreviousLocation(one, undefined) })),
      ...reusableContents.changed
        .filter(({ fields }) => fields.some((field) => field !== 'git'))
        .map(({ before, after }) => ({ item: withPreviousLocation(after, before) })),
    ]),
    files: [
      ...files.created.map((file) => withPreviousLocation(file, undefined)),
      ...files.changed
        .filter(({ fields }) => fields.includes('blob'))
        .map(({ before, after }) => withPreviousLocation(after, before)),
    ],
    ...(variables.length > 0 && { variables: Object.fromEntries(yield* readVariables(head)) }),
    removedPaths: [...paths(pages.deleted), ...paths(files.deleted), ...paths(reusableContents.deleted)],
  };
}

interface ChangedPage {
  readonly item: Page;
  readonly titleBefore?: string;
}

const navigationDiffers = ({ pages: { created, deleted, changed } }: ContentDiff): boolean =>
  created.length + deleted.length > 0 ||
  changed.some(({ before, after, fields }) =>
    fields.some(
      (field) =>
        NAVIGATION_FIELDS.has(field) ||
        (field === 'slug' && after.type === 'group') ||
        // The summary stays as it is, but the report names what it cannot state.
        ((field === 'hidden' || field === 'condition') && after.type !== 'document') ||
        // The page gets its first file, which the summary must name.
        (after.type === 'document' && before.git === undefined && FILE_FIELDS.has(field)),
    ),
  );

function* navigationOf(
  base: Content,
  head: Content,
  created: ReadonlySet<string>,
  was: ReadonlyMap<string, Page>,
): ObjectQuery<ProjectChanges['navigation'] & {}> {
  const [before, after] = yield* all([readPagesInOrder(base), readPagesInOrder(head)]);
  return {
    before: before!,
    after: after!.map((page) =>
      created.has(page.id)
        ? withPreviousLocation(page, undefined)
        : was.has(page.id)
          ? withPreviousLocation(page, was.get(page.id))
          : page,
    ),
  };
}

/** Gives an item the path that it had before, which is its path in the repository; a new item has none. */
function withPreviousLocation<T extends { readonly git?: Page['git'] }>(item: T, before: T | undefined): T {
  const { git: _git, ...rest } = item;
  return { ...(rest as T), ...(before?.git !== undefined && { git: before.git }) };
}

/** Removes the path of each page whose path an earlier page has. */
function withoutDuplicatePaths(pages: readonly Page[], taken: Set<string>): Page[] {
  return pages.map((page) => {
    if (page.git === undefined) return page;
    if (taken.has(page.git.path)) return withPreviousLocation(page, undefined);
    taken.add(page.git.path);
    return page;
  });
}

function* readPagesInOrder(content: Content): ObjectQuery<Page[]> {
  return (yield* pagesInOrder(content)).map(({ page }) => page);
}

function* withDocuments<T extends { readonly document?: Hash }, C extends { readonly item: T }>(
  changes: readonly C[],
): ObjectQuery<(C & ItemWithDocument<T>)[]> {
  const found: (C & ItemWithDocument<T>)[] = [];
  let bytes = 0;
  for (let start = 0; start < changes.length; start += DOCUMENT_BATCH_SIZE) {
    const slice = changes.slice(start, start + DOCUMENT_BATCH_SIZE);
    const documents = yield* all(slice.map(({ item }) => readDocument(item)));
    slice.forEach((change, at) => {
      const document = documents[at] ?? new Uint8Array();
      bytes += document.byteLength;
      found.push({ ...change, document });
    });
    if (bytes > MAX_TEXT_BYTES)
      throw new GitError('GIT_REFUSED', `the changed texts have more than ${MAX_TEXT_BYTES} bytes`);
    yield PAUSE;
  }
  return found;
}
