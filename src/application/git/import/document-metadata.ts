import type { PageMetadata } from '../../../domain/content/edits/changes.ts';
import { decodeUtf8, type JsonObject } from '../../../domain/content/objects/json.ts';
import type { File } from '../../../domain/content/page.ts';
import type { PlannedCoverRef, PlannedDocument } from '../../../ports/git/repository-format.ts';

/**
 * Maps the front matter of a Markdown file to the metadata of its page.
 * @param fileAt finds a file by its path in the repository
 */
export function documentMetadata(
  { path, oid, fields, frontMatterSource }: Pick<PlannedDocument, 'path' | 'oid' | 'fields' | 'frontMatterSource'>,
  fileAt: (path: string) => File | undefined,
): PageMetadata {
  // Tags and meta links have no field; they stay in the source.
  const { layout, cover, tags: _tags, canonical: _canonical, alternates: _alternates, ...plain } = fields;
  const refOf = (name: 'ref' | 'refDark', ref: PlannedCoverRef | undefined): JsonObject => {
    if (ref?.kind === 'url') return { [name]: { kind: 'url', url: ref.url } };
    const file = ref && fileAt(ref.path);
    return file ? { [name]: { kind: 'file', file: file.id } } : {};
  };
  return {
    ...plain,
    ...(layout && { layout: { ...layout } }),
    ...(cover && { cover: { ...refOf('ref', cover.ref), ...refOf('refDark', cover.refDark), yPos: cover.yPos } }),
    ...(frontMatterSource && { frontMatter: storedFrontMatterSource(frontMatterSource) }),
    ...(path !== null && oid !== null && { git: { oid, path } }),
  };
}

/** Encodes front matter so that an export restores it byte for byte: as text, or as base64 when it is not UTF-8. */
export function storedFrontMatterSource(source: Uint8Array): JsonObject {
  const text = decodeUtf8(source);
  return text === undefined ? { base64: Buffer.from(source).toString('base64') } : { source: text };
}
