import * as z from 'zod';
import type { EditedContent } from '../../../application/change-requests/edit-content.ts';
import type { EditView } from '../../../application/content/edit-branch.ts';
import type { EditedSpace } from '../../../application/content/edit-space.ts';
import { documentIdOf } from '../../../application/content/content-location.ts';
import type { ReusableContent } from '../../../domain/content/page.ts';
import { ChangeRequestResource } from '../change-requests/change-request-resource.ts';
import { FileResource } from './content-resources.ts';
import { uri } from '../kernel/fields.ts';
import type { Links } from '../kernel/links.ts';
import { resource, type Reply } from '../kernel/reply.ts';

const pageRef = z.object({ object: z.literal('page'), id: z.string(), urls: z.object({ location: uri }) });
const contentRef = z.object({ id: z.string(), title: z.string(), document: z.string() });
const ref = z.string().optional();

/** Result of a batch of changes; members that the compatible API lacks are added beside its own. */
const editSchema = z.object({
  changes: z.array(
    z.union([
      z.object({ object: z.literal('created_page'), page: pageRef, ref }),
      z.object({ object: z.literal('updated_page'), page: pageRef }),
      z.object({ object: z.literal('deleted_page'), page: z.string() }),
    ]),
  ),
  insertedFiles: z.array(FileResource.schema.extend({ ref })).optional(),
  touchedFiles: z
    .array(
      z.union([
        z.object({ object: z.literal('updated_file'), file: FileResource.schema }),
        z.object({ object: z.literal('deleted_file'), file: z.string() }),
      ]),
    )
    .optional(),
  touchedReusableContents: z
    .array(
      z.union([
        z.object({ object: z.literal('created_reusable_content'), reusableContent: contentRef, ref }),
        z.object({ object: z.literal('updated_reusable_content'), reusableContent: contentRef }),
        z.object({ object: z.literal('deleted_reusable_content'), reusableContent: z.string() }),
      ]),
    )
    .optional(),
  touchedVariables: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .optional()
    .meta({ description: 'Variables that the edit changed, with their current values; null for a removed variable.' }),
});
const EditSchema = editSchema.extend({ changeRequest: ChangeRequestResource.schema }).meta({ id: 'ContentEdit' });

/** Presents the result of a batch. @param place path of the space or change request that has the content */
function presentEdit(
  {
    affectedPages: touched,
    insertedFiles,
    affectedFiles: touchedFiles,
    affectedReusableContents: touchedReusableContents,
    affectedVariables: touchedVariables,
  }: EditView,
  place: readonly string[],
  links: Links,
): z.input<typeof editSchema> {
  const page = (id: string) => ({
    object: 'page' as const,
    id,
    urls: { location: links.api(...place, 'content', 'page', id) },
  });
  const content = ({ id, title, document }: ReusableContent) => ({ id, title, document: documentIdOf(id, document) });
  const named = (name: string | undefined) => (name === undefined ? {} : { ref: name });
  return {
    changes: touched.map(({ kind, page: id, ref: name }) => {
      if (kind === 'deleted') return { object: 'deleted_page' as const, page: id };
      if (kind === 'updated') return { object: 'updated_page' as const, page: page(id) };
      return { object: 'created_page' as const, page: page(id), ...named(name) };
    }),
    ...(insertedFiles.length > 0 && {
      insertedFiles: insertedFiles.map(({ ref: name, ...view }) => ({
        ...FileResource.present(view, links),
        ...named(name),
      })),
    }),
    ...(touchedFiles.length > 0 && {
      touchedFiles: touchedFiles.map((one) =>
        one.kind === 'deleted'
          ? { object: 'deleted_file' as const, file: one.file }
          : { object: 'updated_file' as const, file: FileResource.present(one.file, links) },
      ),
    }),
    ...(touchedReusableContents.length > 0 && {
      touchedReusableContents: touchedReusableContents.map((one) => {
        if (one.kind === 'deleted')
          return { object: 'deleted_reusable_content' as const, reusableContent: one.reusableContent };
        if (one.kind === 'updated')
          return { object: 'updated_reusable_content' as const, reusableContent: content(one.reusableContent) };
        return {
          object: 'created_reusable_content' as const,
          reusableContent: content(one.reusableContent),
          ...named(one.ref),
        };
      }),
    }),
    ...(Object.keys(touchedVariables).length > 0 && { touchedVariables }),
  };
}

function presentInChangeRequest(
  { changeRequest, edit: view }: EditedContent,
  links: Links,
): z.input<typeof EditSchema> {
  const { id, spaceId } = changeRequest.state;
  return {
    changeRequest: ChangeRequestResource.present(changeRequest, links),
    ...presentEdit(view, ['spaces', spaceId, 'change-requests', id], links),
  };
}

/** Reply with the change request only, or with `compat=false` also with the result of the batch. */
export const editedContent: Reply<EditedContent> = {
  statuses: {
    200: {
      description:
        'Change request; with `compat=false` also the results for each page, file, variable and reusable content',
      schema: z.union([ChangeRequestResource.schema, EditSchema]),
    },
  },
  answer: (edited, links) => ({
    status: 200,
    body: edited.compat
      ? ChangeRequestResource.present(edited.changeRequest, links)
      : presentInChangeRequest(edited, links),
  }),
};

export const SpaceEditResource = resource(
  'SpaceEdit',
  editSchema.extend({ revision: z.string().meta({ description: 'Revision created by the edit.' }) }),
  ({ spaceId, revision, edit: view }: EditedSpace, links) => ({
    revision,
    ...presentEdit(view, ['spaces', spaceId], links),
  }),
);
