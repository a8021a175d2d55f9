import type { Id } from '../../kernel/id.ts';
import type { Content } from '../content.ts';
import type { JsonObject } from '../objects/json.ts';
import { PAUSE, type ObjectQuery } from '../objects/object-query.ts';
import type { GitBlob } from '../page.ts';
import { Draft, type StagedContent } from './draft.ts';

/** Repository version of a document. */
export interface RepositoryDocument {
  readonly git: GitBlob;
  readonly frontMatter: JsonObject | undefined;
  readonly document: Uint8Array;
}

export interface RepositoryLocations {
  readonly pages: ReadonlyMap<Id, RepositoryDocument>;
  readonly reusableContents: ReadonlyMap<Id, RepositoryDocument>;
  readonly files: ReadonlyMap<Id, GitBlob>;
  /** Destinations of links in the summary. */
  readonly hrefs: ReadonlyMap<Id, string>;
}

/** Records the repository paths and sources of items. Changes nothing else, so that times of change stay. */
export function* applyRepositoryLocations(
  content: Content,
  { pages, reusableContents, files, hrefs }: RepositoryLocations,
): ObjectQuery<StagedContent> {
  const draft = new Draft(content);
  for (const [id, { document, ...place }] of pages) {
    const page = yield* draft.pages.get(id);
    if (page !== undefined)
      draft.pages.set(id, { ...withLocation(page, place), document: draft.addDocument(document) });
    yield PAUSE;
  }
  for (const [id, href] of hrefs) {
    const page = yield* draft.pages.get(id);
    if (page !== undefined) draft.pages.set(id, { ...page, href });
  }
  for (const [id, { document, ...place }] of reusableContents) {
    const one = yield* draft.reusableContents.get(id);
    if (one !== undefined)
      draft.reusableContents.set(id, { ...withLocation(one, place), document: draft.addDocument(document) });
    yield PAUSE;
  }
  for (const [id, git] of files) {
    const file = yield* draft.files.get(id);
    if (file !== undefined) draft.files.set(id, { ...file, git });
  }
  return yield* draft.finish();
}

function withLocation<T extends { readonly frontMatter?: JsonObject }>(
  item: T,
  { git, frontMatter }: Omit<RepositoryDocument, 'document'>,
): T & { readonly git: GitBlob } {
  const { frontMatter: _before, ...rest } = item;
  return { ...(rest as T), git, ...(frontMatter !== undefined && { frontMatter }) };
}
