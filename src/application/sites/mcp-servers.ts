import { Conflict } from '../../domain/kernel/errors.ts';
import type { SiteMcpServerId } from '../../domain/kernel/id.ts';
import {
  MAX_SITE_MCP_SERVERS,
  mcpHeadersPurpose,
  requireHeaders,
  SiteMcpServer,
  type McpHeaders,
  type SiteMcpServerFields,
  type SiteMcpServerState,
} from '../../domain/sites/site-mcp-server.ts';
import type { Page, PageRequest } from '../../ports/kernel/repository.ts';
import type { Services } from '../kernel/services.ts';
import { inSite, type InSite } from '../kernel/scope.ts';
import { requirePublicUrl } from '../kernel/require-public-url.ts';
import { command, query } from '../kernel/use-case.ts';
import { requireCondition } from './audience/adaptive-schema.ts';
import { lockSite } from './structure/load-structure.ts';

type OfServer = InSite & { readonly siteMcpServerId: SiteMcpServerId };

/** MCP server as a caller sends it; an empty condition is none. */
export type SiteMcpServerInput = Omit<SiteMcpServerFields, 'headers'> & { readonly headers: McpHeaders };

/** MCP server with its headers in plain text. */
export interface SiteMcpServerView {
  readonly server: SiteMcpServerState;
  readonly headers: McpHeaders;
}

type Boxes = Pick<Services, 'secretBox'>;

/** Shows a server; headers that were sealed under another secret key are lost, as are all other secrets then. */
function view({ secretBox }: Boxes, server: SiteMcpServerState): SiteMcpServerView {
  const opened = secretBox.open(server.headers, mcpHeadersPurpose(server.id));
  return { server, headers: opened === undefined ? {} : (JSON.parse(opened) as McpHeaders) };
}

const seal = ({ secretBox }: Boxes, id: SiteMcpServerId, headers: McpHeaders): string =>
  secretBox.seal(JSON.stringify(requireHeaders(headers)), mcpHeadersPurpose(id));

const conditionOf = (text: string | null): string | null => (text === '' ? null : text);

/**
 * Lists the MCP servers of a site with their headers, which often contain credentials: read-only tokens are refused.
 * Quire stores the servers for programs that read them here, and does not call them.
 */
export const listSiteMcpServers = query<InSite & { page: PageRequest }>()({
  name: 'listSiteMcpServers',
  requires: 'site:manage',
  scope: inSite,
  needs: ['secretBox'],
  returnsSecret: true,
  async run(context, { organizationId, siteId, page }): Promise<Page<SiteMcpServerView>> {
    await context.read.sites.get({ id: siteId, organizationId });
    const { items, ...rest } = await context.read.siteMcpServers.list({ siteId, organizationId }, page);
    return { items: items.map((one) => view(context, one.snapshot())), ...rest };
  },
});

/**
 * Adds an MCP server to a site. Its headers are stored encrypted. Fails with `Invalid` for a URL in a private network,
 * for headers that HTTP does not allow and for a condition on a claim that the site's adaptive schema lacks, and with
 * `Conflict` when the site has 20 servers already.
 */
export const createSiteMcpServer = command<InSite & { body: SiteMcpServerInput }>()({
  name: 'createSiteMcpServer',
  requires: 'site:manage',
  scope: inSite,
  needs: ['ids', 'secretBox', 'web'],
  prepare: (context, { body }) => requirePublicUrl(context, body.url),
  async run(context, { organizationId, siteId, body }): Promise<SiteMcpServerView> {
    const { work, ids } = context;
    await lockSite(work, organizationId, siteId);
    if ((await work.siteMcpServers.count({ siteId })) >= MAX_SITE_MCP_SERVERS)
      throw new Conflict(`a site can have at most ${MAX_SITE_MCP_SERVERS} MCP servers; delete one first`);
    const id = ids.next();
    const { headers, ...fields } = body;
    const condition = conditionOf(body.condition);
    await requireCondition(work, siteId, condition);
    const server = SiteMcpServer.add({
      ...fields,
      id,
      organizationId,
      siteId,
      condition,
      headers: seal(context, id, headers),
    });
    await work.siteMcpServers.save(server);
    return view(context, server.snapshot());
  },
});

/** Gets an MCP server of a site with its headers; read-only tokens are refused. */
export const getSiteMcpServerById = query<OfServer>()({
  name: 'getSiteMcpServerById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['secretBox'],
  returnsSecret: true,
  run: async (context, { organizationId, siteId, siteMcpServerId: id }): Promise<SiteMcpServerView> =>
    view(context, (await context.read.siteMcpServers.get({ id, siteId, organizationId })).snapshot()),
});

/** Updates an MCP server of a site. Fields that are omitted keep their value; `headers` replaces all headers. */
export const updateSiteMcpServerById = command<OfServer & { body: Partial<SiteMcpServerInput> }>()({
  name: 'updateSiteMcpServerById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['secretBox', 'web'],
  prepare: (context, { body }) => requirePublicUrl(context, body.url),
  async run(context, { organizationId, siteId, siteMcpServerId: id, body }): Promise<SiteMcpServerView> {
    const { work } = context;
    const server = await work.siteMcpServers.get({ id, siteId, organizationId });
    const { headers, condition: newCondition, ...fields } = body;
    const condition = newCondition === undefined ? undefined : conditionOf(newCondition);
    if (condition !== server.snapshot().condition) await requireCondition(work, siteId, condition);
    server.change({
      ...(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as typeof fields),
      ...(condition !== undefined && { condition }),
      ...(headers !== undefined && { headers: seal(context, id, headers) }),
    });
    await work.siteMcpServers.save(server);
    return view(context, server.snapshot());
  },
});

/** Deletes an MCP server of a site. */
export const deleteSiteMcpServerById = command<OfServer>()({
  name: 'deleteSiteMcpServerById',
  requires: 'site:manage',
  scope: inSite,
  async run({ work }, { organizationId, siteId, siteMcpServerId: id }): Promise<boolean> {
    await lockSite(work, organizationId, siteId);
    const server = await work.siteMcpServers.find({ id, siteId, organizationId });
    if (server === undefined) return false;
    server.remove();
    await work.siteMcpServers.delete(server);
    return true;
  },
});
