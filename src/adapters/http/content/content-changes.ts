import * as z from 'zod';
import { MAX_REF_LENGTH } from '../../../application/content/batch-links.ts';
import { blocks } from '../kernel/block-document.ts';
import {
  condition,
  contentTitle,
  emptyOrVisible,
  idField,
  isEmptyOrVisible,
  MAX_URL_LENGTH,
  visibleName,
  VISIBLE_RULE,
  webUrl,
} from '../kernel/fields.ts';
import { UNKNOWN_MEMBER } from '../kernel/unknown-fields.ts';

// Schemas and limits of a batch of changes, as `updateChangeRequestContent` and `updateSpaceContent` take them. Unknown
// members are ignored.

const MAX_NAME_LENGTH = 256;
/** Maximum number of variables of a page. */
const MAX_PAGE_VARIABLES = 1000;
const MAX_COMPUTED_LENGTH = 10_000;

const ref = z.string().min(1).max(MAX_REF_LENGTH);
const reference = (what: string) =>
  ref.meta({ description: `ID of a ${what}, or the \`ref\` of a ${what} inserted by the same batch.` });
const [page, fileRef, reusableContent] = [reference('page'), reference('file'), reference('reusable content')];

const nameOfVariable = z.string().min(1).max(MAX_NAME_LENGTH);
const variableName = visibleName(MAX_NAME_LENGTH);
const variableValue = z.union([z.string().max(256), z.number(), z.boolean()]);
const pageVariables = z
  .record(variableName, variableValue)
  .refine(
    (variables) => Object.keys(variables).length <= MAX_PAGE_VARIABLES,
    `must be at most ${MAX_PAGE_VARIABLES} variables`,
  )
  .meta({
    description:
      'All variables of the page; null removes all variables. A group, link or computed page has no variables.',
  });

const flag = z.boolean().optional();
const layout = z
  .object({
    width: z.enum(['default', 'wide']).optional(),
    cover: flag,
    coverSize: z.enum(['hero', 'full', 'background']).optional(),
    title: flag,
    description: flag,
    tableOfContents: flag,
    outline: flag,
    pagination: flag,
    metadata: flag,
  })
  .meta({
    description:
      'Layout options; omitted options have their default, null resets all options. A group, link or computed page has no layout.',
  });

const picture = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file: fileRef }),
  z.object({ kind: z.literal('url'), url: webUrl }),
]);
const cover = z
  .object({ ref: picture.optional(), refDark: picture.optional(), yPos: z.number().default(0) })
  .meta({ description: 'Cover of the page; null removes the cover. A group, link or computed page has no cover.' });

const target = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('url'),
      url: z
        .url({ protocol: /^(?:https?|mailto|tel)$/, error: 'must be an http, https, mailto or tel URL' })
        .max(MAX_URL_LENGTH),
    }),
    z.object({ kind: z.literal('page'), page, space: idField.optional() }),
    z.object({
      kind: z.literal('anchor'),
      anchor: z.string().min(1).max(MAX_NAME_LENGTH),
      page,
      space: idField.optional(),
    }),
    z.object({ kind: z.literal('file'), file: fileRef }),
    z.object({ kind: z.literal('space'), space: idField }),
  ])
  .meta({
    description: 'Target of the link; is required for a link page. A document, group or computed page has no target.',
  });

