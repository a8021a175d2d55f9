import type { File } from '../../domain/content/page.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import type { FileView, ReadOptions } from './content-views.ts';
import { type QueryContext } from '../kernel/use-case.ts';
import { viewerOf } from '../kernel/scope.ts';
import { createFileLink } from './file-links.ts';

/** Builds views of files of a space, with links for the caller. */
export function fileViews(
  { sealer, scope, now }: QueryContext<{ readonly space: Id }, 'sealer'>,
  { spaceId }: { readonly spaceId: SpaceId },
  files: readonly File[],
  { metadata }: ReadOptions,
): FileView[] {
  const of = { ...viewerOf(scope.caller, scope.organizationId), spaceId };
  return files.map((file) => ({ file, download: createFileLink(sealer, { ...of, file }, now), metadata }));
}
