import type pg from 'pg';
import type { SiteRedirectState } from '../../../domain/sites/site-redirect.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import type { OrganizationUser, Viewer } from '../../../ports/kernel/viewer.ts';
import type { ViewerAccess } from '../../../ports/spaces.ts';
import type {
  PublishedSite,
  RedirectFilter,
  RedirectOrder,
  SiteFilter,
  SiteLocator,
  SiteReads,
  SiteRow,
} from '../../../ports/sites/site-reads.ts';
import { contains } from './kernel/contains.ts';
import { listing, sortedListing, type RowOrder } from './kernel/listing.ts';
import { rows, statement } from './kernel/sql.ts';
import { accessFactsFrom, HOLDERS, SSO_REQUIRED } from './permissions/access-facts.ts';
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
/** Orders of redirects `t`. */
const REDIRECT_ORDERS: Readonly<Record<RedirectOrder, RowOrder>> = {
  createdAt: { by: 't.created_at', type: 'timestamptz', direction: 'ASC' },
  updatedAt: { by: 'coalesce(t.updated_at, t.created_at)', type: 'timestamptz', direction: 'DESC' },
  source: { by: 't.source COLLATE "C"', type: 'text COLLATE "C"', direction: 'ASC' },
};
/** Levels granted to member `m` on site `t`. */
const GRANTED = `ARRAY(SELECT g.level FROM ${HOLDERS('m.user_id', 'm.organization_id')} h JOIN grants g ON g.holder_id = h.holder AND g.place_id = t.id)`;
/** $1 organization, $2 user, $3 origin of the credential, $4 site. */
const ACCESS = statement(
  `SELECT m.id IS NOT NULL AS "isMember", m.role, ${SSO_REQUIRED('$3::text')} AS "ssoRequired", ${GRANTED} AS granted
   FROM organizations o LEFT JOIN sites t ON t.id = $4 AND t.organization_id = o.id
   LEFT JOIN members m ON m.organization_id = o.id AND m.user_id = $2 AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = $2 AND u.disabled)
   WHERE o.id = $1`,
);
const IS_HOSTNAME = statement('SELECT EXISTS (SELECT 1 FROM sites WHERE served_hostname = $1) AS found');

/** Reads sites with their structure, and what a published site needs. */
export class PgSiteReads implements SiteReads {
  constructor(private readonly pool: pg.Pool) {}

  async access({ organizationId, userId, via }: Viewer, siteId: string): Promise<ViewerAccess | undefined> {
    const [row] = await rows<any>(this.pool, ACCESS, [organizationId, userId, via, siteId]);
    return (
      row && { access: accessFactsFrom({ ...row, effectiveDefault: 'inherit' }), ssoRequired: row.ssoRequired === true }
    );
  }

  async list(organizationId: string, filter: SiteFilter, page: PageRequest): Promise<Page<SiteRow>> {
    return this.#list({ from: 'sites t', where: [], select: '', values: [organizationId] }, filter, page, (row) => row);
  }

  async listVisible(
    { organizationId, userId }: OrganizationUser,
    filter: SiteFilter,
    page: PageRequest,
  ): ReturnType<SiteReads['listVisible']> {
    const visible = {
      from: `sites t JOIN members m ON m.organization_id = t.organization_id AND m.user_id = $2
        AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = $2 AND u.disabled)`,
      where: [`(m.role IS NOT NULL OR cardinality(${GRANTED}) > 0)`],
      select: `, true AS "isMember", m.role, ${GRANTED} AS granted`,
      values: [organizationId, userId],
    };
    return this.#list(visible, filter, page, (site, row) => ({
      ...site,
      access: accessFactsFrom({ ...row, effectiveDefault: 'inherit' }),
    }));
  }

  async #list<Site extends SiteRow>(
    of: {
      readonly from: string;
      readonly where: readonly string[];
      readonly select: string;
      readonly values: readonly unknown[];
    },
    { spaceId, title, published, types }: SiteFilter,
    page: PageRequest,
    read: (site: SiteRow, row: any) => Site,
  ): Promise<Page<Site>> {
    const values = [...of.values];
    const where = ['t.organization_id = $1', ...of.where];
    if (published !== undefined) where.push(`t.published = $${values.push(published)}`);
    if (types !== undefined) where.push(`t.type = ANY($${values.push(types)}::text[])`);
    if (title !== undefined) where.push(contains(['t.title'], `$${values.push(title)}`));
    if (spaceId !== undefined)
      where.push(`EXISTS (SELECT 1 FROM ${PRESENT} WHERE p.site_id = t.id AND p.space_id = $${values.push(spaceId)})`);
    const select = `${selectList(sites, 't')}, (SELECT count(*) FROM ${PRESENT} WHERE p.site_id = t.id) AS "siteSpaces"${of.select}`;
    return listing(this.pool, { select, from: of.from, where: where.join(' AND '), values }, page, (row) =>
      read({ state: stateFrom(sites, row), siteSpaces: row.siteSpaces }, row),
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

  async listRedirects(
    siteId: string,
    { targets, draft, search }: RedirectFilter,
    orderBy: RedirectOrder,
    page: PageRequest,
  ): Promise<Page<SiteRedirectState>> {
    const values: unknown[] = [siteId, targets];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const where = ['t.site_id = $1', 't.target = ANY($2::text[])'];
    if (draft !== undefined) where.push(`t.draft = ${parameter(draft)}`);
    if (search !== undefined) where.push(contains(['t.source'], parameter(search)));
    const list = {
      select: selectList(siteRedirects, 't'),
      from: 'site_redirects t',
      where: where.join(' AND '),
      values,
    };
    return sortedListing(this.pool, list, REDIRECT_ORDERS[orderBy], page, (row) => stateFrom(siteRedirects, row));
  }

  async redirects(siteId: string, sources: readonly string[]): Promise<readonly SiteRedirectState[]> {
    return (await rows(this.pool, REDIRECTS, [siteId, sources])).map((row) => stateFrom(siteRedirects, row));
  }

  async isProvenHostname(hostname: string): Promise<boolean> {
    return (await rows<{ found: boolean }>(this.pool, IS_HOSTNAME, [hostname]))[0]!.found;
  }
}
