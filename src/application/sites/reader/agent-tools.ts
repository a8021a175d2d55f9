import { DomainError } from '../../../domain/kernel/errors.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';

/** Path of the MCP server of a site below the site. */
export const MCP_PATH = `${RESERVED_SEGMENT}/mcp`;

/** Number of results of one search, and of pages of one list. */
export const AGENT_RESULTS = 10;
export const AGENT_PAGES = 500;
/** Number of characters of one part of a page. */
export const AGENT_TEXT = 40_000;

/** Result of a search: a page, or a section of a page. */
export interface AgentHit {
  readonly title: string;
  readonly url: string;
  readonly breadcrumbs: readonly string[];
  readonly excerpt?: string;
}

/** Page of a list. */
export interface AgentPage {
  readonly title: string;
  readonly url: string;
  readonly description?: string;
  /** Title of the space or section of the page, on sites with several. */
  readonly section?: string;
}

/** Part of a page as Markdown. */
export interface AgentText {
  readonly title: string;
  readonly url: string;
  readonly markdown: string;
  /** Number of characters of the whole page. */
  readonly length: number;
  readonly nextOffset?: number;
}

/** No page that the visitor may read, and that agents may list, has the URL. */
export class UnknownSitePage extends DomainError {
  readonly category = 'not-found';
  constructor() {
    super('no page of this site has this URL; find the URLs of pages with search or list_pages');
  }
}

/** Reads of a site that an agent makes for one visitor. */
export interface AgentTools {
  /** Title of the site. */
  readonly title: string;
  /** Searches the site. @param page number of the page of results, from 1 */
  find(
    text: string,
    page: number,
  ): Promise<{ readonly results: readonly AgentHit[]; readonly total: number; readonly nextPage?: number }>;
  /** Lists pages in the order of the navigation. @param offset number of pages to skip */
  listPages(
    offset: number,
  ): Promise<{ readonly pages: readonly AgentPage[]; readonly total: number; readonly nextOffset?: number }>;
  /**
   * Reads a part of a page as Markdown.
   * @param page URL of the page, or its path within the site
   * @param offset number of characters to skip
   * @throws UnknownSitePage
   */
  readPage(page: string, offset: number): Promise<AgentText>;
}

/** Describes the server to a person who opens its URL in a browser. */
export function mcpServerText(title: string, url: string): string {
  const config = { mcpServers: { [mcpServerName(title)]: { type: 'http', url } } };
  return [
    `This is the MCP server of ${title.replace(/\s+/g, ' ')}. Assistants and agents that speak the Model Context Protocol`,
    '(https://modelcontextprotocol.io) search and read its pages here. Add it to yours:',
    '',
    JSON.stringify(config, undefined, 2),
    '',
  ].join('\n');
}

/** Returns the name under which clients list the server of a site. */
export function mcpServerName(title: string): string {
  const name = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .toWellFormed();
  return name === '' ? 'docs' : name;
}
