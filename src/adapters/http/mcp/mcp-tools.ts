import * as z from 'zod';
import { TimeSlices } from '../../../application/kernel/time-slices.ts';
import { presentedItems } from '../kernel/lazy-list.ts';
import type { ToolDescription } from './mcp-server.ts';
import type { OperationRequest } from './operation-caller.ts';

/** Tool of the MCP server: an operation of the API in the form that language models can call. */
export interface McpTool extends ToolDescription {
  /** Returns the request to the API. */
  request(input: any): OperationRequest;
  /** Shortens the answer of the API to what a model needs. */
  present(body: any, input: any): unknown | Promise<unknown>;
}

/** Number of pages that one call of `list_pages` returns. */
export const PAGES_PER_CALL = 500;

const id = (what: string) => z.string().min(1).max(100).describe(`ID of the ${what}.`);
const organizationId = id('organization, from list_organizations');
const spaceId = id('space, from list_spaces or a search result');
const changeRequestId = id('change request, or its number within the space');
const optionalChangeRequest = changeRequestId
  .optional()
  .describe('ID of a change request whose content is read; the published content by default.');
const cursor = z.string().max(2000).optional().describe('`next` of the previous answer, for the following results.');
const title = z.string().min(1).describe('Title of the page.');
const markdown = z.string().describe('Text of the page as Markdown, without the title.');

const change = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('insert_page'),
    title,
    markdown,
    parent: z.string().optional().describe('ID of the parent page; the top level by default.'),
    position: z.number().int().min(0).optional().describe('Position among the siblings, from 0; last by default.'),
  }),
  z.object({
    operation: z.literal('update_page'),
    page: id('page'),
    title: title.optional(),
    markdown: markdown.optional().describe('New text of the whole page as Markdown, without the title.'),
    description: z.string().optional().describe('Summary shown below the title.'),
  }),
  z.object({ operation: z.literal('delete_page'), page: id('page') }),
]);

/** Converts a change of the tool to one of the API. */
function presentChange(input: z.output<typeof change>): object {
  switch (input.operation) {
    case 'insert_page': {
      const { parent, position, markdown: text, ...page } = input;
      return { ...page, document: { markdown: text }, ...(parent && { into: parent }), at: position };
    }
    case 'update_page': {
      const { markdown: text, ...page } = input;
      return { ...page, ...(text !== undefined && { document: { markdown: text } }) };
    }
    case 'delete_page':
      return input;
  }
}

const nextOf = (body: any): { next?: string } => (body.next === undefined ? {} : { next: body.next.page });
const inChangeRequest = (input: { changeRequestId?: string }): string =>
  input.changeRequestId === undefined ? '' : 'InChangeRequest';
const pathOf = ({ spaceId: space, changeRequestId: request }: any): Record<string, string> => ({
  spaceId: space,
  ...(request !== undefined && { changeRequestId: request }),
});

/** A page of a tree, as the API answers it. */
interface PageNode {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly path?: string;
  readonly pages?: readonly PageNode[];
}

/** Lists the pages of a tree in reading order, with their depth. */
function* flatten(pages: readonly PageNode[], depth = 0): Generator<object> {
  for (const { id: page, type, title: name, path, pages: children = [] } of presentedItems(pages)) {
    yield { pageId: page, type, title: name, path, depth };
    yield* flatten(children, depth + 1);
  }
}

const presentHit = ({ id: page, title: name, path, sections, urls }: any): object => ({
  pageId: page,
  title: name,
  path,
  url: urls?.app,
  sections: sections?.slice(0, 3).map(({ title: heading, body }: any) => ({ title: heading, text: body })),
});

const presentChangeRequest = ({ id: request, number, status, subject, updatedAt, urls }: any): object => ({
  changeRequestId: request,
  number,
  status,
  subject,
  updatedAt,
  url: urls?.app,
});

const presentEdit = (body: any): object =>
  presentChangeRequest('changeRequest' in body ? { ...body.changeRequest } : body);

