import { Aggregate, type State } from '../kernel/aggregate.ts';
import { Invalid } from '../kernel/errors.ts';
import type { OrganizationId, SiteId, SiteMcpServerId } from '../kernel/id.ts';

/** Maximum number of MCP servers of one site. */
export const MAX_SITE_MCP_SERVERS = 20;
/** Limits of the headers of one MCP server. */
const MAX_MCP_HEADERS = 50;
const MAX_MCP_HEADER_NAME = 200;
export const MAX_MCP_HEADER_VALUE = 4096;

export const MCP_TRANSPORTS = ['sse', 'http'] as const;
export type McpTransport = (typeof MCP_TRANSPORTS)[number];

/** Names of header fields (RFC 9110, token). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Values of header fields: visible ASCII, with spaces and tabs inside. */
const HEADER_VALUE = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;
/** Headers that frame the message or the connection; the transport sets them. */
const TRANSPORT_HEADERS: ReadonlySet<string> = new Set(
  'connection content-length host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

export type McpHeaders = Readonly<Record<string, string>>;

export interface SiteMcpServerState extends State {
  readonly id: SiteMcpServerId;
  readonly organizationId: OrganizationId;
  readonly siteId: SiteId;
  readonly name: string;
  readonly url: string;
  readonly transport: McpTransport;
  /** Headers as JSON in a secret box: they often contain credentials. */
  readonly headers: string;
  /** Expression that decides for which visitors the server is meant; null for all. */
  readonly condition: string | null;
}

/** Fields that callers choose; the headers are sealed. */
export type SiteMcpServerFields = Pick<SiteMcpServerState, 'name' | 'url' | 'transport' | 'headers' | 'condition'>;

/** Checks names and values of headers. @throws Invalid naming the header */
export function requireHeaders(headers: McpHeaders): McpHeaders {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const field = `headers.${name.slice(0, MAX_MCP_HEADER_NAME)}`;
    const key = name.toLowerCase();
    if (!HEADER_NAME.test(name) || name.length > MAX_MCP_HEADER_NAME)
      throw Invalid.field(field, 'is not the name of an HTTP header');
    if (TRANSPORT_HEADERS.has(key)) throw Invalid.field(field, 'is set by the transport');
    if (seen.has(key)) throw Invalid.field(field, 'is given twice');
    if (!HEADER_VALUE.test(value)) throw Invalid.field(field, 'must have a value of visible ASCII characters');
    seen.add(key);
  }
  if (seen.size > MAX_MCP_HEADERS) throw Invalid.field('headers', `must have at most ${MAX_MCP_HEADERS} headers`);
  return headers;
}

/** MCP server of another party that belongs to a site. */
export class SiteMcpServer extends Aggregate<SiteMcpServerState> {
  static readonly kind = 'MCP server';
  static restore = (state: SiteMcpServerState) => new SiteMcpServer(state);

  static add(state: SiteMcpServerState): SiteMcpServer {
    const server = new SiteMcpServer(state);
    server.record('site-mcp-server.added', server.#description());
    return server;
  }

  change(to: Partial<SiteMcpServerFields>): void {
    if (Object.keys(to).length === 0) return;
    this.applySilently(to);
    this.record('site-mcp-server.changed', { ...this.#description(), fields: Object.keys(to).sort() });
  }

  remove(): void {
    this.record('site-mcp-server.removed', this.#description());
  }

  /** Describes the server for the audit log, without the path and query of its URL, which may contain secrets. */
  #description(): Readonly<Record<string, unknown>> {
    const { siteId, name, url } = this.state;
    return { siteId, name, origin: new URL(url).origin };
  }
}

/** Purpose for which the headers of an MCP server are sealed. */
export const mcpHeadersPurpose = (id: SiteMcpServerId): string => `headers of the MCP server ${id}`;
