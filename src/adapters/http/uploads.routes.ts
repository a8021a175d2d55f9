import * as z from 'zod';
import { generateStorageUploadURL, type UploadView } from '../../application/uploads/generate-upload-url.ts';
import { acceptsMediaType, describeUploadKind, UPLOAD_KINDS } from '../../domain/uploads.ts';
import { visibleName } from './kernel/fields.ts';
import { created, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const mediaType = z
  .string()
  .max(256)
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/, 'must be a media type such as image/png');

/** Rules of the media types of the kinds that have one. */
const TYPED = UPLOAD_KINDS.filter((kind) => !acceptsMediaType(kind, ''))
  .map((kind) => `must be the media type of ${describeUploadKind(kind)} for \`${kind}\``)
  .join(', and ');

const UploadUrlResource = resource(
  'StorageUploadURL',
  z.object({
    object: z.literal('storage-signed-url'),
    url: z.url().meta({
      description:
        'URL that accepts the bytes in one PUT, without a token, for an hour. The `Content-Type` is `file.type`.',
    }),
    key: z.string().meta({ description: 'Key of the upload, which can be used once within a day.' }),
  }),
  ({ key, path }: UploadView, links) => ({ object: 'storage-signed-url' as const, url: links.at(path), key }),
);

export const uploadRoutes = tagged('Organizations', [
  route('POST /v1/orgs/:organizationId/storage/upload', generateStorageUploadURL, {
    summary: 'Generate a signed upload URL',
    body: z.object({
      file: z.object({
        name: visibleName(256),
        type: mediaType.meta({
          description: `Announced media type, which ${TYPED}. The actual type is detected from the bytes.`,
        }),
        size: z.int().min(0).meta({ description: 'Exact size in bytes; the instance limits it.' }),
      }),
      kind: z.enum(UPLOAD_KINDS).meta({
        description:
          'Purpose of the upload: `organization_file` for files of a space and images of the organization, `import_file` for files of an import run, `space_archive` for archives that replace the content of a space. No operation uses the other kinds, which are refused.',
      }),
    }),
    returns: created(UploadUrlResource),
  }),
]);
