import type {
  RepositoryDocument,
  RepositoryLocations,
} from '../../../domain/content/edits/apply-repository-locations.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { SerializedDocument, SerializedProject } from '../../../ports/git/repository-writing.ts';
import { storedFrontMatterSource } from '../import/document-metadata.ts';

/**
 * Maps the items of a serialized project to their locations in the repository.
 * @param oidOf returns the Git object id of the file at a path of the project
 */
export function exportedLocations(written: SerializedProject, oidOf: (path: string) => string): RepositoryLocations {
  const placed = (documents: ReadonlyMap<Id, SerializedDocument>): ReadonlyMap<Id, RepositoryDocument> =>
    new Map(
      [...documents].map(([id, { path, document, frontMatterSource }]) => [
        id,
        {
          git: { oid: oidOf(path), path },
          document,
          frontMatter: frontMatterSource === null ? undefined : storedFrontMatterSource(frontMatterSource),
        },
      ]),
    );
  return {
    pages: placed(written.pages),
    reusableContents: placed(written.reusableContents),
    files: new Map([...written.files].map(([id, path]) => [id, { oid: oidOf(path), path }])),
    hrefs: written.hrefs,
  };
}
