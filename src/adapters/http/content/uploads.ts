import { z } from 'zod';
import { generateStorageUploadURL, type UploadView } from '../../../application/uploads/generate-upload-url.ts';
import { UPLOAD_KINDS } from '../../../domain/uploads/upload-kinds.ts';
import { idParam } from '../fields.ts';
import { created, resource } from '../kernel/reply.ts';
import { route } from '../kernel/route.ts';

const mediaType = z
  .string()
  .max(256)
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/, 'must be a media type such as image/png');

const UploadUrlResource = resource(
  'StorageUploadURL',
  z.object({
    object: z.literal('storage-signed-url'),
    url: z.url().meta({
      description: 'Takes the bytes by one PUT, without a token, for an hour. Its `Content-Type` is `file.type`.',
    }),
    key: z.string().meta({ description: 'Names the file where an upload is used: once, within a day.' }),
  }),
  ({ key, path }: UploadView, links) => ({ object: 'storage-signed-url' as const, url: links.at(path), key }),
);

export const uploadRoutes = [
  route('POST /v1/orgs/:organizationId/storage/upload', generateStorageUploadURL, {
    summary: 'Get a signed URL to upload a file to',
    tag: 'Organizations',
    path: { organizationId: idParam },
    body: z.object({
      file: z.object({
        name: z.string().min(1).max(256),
        type: mediaType.meta({ description: 'What the bytes are announced as. What a file is, its bytes say.' }),
        size: z.int().min(0).meta({ description: 'In bytes, exactly.' }),
      }),
      kind: z.enum(UPLOAD_KINDS).meta({
        description:
          'What it is for. Fonts and files to import have to be that; what becomes a file of a space is an `organization_file`, what is unpacked into a space a `space_archive`.',
      }),
    }),
    returns: created(UploadUrlResource),
  }),
];
