import { FILES, PAGES, readContent, REUSABLE_CONTENTS, type Content } from '../../../domain/content/content.ts';
import { lookupMany } from '../../../domain/content/objects/map-read.ts';
import type { MapKind } from '../../../domain/content/objects/map-node.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { GitBlob } from '../../../domain/content/page.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import type { PathLookup } from '../../../ports/git/repository-writing.ts';
import { read } from '../../content/reading.ts';

/** Looks up items of a content by their paths in the repository. */
export function pathLookup(store: Pick<ContentStore, 'get'>, hash: Hash): PathLookup {
  const find = async <T extends { readonly git?: GitBlob }>(
    kind: MapKind<T>,
    rootOf: (content: Content) => Hash | null,
    ids: Iterable<Id>,
  ): Promise<ReadonlyMap<Id, string>> => {
    const content = await read(store, readContent(hash));
    const found = await read(store, lookupMany(kind, rootOf(content), ids));
    return new Map([...found].flatMap(([id, { git }]): [Id, string][] => (git === undefined ? [] : [[id, git.path]])));
  };
  return {
    pages: (ids) => find(PAGES, ({ pages }) => pages, ids),
    files: (ids) => find(FILES, ({ files }) => files, ids),
    reusableContents: (ids) => find(REUSABLE_CONTENTS, ({ reusableContents }) => reusableContents, ids),
  };
}
