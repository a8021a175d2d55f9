import * as z from 'zod';
import { documentIdOf } from '../../../application/content/content-location.ts';
import {
  getChangeRequestChanges,
  getRevisionSemanticChanges,
  type ChangesView,
  type ChangeView,
} from '../../../application/content/history/read-changes.ts';
import type { Page, ReusableContent } from '../../../domain/content/page.ts';
import type { PageWithPath } from '../../../domain/content/diff/semantic-changes.ts';
import { ChangeRequestResource } from './change-request-resource.ts';
import {
  cover,
  FileResource,
  gitBlob,
  layout,
  presentLayout,
  targetOf,
  variables,
} from '../content/content-resources.ts';
import { documentHunks, presentHunks } from './document-hunks.ts';
import { uri } from '../kernel/fields.ts';
import { flag, limit } from '../kernel/input.ts';
import type { Links } from '../kernel/links.ts';
import { ok, present, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

/** Schema of both sides of a difference; a side without a value is absent. */
const sides = <S extends z.ZodType>(of: S) => z.object({ before: of.optional(), after: of.optional() });
const text = sides(z.string()).optional();
const booleanChange = sides(z.boolean()).optional();
const record = sides(z.record(z.string(), z.unknown())).optional();
const git = sides(gitBlob).optional();
const document = sides(z.string())
  .extend({ hunks: documentHunks })
  .optional()
  .meta({ description: 'IDs of both versions, and the changes of the text.' });

const page = z
  .object({
    id: z.string(),
    type: z.enum(['document', 'group', 'link', 'computed']),
    title: z.string(),
    path: z.string().optional(),
  })
  .meta({ id: 'ChangedPage' });
const pageAttributes = z
  .object({
    type: text,
    slug: text,
    title: text,
    emoji: text,
    icon: text,
    description: text,
    hidden: booleanChange,
    noIndex: booleanChange,
    noRobotsIndex: booleanChange,
    condition: text,
    layout: sides(layout).optional(),
    cover: sides(cover).optional(),
    variables: sides(variables).optional(),
    target: record,
    href: text,
    linkTitle: text,
    computed: record,
    computedSeed: text,
    frontMatter: record,
    document,
    git,
  })
  .meta({ id: 'ChangedPageAttributes' });
const file = z
  .object({ id: z.string(), name: z.string(), contentType: z.string(), downloadURL: uri })
  .meta({ id: 'ChangedFile' });
const dimensions = z.object({ width: z.number().int(), height: z.number().int() });
const fileAttributes = z
  .object({
    name: text,
    downloadURL: sides(uri).optional(),
    size: sides(z.number().int()).optional(),
    contentType: text,
    dimensions: sides(dimensions).optional(),
    git,
  })
  .meta({ id: 'ChangedFileAttributes' });
const reusableContent = z
  .object({ id: z.string(), title: z.string(), document: z.string().optional() })
  .meta({ id: 'ChangedReusableContent' });
const variable = z.union([z.string(), z.number(), z.boolean()]);
const place = z.number().int().meta({ description: 'Position among the siblings, counted from 0.' });

const change = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('page_created'), page }),
    z.object({ type: z.literal('page_edited'), page, attributes: pageAttributes }),
    z.object({ type: z.literal('page_deleted'), page }),
    z.object({
      type: z.literal('page_moved'),
      page,
      parent: z
        .object({ before: page.optional(), after: page.optional() })
        .meta({ description: 'Parent pages before and after; absent at the root, equal when only the order changed.' }),
      position: z.object({ before: place, after: place }),
    }),
    z.object({ type: z.literal('file_created'), file }),
    z.object({ type: z.literal('file_edited'), file, attributes: fileAttributes }),
    z.object({ type: z.literal('file_deleted'), file }),
    z.object({ type: z.literal('variables_edited'), variables: z.record(z.string(), sides(variable)) }),
    z.object({ type: z.literal('reusable_content_created'), reusableContent }),
    z.object({
      type: z.literal('reusable_content_edited'),
      reusableContent,
      attributes: z.object({ title: text, document, frontMatter: record, git }),
    }),
    z.object({ type: z.literal('reusable_content_deleted'), reusableContent }),
  ])
  .meta({ id: 'SemanticChange' });
type Change = z.input<typeof change>;

const SemanticChangesResource = resource(
  'SemanticChanges',
  z.object({
    mergedFrom: ChangeRequestResource.schema.optional(),
    changes: z.array(change),
    more: z.number().int().optional().meta({ description: 'Number of changes omitted beyond the limit.' }),
  }),
  ({ changes, more, mergedFrom }: ChangesView, links) => ({
    ...(mergedFrom && { mergedFrom: ChangeRequestResource.present(mergedFrom, links) }),
    changes: changes.map((one) => presentChange(one, links)),
    ...(more > 0 && { more }),
  }),
);