export const computed = z
  .object({
    type: z.string().min(1).max(100),
    dependencies: z.record(z.string(), z.unknown()).optional(),
    props: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(
    (source) => JSON.stringify(source).length <= MAX_COMPUTED_LENGTH,
    `must have at most ${MAX_COMPUTED_LENGTH} characters as JSON`,
  )
  .meta({
    description:
      'Source of the computed page; is required for a computed page. A document, group or link page has no computed source.',
  });

const meta = {
  title: contentTitle.optional(),
  slug: emptyOrVisible(100).optional().meta({
    description:
      'Slug, unique among the siblings; derived from the title by default. A link or computed page has no slug.',
  }),
  emoji: z.string().max(50).optional(),
  icon: z.string().max(50).optional(),
  description: z.string().optional(),
  hidden: flag,
  noIndex: flag,
  noRobotsIndex: flag,
  condition: condition.optional(),
  layout: layout.nullable().optional(),
  cover: cover.nullable().optional(),
  variables: pageVariables.nullable().optional(),
  target: target.optional(),
  computed: computed.optional(),
};

const document = z
  .object({
    markdown: z.string().optional(),
    document: z.object({ object: z.literal('document'), nodes: blocks }).optional(),
  })
  .catchall(UNKNOWN_MEMBER)
  .refine(
    ({ markdown, document: tree, ...others }) =>
      markdown !== undefined || tree !== undefined || Object.keys(others).length === 0,
    // Otherwise a misspelt name, or a tree in place of its container, would leave an empty document.
    'must contain markdown or a document unless it is empty',
  )
  .refine(
    ({ markdown, document: tree }) => markdown === undefined || tree === undefined,
    'must be markdown or a document, not both',
  )
  .meta({
    description:
      'Markdown or a tree of blocks; an empty document if both are omitted. It must be markdown or a document, not both.',
    // Unknown members are read for the rule alone: types of clients do not offer them.
    additionalProperties: undefined,
  });

const into = page.nullable().optional().meta({
  description:
    'Parent page: its ID, or the `ref` of a page inserted by the same batch. A link or computed page has no subpages.',
});
const at = z
  .number()
  .int()
  .min(0)
  .optional()
  .meta({ description: 'Position among the siblings, counted from 0; last by default.' });

const insertPage = z
  .object({
    operation: z.literal('insert_page'),
    type: z.enum(['document', 'group', 'link', 'computed']).optional().meta({
      description: 'Type of the page; document by default. Links require `target`, computed pages require `computed`.',
    }),
    ...meta,
    document: document.optional().meta({
      description:
        'Document of the page: document is required for the type document, and a group, link or computed page has no document.',
    }),
    into,
    at,
    ref: ref.optional(),
  })
  .superRefine(({ type = 'document', document }, context) => {
    if (type === 'document' && document === undefined)
      context.addIssue({ code: 'custom', path: ['document'], message: 'is required' });
  });
const updatePage = z.object({
  operation: z.literal('update_page'),
  ...meta,
  page,
  document: document.optional(),
  into,
  at,
});
const deletePage = z.object({ operation: z.literal('delete_page'), page });
const revertPage = z.object({
  operation: z.literal('revert_page'),
  page,
  revision: idField
    .optional()
    .meta({ description: 'Revision to revert to; the base of the change request by default.' }),
  block: z.array(z.string().min(1).max(100)).min(1).max(1000).optional().meta({
    description:
      'Keys of the blocks to revert, in the current page or in the revision. Changed blocks next to them are reverted, too.',
  }),
});

const bytes = {
  contentType: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .meta({ description: 'Media type, required with `base64`; the actual type is detected from the content.' }),
  url: webUrl.optional(),
  base64: z.string().optional(),
  key: idField.optional().meta({ description: 'Key of a file uploaded by the same user to the same organization.' }),
};
interface BytesInput {
  readonly contentType?: string;
  readonly url?: string;
  readonly base64?: string;
  readonly key?: string;
}
const ONE_SOURCE = 'must have exactly one of url, base64 and key';
const sourcesOf = ({ url, base64, key }: BytesInput): number =>
  [url, base64, key].filter((source) => source !== undefined).length;
const checkBytes = (input: BytesInput, context: z.RefinementCtx): void => {
  const { base64, contentType } = input;
  if (sourcesOf(input) > 1) context.addIssue({ code: 'custom', message: ONE_SOURCE });
  else if (base64 !== undefined && contentType === undefined)
    context.addIssue({ code: 'custom', path: ['contentType'], message: 'is required with base64' });
};
const fileName = visibleName(MAX_NAME_LENGTH);
const file = z
  .object({ name: fileName, ref: ref.optional(), ...bytes })
  .superRefine((input, context) => {
    if (sourcesOf(input) === 0) context.addIssue({ code: 'custom', message: ONE_SOURCE });
    else checkBytes(input, context);
  })
  .meta({ description: `File, which ${ONE_SOURCE}; \`contentType\` is required with base64.` });
const insertFiles = z.object({ operation: z.literal('insert_files'), files: z.array(file).min(1).max(20) });
const updateFile = z
  .object({ operation: z.literal('update_file'), file: fileRef, name: fileName.optional(), ...bytes })
  .superRefine(checkBytes)
  .meta({ description: `Change of a file, which ${ONE_SOURCE}, if any; \`contentType\` is required with base64.` });
const deleteFile = z.object({ operation: z.literal('delete_file'), file: fileRef });

const setVariables = z.object({
  operation: z.literal('set_variables'),
  variables: z
    .record(nameOfVariable, variableValue.nullable())
    .superRefine((variables, { addIssue }) => {
      // Imported content can have names that show nothing; null removes these.
      for (const [name, value] of Object.entries(variables))
        if (value !== null && !isEmptyOrVisible(name))
          addIssue({ code: 'custom', path: [name], message: `its name ${VISIBLE_RULE}` });
    })
    .meta({ description: 'Variables of the space; null removes a variable.' }),
});

const insertReusableContent = z.object({
  operation: z.literal('insert_reusable_content'),
  title: contentTitle,
  document,
  ref: ref.optional(),
});
const updateReusableContent = z.object({
  operation: z.literal('update_reusable_content'),
  reusableContent,
  title: contentTitle.optional(),
  document: document.optional(),
});
const deleteReusableContent = z.object({ operation: z.literal('delete_reusable_content'), reusableContent });

const change = z.discriminatedUnion('operation', [
  insertPage,
  updatePage,
  deletePage,
  revertPage,
  insertFiles,
  updateFile,
  deleteFile,
  setVariables,
  insertReusableContent,
  updateReusableContent,
  deleteReusableContent,
]);

/** Schema of a batch of changes to a content. */
export const contentChanges = z.object({ changes: z.array(change).min(1).max(50) });
