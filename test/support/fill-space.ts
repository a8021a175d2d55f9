import { buildProjections } from '../../src/application/content/projections/build-projections.ts';
import { Tokens } from '../../src/composition/tokens.ts';
import { buildContent, type PageSeed } from '../../src/domain/content/edits/build-content.ts';
import type { Hash } from '../../src/domain/content/objects/content-object.ts';
import type { File, Page, PageFields, Variables } from '../../src/domain/content/page.ts';
import type { PageId } from '../../src/domain/kernel/id.ts';
import type { Instance } from '../../src/instance.ts';

/** Page to create, with its subpages. */
export interface PageInput extends Partial<PageFields> {
  readonly title: string;
  readonly type?: Page['type'];
  /** Defaults to the title in lower case. */
  readonly slug?: string;
  readonly markdown?: string;
  readonly gitPath?: string;
  readonly pages?: readonly PageInput[];
}
export interface FileInput {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  readonly contentType?: string;
  readonly gitPath?: string;
}
export interface SpaceInput {
  readonly pages?: readonly PageInput[];
  readonly files?: readonly FileInput[];
  readonly includes?: readonly { readonly title: string; readonly markdown: string; readonly gitPath: string }[];
  readonly variables?: Variables;
  /** Titles of the pages to which former paths, such as `/old/place`, lead. */
  readonly redirects?: Readonly<Record<string, string>>;
}

/** Ids of the created content: pages and reusable contents by title, files by name. */
export interface FilledSpace {
  readonly pages: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Replaces a space's primary content, like a merge of everything at once. `id` generates ids; Markdown may refer to
 * pages by `{page:Title}` and to files by `{file:name}`.
 * @param maxInline largest number of changes that search and links show at once, not after a job
 */
export async function fillSpace(
  { container }: Instance,
  spaceId: string,
  { pages = [], files = [], includes = [], variables = {}, redirects = {} }: SpaceInput,
  known: Partial<FilledSpace> = {},
  maxInline?: number,
): Promise<FilledSpace> {
  const { ids, blobs, clock, content } = container.get(Tokens.Services);
  const now = clock.now();
  const filled = {
    pages: { ...known.pages } as Record<string, string>,
    files: { ...known.files } as Record<string, string>,
  };
  const name = (list: readonly PageInput[]): void =>
    list.forEach((page) => ((filled.pages[page.title] ??= ids.next()), name(page.pages ?? [])));
  name(pages);
  for (const file of files) filled.files[file.name] ??= ids.next();
  const markdownOf = (text: string) =>
    new TextEncoder().encode(
      text.replace(
        /\{(page|file):([^}]*)\}/g,
        (_, kind: 'page' | 'file', title: string) => filled[`${kind}s`][title] ?? 'unknown',
      ),
    );

  const seeds: PageSeed[] = [];
  const addPages = (list: readonly PageInput[], parent: string | null): void => {
    for (const { type = 'document', slug, markdown, gitPath, pages: below = [], ...fields } of list) {
      const id = filled.pages[fields.title]!;
      seeds.push({
        id,
        type,
        parent,
        ...fields,
        ...(type !== 'link' &&
          type !== 'computed' && { slug: slug ?? fields.title.toLowerCase().replaceAll(' ', '-') }),
        ...(type === 'document' && { document: markdownOf(markdown ?? '') }),
        ...(gitPath !== undefined && { git: { oid: '0'.repeat(40), path: gitPath } }),
        createdAt: now,
        updatedAt: now,
      });
      addPages(below, id);
    }
  };
  addPages(pages, null);

  const stored: File[] = [];
  for (const { name: fileName, bytes, contentType = 'application/octet-stream', gitPath } of files) {
    const { hash, size } = await blobs.put(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
    stored.push({
      id: filled.files[fileName]!,
      name: fileName,
      contentType,
      size,
      blob: hash as Hash,
      ...(gitPath !== undefined && { git: { oid: '0'.repeat(40), path: gitPath } }),
    });
  }
  const reusableContents = includes.map(({ title, markdown, gitPath }) => ({
    id: (filled.pages[title] ??= ids.next()),
    title,
    document: markdownOf(markdown),
    git: { oid: '0'.repeat(40), path: gitPath },
  }));

  const { contentHash, objects } = buildContent({
    pages: seeds,
    files: stored,
    reusableContents,
    variables,
    redirects: new Map(
      Object.entries(redirects).map(([path, title]) => [path, { kind: 'page', page: filled.pages[title] as PageId }]),
    ),
  });
  await container
    .get(Tokens.UnitOfWork)
    .run({ organizationId: null, spaceId, actorId: null, tokenId: null, requestId: null, at: now }, async (work) => {
      const [branch] = await work.branches.lock(spaceId, spaceId);
      const from = branch!.revisionId;
      const revision = {
        id: ids.next(),
        spaceId,
        parents: [from],
        content: contentHash,
        type: 'edits' as const,
        createdAt: now,
        createdBy: null,
      };
      await work.branches.advance({
        primary: buildProjections({ content }, { before: branch!.content, after: contentHash, objects }, maxInline),
        from,
        revision,
        objects,
      });
    });
  return filled;
}
