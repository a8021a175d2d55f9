import type {
  RepositoryDocument,
  RepositoryLocations,
} from '../../../domain/content/edits/apply-repository-locations.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { SerializedDocument, SerializedProject } from '../../../ports/git/repository-writing.ts';
import { storedFrontMatterSource } from '../import/document-metadata.ts';

/** How things lie in the repository once it is written. @param oidOf the name Git has for what lies at a path of the project */
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
