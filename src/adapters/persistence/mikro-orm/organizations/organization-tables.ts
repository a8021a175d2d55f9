/** Table with rows of organizations. */
export interface OrganizationTable {
  readonly name: string;
  /** Condition for the rows of the organization `$1`, whose alias is `t`. */
  readonly condition: string;
  /** Columns that follow from other rows, and get their defaults at an import. */
  readonly derived?: readonly string[];
  /** Column with numbers of the whole instance, which an import gives anew in their order. */
  readonly numbered?: string;
}

const IN_ORGANIZATION = 't.organization_id = $1';
const SPACES = '(SELECT id FROM spaces WHERE organization_id = $1)';
const IN_SPACES = `t.space_id IN ${SPACES}`;

const inOrganization = (...names: readonly string[]): OrganizationTable[] =>
  names.map((name) => ({ name, condition: IN_ORGANIZATION }));
const inSpaces = (...names: readonly string[]): OrganizationTable[] =>
  names.map((name) => ({ name, condition: IN_SPACES }));

/**
 * Temporary table with the hashes that contents of an organization refer to, directly or not, and the one with the ids
 * that its rows name.
 */
export const REACHED_HASHES = 'reached_hashes';
export const NAMED_IDS = 'named_ids';

/** Table of users, which belong to the instance: rows of the organization name them. */
export const USERS: OrganizationTable = { name: 'users', condition: `t.id IN (SELECT id FROM ${NAMED_IDS})` };
/** Table of objects, which organizations share. */
export const OBJECTS: OrganizationTable = {
  name: 'objects',
  condition: `t.hash IN (SELECT hash FROM ${REACHED_HASHES})`,
  derived: ['condemned_at'],
};

/**
 * Tables whose rows belong to one organization, each after those that its rows refer to. A table that comes to hold such
 * rows needs a line here.
 */
export const ORGANIZATION_TABLES: readonly OrganizationTable[] = [
  { name: 'organizations', condition: 't.id = $1' },
  { name: 'events', condition: IN_ORGANIZATION, numbered: 'seq' },
  ...inOrganization('members', 'email_domains', 'organization_keys', 'teams', 'team_members', 'collections'),
  {
    name: 'spaces',
    condition: IN_ORGANIZATION,
    derived: ['change_requests', 'change_requests_open', 'change_requests_draft', 'comments'],
  },
  ...inOrganization('sites', 'grants', 'invites', 'saml_providers', 'saml_identities'),
  ...inSpaces('revisions'),
  { name: 'branches', condition: IN_SPACES, derived: ['ahead'] },
  { name: 'change_requests', condition: IN_SPACES, derived: ['comments'] },
  { name: 'counters', condition: `t.scope IN ${SPACES}` },
  { name: 'reviews', condition: IN_SPACES, numbered: 'seq' },
  ...inSpaces('review_requests', 'comments'),
  {
    name: 'comment_replies',
    condition: `t.comment_id IN (SELECT id FROM comments WHERE space_id IN ${SPACES})`,
  },
  ...inOrganization('git_syncs'),
  { name: 'git_follows', condition: `t.id IN ${SPACES}` },
  ...inOrganization('site_spaces', 'site_section_groups', 'site_sections', 'site_external_links'),
  ...inOrganization('site_customizations', 'site_redirects', 'custom_fonts', 'site_mcp_servers'),
  ...inOrganization('organization_images'),
  ...inOrganization('site_share_links', 'site_publishing_auths', 'site_adaptive_schemas'),
  {
    name: 'site_events',
    condition: 't.site_id IN (SELECT id FROM sites WHERE organization_id = $1)',
    numbered: 'seq',
  },
  ...inOrganization('openapi_specs', 'openapi_spec_versions'),
  ...inOrganization('translations', 'translation_page_reviews', 'glossary_entries', 'translation_memory'),
  ...inOrganization('webhooks'),
  // Those that are still to be made stay with the instance that has the event.
  { name: 'webhook_deliveries', condition: `${IN_ORGANIZATION} AND t.status <> 'pending'` },
  ...inOrganization('import_runs', 'import_reports', 'uploads', 'stored_bytes'),
];

/** Tables that an export leaves out: derived rows, and those of the instance and its users. */
export const OMITTED_TABLES: readonly string[] = [
  'page_search',
  'search_words',
  'search_terms',
  'link_targets',
  'link_counts',
  'page_links',
  'git_places',
  'projection_backlog',
  'unsearched_pages',
  'api_tokens',
  'credentials',
  'attempts',
  'spent_marks',
  'idempotent_answers',
  'condemned_blobs',
  'collection_figures',
  'instance_fingerprints',
];
