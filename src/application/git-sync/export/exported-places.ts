import type { PlacedDocument, RepositoryPlaces } from '../../../domain/content/edits/place-in-repository.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { WrittenDocument, WrittenProject } from '../../../ports/git/repository-writing.ts';
import { keptSource } from '../import/document-meta.ts';

/** How things lie in the repository once it is written. @param oidOf the name Git has for what lies at a path of the project */
export function exportedPlaces(written: WrittenProject, oidOf: (path: string) => string): RepositoryPlaces {
  const placed = (documents: ReadonlyMap<Id, WrittenDocument>): ReadonlyMap<Id, PlacedDocument> =>
    new Map(
      [...documents].map(([id, { path, document, frontMatterSource }]) => [
        id,
        {
          git: { oid: oidOf(path), path },
          document,
          frontMatter: frontMatterSource === null ? undefined : keptSource(frontMatterSource),
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
