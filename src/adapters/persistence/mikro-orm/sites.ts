import type pg from 'pg';
import type { SiteRedirectState } from '../../../domain/sites/site-redirect.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import type { PublishedSite, SiteRow, SiteFilter, SiteLocator, SiteReads } from '../../../ports/sites/site-reads.ts';
import { pageOf } from '../list-keys.ts';
import { rows, statement } from './kernel/sql.ts';
import { selectList, stateFrom } from './kernel/state-mapping.ts';
import { columnName, TABLES, type Table } from './kernel/tables.ts';

const { siteCustomizations, siteRedirects, sites, siteSpaces, siteSections, siteSectionGroups, siteExternalLinks } =
  TABLES;

/** Expression for all states of a table that belong to site `t`, as JSON. */
const allOf = (table: Table<any, any>): string =>
  `(SELECT coalesce(json_agg(json_build_object(${Object.keys(table.columns)
    .map((field) => `'${field}', x.${columnName(field)}`)
    .join(', ')})), '[]') FROM ${table.name} x WHERE x.site_id = t.id)`;

/** Spaces of site `t` that are neither deleted nor moved to another organization. */
const PRESENT = `site_spaces p JOIN spaces s ON s.id = p.space_id AND s.organization_id = t.organization_id AND s.deleted_at IS NULL`;

const publishedBy = (column: string) =>
  statement(
    `SELECT ${selectList(sites, 't', 'site.')}, f.*, g.*
   FROM sites t CROSS JOIN LATERAL (SELECT ${allOf(siteSections)} AS sections, ${allOf(siteSectionGroups)} AS groups, ${allOf(siteExternalLinks)} AS links, ${allOf(siteCustomizations)} AS looks) g LEFT JOIN LATERAL (
     SELECT ${selectList(siteSpaces, 'p', 'part.')}, s.title AS "spaceTitle", encode(b.content, 'hex') AS content, y.tree_url AS "treeUrl"
     FROM ${PRESENT} JOIN branches b ON b.id = s.id LEFT JOIN git_syncs y ON y.id = s.id WHERE p.site_id = t.id
   ) f ON true
   WHERE t.${column} = $1 AND (t.published OR $2) ORDER BY f."part.id"`,
  );
const PUBLISHED = {
  basename: publishedBy('basename'),
  hostname: publishedBy('served_hostname'),
  id: publishedBy('id'),
};
const REDIRECTS = statement(
  `SELECT ${selectList(siteRedirects, 't')} FROM site_redirects t WHERE t.site_id = $1 AND t.source = ANY($2) AND NOT t.draft`,
);
const IS_HOSTNAME = statement('SELECT EXISTS (SELECT 1 FROM sites WHERE served_hostname = $1) AS found');

export class PgSiteReads implements SiteReads {
  constructor(private readonly pool: pg.Pool) {}

  async list(
    organizationId: string,
    { spaceId, title, published, types }: SiteFilter,
    page: PageRequest,
  ): Promise<Page<SiteRow>> {
    const values: unknown[] = [organizationId];
    const where = ['t.organization_id = $1'];
    if (published !== undefined) where.push(`t.published = $${values.push(published)}`);
    if (types !== undefined) where.push(`t.type = ANY($${values.push(types)}::text[])`);
    if (title !== undefined)
      where.push(
        `strpos(lower(t.title COLLATE "und-x-icu"), lower($${values.push(title)}::text COLLATE "und-x-icu")) > 0`,
      );
    if (spaceId !== undefined)
      where.push(`EXISTS (SELECT 1 FROM ${PRESENT} WHERE p.site_id = t.id AND p.space_id = $${values.push(spaceId)})`);
    const counted = rows<{ count: number }>(
      this.pool,
      statement(`SELECT count(*) AS count FROM sites t WHERE ${where.join(' AND ')}`),
      [...values],
    );
    if (page.after !== undefined) where.push(`t.id > $${values.push(page.after)}`);
    const text = `SELECT ${selectList(sites, 't')}, (SELECT count(*) FROM ${PRESENT} WHERE p.site_id = t.id) AS "siteSpaces"
      FROM sites t WHERE ${where.join(' AND ')} ORDER BY t.id LIMIT ${page.limit + 1}`;
    const [found, [total]] = await Promise.all([rows(this.pool, statement(text), values), counted]);
    return pageOf(
      found.map((row) => ({ state: stateFrom(sites, row), siteSpaces: row.siteSpaces })),
      page.limit,
      total!.count,
      ({ state }) => state.id,
    );
  }

  async findPublished(by: SiteLocator, includeUnpublished = false): Promise<PublishedSite | undefined> {
    const [[column, value]] = Object.entries(by) as [[keyof typeof PUBLISHED, string]];
    const found = await rows(this.pool, PUBLISHED[column], [value, includeUnpublished]);
    if (found.length === 0) return undefined;
    const spaces = found
      .filter((row) => row.content !== null)
      .map((row) => ({
        siteSpace: stateFrom(siteSpaces, row, 'part.'),
        title: row.spaceTitle,
        content: row.content,
        treeUrl: row.treeUrl,
      }));
    return {
      site: stateFrom(sites, found[0], 'site.'),
      spaces,
      sections: found[0]!.sections,
      groups: found[0]!.groups,
      links: found[0]!.links,
      customizations: found[0]!.looks,
    };
  }

  async redirects(siteId: string, sources: readonly string[]): Promise<readonly SiteRedirectState[]> {
    return (await rows(this.pool, REDIRECTS, [siteId, sources])).map((row) => stateFrom(siteRedirects, row));
  }

  async isProvenHostname(hostname: string): Promise<boolean> {
    return (await rows<{ found: boolean }>(this.pool, IS_HOSTNAME, [hostname]))[0]!.found;
  }
}