function presentChange(one: ChangeView, links: Links): Change {
  switch (one.type) {
    case 'page_created':
    case 'page_deleted':
      return { type: one.type, page: presentPageReference(one.page) };
    case 'page_moved': {
      const { before, after } = one.parent;
      return {
        type: one.type,
        page: presentPageReference(one.page),
        parent: {
          ...(before && { before: presentPageReference(before) }),
          ...(after && { after: presentPageReference(after) }),
        },
        position: one.position,
      };
    }
    case 'page_edited':
      return {
        type: one.type,
        page: presentPageReference(one.page),
        attributes: attributesOf({ ...one, fields: pageFields(one) }, pageValue) as z.input<typeof pageAttributes>,
      };
    case 'file_created':
    case 'file_deleted':
      return { type: one.type, file: presentFileReference(one.file, links) };
    case 'file_edited': {
      const [before, after] = [FileResource.present(one.before, links), FileResource.present(one.after, links)];
      const names = one.fields.map((field) => (field === 'blob' ? 'downloadURL' : field)) as (keyof typeof after)[];
      return {
        type: one.type,
        file: presentFileReference(one.after, links),
        attributes: Object.fromEntries(
          names.map((name) => [name, present({ before: before[name], after: after[name] })]),
        ) as z.input<typeof fileAttributes>,
      };
    }
    case 'reusable_content_created':
    case 'reusable_content_deleted':
      return { type: one.type, reusableContent: presentContentReference(one.reusableContent) };
    case 'reusable_content_edited':
      return {
        type: one.type,
        reusableContent: presentContentReference(one.after),
        attributes: attributesOf(one, (of, field) =>
          field === 'document' ? documentIdOf(of.id, of.document) : of[field as keyof ReusableContent],
        ) as object,
      };
    case 'variables_edited':
      return {
        type: one.type,
        variables: Object.fromEntries(
          one.variables.map(({ name, before, after }) => [name, present({ before, after })]),
        ),
      };
  }
}

/** Returns both sides of every field that differs. */
function attributesOf<T>(
  {
    before,
    after,
    fields,
    hunks,
  }: {
    readonly before: T;
    readonly after: T;
    readonly fields: readonly string[];
    readonly hunks?: ChangeView['hunks'];
  },
  valueOf: (of: T, field: string) => unknown,
): object {
  return Object.fromEntries(
    fields.map((field) => [
      field,
      {
        ...present({ before: valueOf(before, field), after: valueOf(after, field) }),
        ...(field === 'document' && hunks && { hunks: presentHunks(hunks) }),
      },
    ]),
  );
}

/** Fields of a page for comparison; a link that is only a URL has the URL as its target. */
const pageFields = ({
  after: { type, target },
  fields,
}: Extract<ChangeView, { type: 'page_edited' }>): readonly string[] =>
  type === 'link' && target === undefined && fields.includes('href') && !fields.includes('target')
    ? [...fields, 'target']
    : fields;

/** Returns a field of a page as the operations that read pages show it. */
function pageValue(of: Page, field: string): unknown {
  switch (field) {
    case 'hidden':
    case 'noIndex':
    case 'noRobotsIndex':
      return of[field] ?? false;
    case 'layout':
      return of.type === 'document' ? presentLayout(of.layout) : undefined;
    case 'target':
      return of.type === 'link' ? targetOf(of) : of.target;
    case 'document':
      return of.document && documentIdOf(of.id, of.document);
    default:
      return of[field as keyof Page];
  }
}

const presentPageReference = ({ page: { id, type, title }, path }: PageWithPath): z.input<typeof page> => ({
  id,
  type,
  title,
  ...(path !== undefined && { path }),
});
const presentContentReference = ({ id, title, document: hash }: ReusableContent): z.input<typeof reusableContent> => ({
  id,
  title,
  document: documentIdOf(id, hash),
});
function presentFileReference(view: Parameters<typeof FileResource.present>[0], links: Links): z.input<typeof file> {
  const { id, name, contentType, downloadURL } = FileResource.present(view, links);
  return { id, name, contentType, downloadURL };
}

const changesQuery = {
  limit: limit(10).meta({ description: 'Maximum number of changes.' }),
};
const revision = ({ revisionId }: ChangesView): string => revisionId;

export const changesRoutes = tagged('Content', [
  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/changes', getChangeRequestChanges, {
    summary: 'List the changes in a change request',
    query: changesQuery,
    compares: true,
    returns: ok(SemanticChangesResource),
    revision,
  }),
  route('GET /v1/spaces/:spaceId/revisions/:revisionId/changes', getRevisionSemanticChanges, {
    summary: 'List the changes in a revision',
    query: {
      ...changesQuery,
      metadata: flag().default(true).meta({
        description:
          'Whether Git metadata is included; without Git metadata, a new path in the repository is not a change.',
      }),
      computed: flag().default(true).meta({ description: 'Whether computed content is evaluated.' }),
    },
    compares: true,
    returns: ok(SemanticChangesResource),
    revision,
  }),
]);
