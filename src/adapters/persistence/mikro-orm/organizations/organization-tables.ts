/** Table with rows of organizations. */
export interface OrganizationTable {
  readonly name: string;
  /** Condition for the rows of the organization `$1`, whose alias is `t`. */
  readonly condition: string;
  /** Columns that follow from other rows, and get their defaults at an import. */
  readonly derived?: readonly string[];
  /** Column with numbers of the whole instance, which an import gives anew in their order. */
  readonly numbered?: string;
  /** Columns whose ids are displayed and find nothing: what they name may have gone to another organization. */
  readonly displayed?: readonly string[];
  /** Columns that are exported as null unless a condition is met: what they name may have gone to another organization. */
  readonly kept?: Readonly<Record<string, string>>;
}

const IN_ORGANIZATION = 't.organization_id = $1';
const SPACES = '(SELECT id FROM spaces WHERE organization_id = $1)';
const IN_SPACES = `t.space_id IN ${SPACES}`;
/** Condition for rows of the organization that stayed in it when their space was transferred: they are left out. */
const IN_OWN_SPACE = `${IN_ORGANIZATION} AND ${IN_SPACES}`;
const idsInOwnSpace = (table: string): string => `(SELECT t.id FROM ${table} t WHERE ${IN_OWN_SPACE})`;
const RESULT_IN_SPACES = `t.result_space_id IN ${SPACES}`;

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
  { name: 'events', condition: IN_ORGANIZATION, numbered: 'seq', displayed: ['subject', 'space_id'] },
  ...inOrganization('members', 'email_domains', 'organization_keys', 'teams', 'team_members', 'collections'),
  {
    name: 'spaces',
    condition: IN_ORGANIZATION,
    derived: ['change_requests', 'change_requests_open', 'change_requests_draft', 'comments'],
    kept: { default_from: `t.default_from IN ${SPACES}` },
  },
  ...inOrganization('sites'),
  {
    name: 'grants',
    condition: IN_ORGANIZATION,
    kept: { copied_from: 't.copied_from IN (SELECT id FROM grants WHERE organization_id = $1)' },
  },
  ...inOrganization('invites', 'saml_providers', 'saml_identities'),
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
  { name: 'site_spaces', condition: IN_OWN_SPACE },
  ...inOrganization('site_section_groups', 'site_sections', 'site_external_links'),
  {
    name: 'site_customizations',
    condition: `${IN_ORGANIZATION} AND (t.site_space_id IS NULL OR t.site_space_id IN ${idsInOwnSpace('site_spaces')})`,
  },
  ...inOrganization('site_redirects', 'custom_fonts', 'site_mcp_servers'),
  ...inOrganization('organization_images'),
  ...inOrganization('site_share_links', 'site_publishing_auths', 'site_adaptive_schemas'),
  {
    name: 'site_events',
    condition: 't.site_id IN (SELECT id FROM sites WHERE organization_id = $1)',
    numbered: 'seq',
  },
  ...inOrganization('openapi_specs', 'openapi_spec_versions'),
  {
    name: 'translations',
    condition: IN_OWN_SPACE,
    kept: { result_space_id: RESULT_IN_SPACES, result_revision: RESULT_IN_SPACES, machine_branch: RESULT_IN_SPACES },
  },
  {
    name: 'translation_page_reviews',
    condition: `${IN_ORGANIZATION} AND t.translation_id IN ${idsInOwnSpace('translations')}`,
  },
  ...inOrganization('glossary_entries', 'translation_memory'),
  ...inOrganization('webhooks'),
  // Those that are still to be made stay with the instance that has the event.
  { name: 'webhook_deliveries', condition: `${IN_ORGANIZATION} AND t.status <> 'pending'` },
  { name: 'import_runs', condition: IN_OWN_SPACE },
  { name: 'import_reports', condition: `${IN_ORGANIZATION} AND t.id IN ${idsInOwnSpace('import_runs')}` },
  ...inOrganization('uploads', 'stored_bytes'),
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
