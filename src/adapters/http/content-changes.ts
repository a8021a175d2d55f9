import { z } from 'zod';
import type { EditedContent } from '../../application/change-requests/edit-content.ts';
import { MAX_REF_LENGTH } from '../../application/content/batch-links.ts';
import { ChangeRequestResource } from './change-request-resource.ts';
import { FileResource } from './content-resources.ts';
import { idField, uri } from './fields.ts';
import type { Links } from './kernel/links.ts';
import type { Reply } from './kernel/reply.ts';

// The shapes and limits of a batch of changes (contract: updateChangeRequestContent). Unknown members are ignored.

const meta = {
  title: z.string().min(1).optional(),
  slug: z.string().max(100).optional().meta({ description: 'Unique among its siblings; from the title unless told.' }),
  emoji: z.string().max(50).optional(),
  icon: z.string().max(50).optional(),
  description: z.string().optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
  condition: z.string().optional(),
};

const document = z
  .object({
    markdown: z.string().optional(),
    document: z.object({ object: z.literal('document'), nodes: z.array(z.record(z.string(), z.unknown())) }).optional(),
  })
  .refine(({ markdown, document: tree }) => markdown === undefined || tree === undefined, 'must be markdown or a document, not both')
  .meta({ description: 'Markdown, a tree of blocks, or neither: an empty document.' });

const at = z.number().int().min(0).optional().meta({ description: 'The place among its siblings, counted from 0; last unless told.' });
const ref = z.string().min(1).max(MAX_REF_LENGTH);
const page = idField.meta({ description: 'The id of a page, or the `ref` of one that the same batch inserts.' });

const insertPage = z.object({ operation: z.literal('insert_page'), ...meta, document, into: page.nullable().optional(), at, ref: ref.optional() });
const updatePage = z.object({ operation: z.literal('update_page'), ...meta, page, document: document.optional(), into: page.nullable().optional(), at });
const deletePage = z.object({ operation: z.literal('delete_page'), page });
const revertPage = z.object({ operation: z.literal('revert_page'), page, revision: idField.optional(), block: z.array(z.string()).optional() });

const file = z
  .object({
    name: z.string().min(1).max(256),
    ref: ref.optional(),
    contentType: z.string().min(1).max(256).optional(),
    url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2048).optional(),
    base64: z.string().optional(),
  })
  .superRefine(({ url, base64, contentType }, context) => {
    if ((url === undefined) === (base64 === undefined)) context.addIssue({ code: 'custom', message: 'must have exactly one of url and base64' });
    else if (base64 !== undefined && contentType === undefined) context.addIssue({ code: 'custom', path: ['contentType'], message: 'is required with base64' });
  });
const insertFiles = z.object({ operation: z.literal('insert_files'), files: z.array(file).min(1).max(20) });

export const contentChanges = z.object({
  changes: z.array(z.discriminatedUnion('operation', [insertPage, updatePage, deletePage, revertPage, insertFiles])).min(1).max(50),
});

const pageRef = z.object({ object: z.literal('page'), id: z.string(), urls: z.object({ location: uri }) });
const EditSchema = z
  .object({
    changeRequest: ChangeRequestResource.schema,
    changes: z.array(
      z.union([
        z.object({ object: z.literal('created_page'), page: pageRef, ref: z.string().optional() }),
        z.object({ object: z.literal('updated_page'), page: pageRef }),
        z.object({ object: z.literal('deleted_page'), page: z.string() }),
      ]),
    ),
    insertedFiles: z.array(FileResource.schema.extend({ ref: z.string().optional() })).optional(),
  })
  .meta({ id: 'ContentEdit' });

function presentEdit({ changeRequest, touched, insertedFiles }: EditedContent, links: Links): z.input<typeof EditSchema> {
  const { id: changeRequestId, spaceId } = changeRequest.state;
  const named = (id: string) => ({ object: 'page' as const, id, urls: { location: links.api('spaces', spaceId, 'change-requests', changeRequestId, 'content', 'page', id) } });
  return {
    changeRequest: ChangeRequestResource.present(changeRequest, links),
    changes: touched.map(({ kind, page: id, ref: name }) => {
      if (kind === 'deleted') return { object: 'deleted_page' as const, page: id };
      if (kind === 'updated') return { object: 'updated_page' as const, page: named(id) };
      return { object: 'created_page' as const, page: named(id), ...(name !== undefined && { ref: name }) };
    }),
    ...(insertedFiles.length > 0 && { insertedFiles: insertedFiles.map(({ ref: name, ...view }) => ({ ...FileResource.present(view, links), ...(name !== undefined && { ref: name }) })) }),
  };
}

/** The change request alone, or with `compat=false` also what the batch did. */
export const editedContent: Reply<EditedContent> = {
  statuses: { 200: { description: 'The change request; with `compat=false` also what became of each page and file', schema: z.union([ChangeRequestResource.schema, EditSchema]) } },
  answer: (edited, links) => ({ status: 200, body: edited.compat ? ChangeRequestResource.present(edited.changeRequest, links) : presentEdit(edited, links) }),
};
