import * as z from 'zod';
import {
  createSiteMcpServer,
  deleteSiteMcpServerById,
  getSiteMcpServerById,
  listSiteMcpServers,
  updateSiteMcpServerById,
  type SiteMcpServerView,
} from '../../../application/sites/mcp-servers.ts';
import { MAX_MCP_HEADER_VALUE, MCP_TRANSPORTS } from '../../../domain/sites/site-mcp-server.ts';
import { condition, serviceUrl, uri, visibleTitle } from '../kernel/fields.ts';
import { created, list, ok, present, removed, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

const SiteMcpServerResource = resource(
  'SiteMcpServer',
  z.object({
    object: z.literal('site-mcp-server'),
    id: z.string(),
    name: z.string(),
    url: z.string(),
    transport: z.enum(MCP_TRANSPORTS),
    headers: z.record(z.string(), z.string()).meta({ description: 'HTTP headers of requests to the server.' }),
    condition: z.string().optional(),
    urls: z.object({ location: uri }),
  }),
  ({ server, headers }: SiteMcpServerView, links) => ({
    object: 'site-mcp-server' as const,
    id: server.id,
    name: server.name,
    url: server.url,
    transport: server.transport,
    headers,
    ...present({ condition: server.condition }),
    urls: { location: links.api('orgs', server.organizationId, 'sites', server.siteId, 'mcp-servers', server.id) },
  }),
);

const ALL = '/v1/orgs/:organizationId/sites/:siteId/mcp-servers' as const;
const ONE = `${ALL}/:siteMcpServerId` as const;

const name = visibleTitle(1, 100);
const transport = z.enum(MCP_TRANSPORTS);
const headers = z.record(z.string(), z.string().max(MAX_MCP_HEADER_VALUE)).meta({
  description: [
    'HTTP headers of requests to the server. Each must have a value of visible ASCII characters.',
    'A name that is not the name of an HTTP header, is set by the transport or is given twice is refused.',
  ].join(' '),
});
const visibleTo = condition
  .nullable()
  .meta({ description: 'Condition on the claims of visitors for whom the server is meant; null for all.' });

export const siteMcpServerRoutes = tagged('Sites', [
  route(`GET ${ALL}`, listSiteMcpServers, {
    summary: 'List the MCP servers of a site',
    paged: true,
    returns: list(SiteMcpServerResource),
  }),
  route(`POST ${ALL}`, createSiteMcpServer, {
    summary: 'Add an MCP server to a site',
    cost: 'heavy',
    body: z.object({
      name,
      url: serviceUrl,
      transport: transport.default('sse'),
      headers: headers.default({}),
      condition: visibleTo.default(null),
    }),
    returns: created(SiteMcpServerResource),
  }),
  route(`GET ${ONE}`, getSiteMcpServerById, {
    summary: 'Get an MCP server of a site',
    returns: ok(SiteMcpServerResource),
  }),
  route(`PATCH ${ONE}`, updateSiteMcpServerById, {
    summary: 'Update an MCP server of a site',
    body: z.object({
      name: name.optional(),
      url: serviceUrl.optional(),
      transport: transport.optional(),
      headers: headers.optional(),
      condition: visibleTo.optional(),
    }),
    returns: ok(SiteMcpServerResource),
  }),
  route(`DELETE ${ONE}`, deleteSiteMcpServerById, {
    summary: 'Delete an MCP server of a site',
    returns: removed,
  }),
]);