/** All tools, in the order in which they are listed. */
export const MCP_TOOLS: readonly McpTool[] = [
  {
    name: 'list_organizations',
    title: 'List organizations',
    description: 'Lists the organizations that the token can access.',
    input: z.object({ cursor }),
    isReadOnly: true,
    request: (input) => ({ operationId: 'listOrganizationsForAuthenticatedUser', query: { page: input.cursor } }),
    present: (body) => ({
      organizations: body.items.map(({ id: organization, title: name }: any) => ({
        organizationId: organization,
        title: name,
      })),
      ...nextOf(body),
    }),
  },
  {
    name: 'list_spaces',
    title: 'List spaces',
    description: 'Lists the spaces of an organization. A space is a versioned tree of pages.',
    input: z.object({ organizationId, cursor }),
    isReadOnly: true,
    request: (input) => ({
      operationId: 'listSpacesInOrganizationById',
      path: { organizationId: input.organizationId },
      query: { page: input.cursor },
    }),
    present: (body) => ({
      spaces: body.items.map(({ id: space, title: name, urls, editMode }: any) => ({
        spaceId: space,
        title: name,
        editMode,
        url: urls?.app,
      })),
      ...nextOf(body),
    }),
  },
  {
    name: 'list_pages',
    title: 'List pages',
    description: `Lists the pages of a space in reading order, at most ${PAGES_PER_CALL} for each call.`,
    input: z.object({
      spaceId,
      changeRequestId: optionalChangeRequest,
      offset: z.number().int().min(0).default(0).describe('Number of pages to skip; `nextOffset` of the last answer.'),
    }),
    isReadOnly: true,
    request: (input) => ({ operationId: `listPages${inChangeRequest(input)}`, path: pathOf(input) }),
    async present(body, { offset }) {
      const end = offset + PAGES_PER_CALL;
      const slices = new TimeSlices();
      const pages = [];
      let total = 0;
      for (const page of flatten(body.pages)) {
        if (total >= offset && total < end) pages.push(page);
        total++;
        if (slices.isOver) await slices.next();
      }
      return { pages, total, ...(end < total && { nextOffset: end }) };
    },
  },
  {
    name: 'search',
    title: 'Search pages',
    description: 'Searches the pages of one space, or of all spaces of an organization, by words and "phrases".',
    input: z.object({
      query: z.string().min(1).max(512).describe('Words to search for.'),
      organizationId: organizationId.optional(),
      spaceId: spaceId.optional().describe('ID of the space to search; all spaces of the organization by default.'),
      cursor,
    }),
    isReadOnly: true,
    request: ({ query, organizationId: organization = '', spaceId: space, cursor: page }): OperationRequest => ({
      ...(space === undefined
        ? { operationId: 'searchOrganizationContent', path: { organizationId: organization } }
        : { operationId: 'searchSpaceContent', path: { spaceId: space } }),
      query: { query, page },
    }),
    present: (body, { spaceId: space }) => ({
      results:
        space === undefined
          ? body.items.map(({ id: found, title: name, pages }: any) => ({
              spaceId: found,
              title: name,
              pages: pages.map(presentHit),
            }))
          : body.items.map(presentHit),
      ...nextOf(body),
    }),
  },
  {
    name: 'read_page',
    title: 'Read a page',
    description: 'Reads one page of a space as Markdown, by its ID or by its path.',
    input: z.object({
      spaceId,
      pageId: id('page').optional(),
      path: z.string().max(10_000).optional().describe('Path of the page within the space, instead of its ID.'),
      changeRequestId: optionalChangeRequest,
    }),
    isReadOnly: true,
    request: (input) => ({
      operationId: `getPage${inChangeRequest(input)}By${input.pageId === undefined ? 'Path' : 'Id'}`,
      path: {
        ...pathOf(input),
        ...(input.pageId === undefined ? { pagePath: input.path ?? '' } : { pageId: input.pageId }),
      },
      query: { format: 'markdown' },
    }),
    present: ({ id: page, type, title: name, path, description, updatedAt, markdown: text, urls }) => ({
      pageId: page,
      type,
      title: name,
      path,
      description,
      updatedAt,
      url: urls?.app,
      markdown: text,
    }),
  },
  {
    name: 'list_change_requests',
    title: 'List change requests',
    description: 'Lists the change requests of a space: proposed edits that can be reviewed and merged.',
    input: z.object({ spaceId, status: z.enum(['draft', 'open', 'archived', 'merged']).default('open'), cursor }),
    isReadOnly: true,
    request: (input) => ({
      operationId: 'listChangeRequestsForSpace',
      path: pathOf(input),
      query: { status: input.status, page: input.cursor },
    }),
    present: (body) => ({ changeRequests: body.items.map(presentChangeRequest), ...nextOf(body) }),
  },
  {
    name: 'create_change_request',
    title: 'Create a change request',
    description: 'Creates a change request, in which pages can be edited without changing what is published.',
    input: z.object({ spaceId, subject: z.string().max(100).describe('What the change is about.') }),
    isReadOnly: false,
    request: (input) => ({
      operationId: 'createChangeRequest',
      path: { spaceId: input.spaceId },
      body: { subject: input.subject },
    }),
    present: presentChangeRequest,
  },
  {
    name: 'edit_change_request',
    title: 'Edit pages in a change request',
    description: 'Inserts, updates and deletes pages in a change request. Either all changes are made or none.',
    input: z.object({ spaceId, changeRequestId, changes: z.array(change).min(1).max(50) }),
    isReadOnly: false,
    request: (input) => ({
      operationId: 'updateChangeRequestContent',
      path: pathOf(input),
      body: { changes: input.changes.map(presentChange) },
    }),
    present: presentEdit,
  },
  {
    name: 'list_changes',
    title: 'List changes',
    description: 'Lists what a change request changes compared with the content that it is based on.',
    input: z.object({ spaceId, changeRequestId }),
    isReadOnly: true,
    request: (input) => ({ operationId: 'getChangeRequestChanges', path: pathOf(input), query: { limit: 100 } }),
    present: ({ changes, more }) => ({ changes, more }),
  },
];
