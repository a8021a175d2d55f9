import { CUSTOMIZATION, LINK_PLACES } from '../sites/customizations.ts';
import { visitorEvent, type Place } from './places.ts';

/**
 * Field of a request that refers to an object by id; `{}` stands for the keys of a record, `[]` for the items of a
 * list.
 */
export interface SecondId {
  readonly operations: readonly string[];
  readonly field: string;
  /** Kind of the referenced object, as a key of `Place`. */
  readonly names: string;
  /** Creates a request, a body or a query, in which only this id is wrong. */
  readonly send: (id: string, place: Place) => object | string;
  /** Status of the response for a caller with all permissions in their own organization. */
  readonly status: number;
}

const inBody = (
  operations: string,
  field: string,
  names: string,
  status: number,
  send: SecondId['send'],
): SecondId => ({ operations: operations.split(' '), field, names, status, send });
const inQuery = (operations: string, field: string, names: string, status: number): SecondId =>
  inBody(operations, field, names, status, (id) => `?${field.replace('[]', '')}=${id}`);

const EDITS = 'updateSpaceContent updateChangeRequestContent';
const change = (field: string, names: string, of: (id: string, place: Place) => object, status = 400): SecondId =>
  inBody(EDITS, `changes[].${field}`, names, status, (id, place) => ({ changes: [of(id, place)] }));
const link = (kind: 'page' | 'file' | 'space', id: string): object => ({
  operation: 'insert_page',
  type: 'link',
  title: 'Link',
  target: { kind, [kind]: id },
});

const NO_WEBSITE = { type: 'website', url: 'http://127.0.0.1:9/' };

/** All fields of bodies and queries that refer to an object by id. */
export const SECOND_IDS: readonly SecondId[] = [
  inBody('updateOrganizationById', 'defaultContent.site', 'siteId', 404, (site) => ({
    defaultContent: { type: 'site', site },
  })),
  inBody('createOrganizationTeam', 'members[]', 'userId', 404, (id) => ({ title: 'Team', members: [id] })),
  inBody('updateMembersInOrganizationTeam', 'add[]', 'userId', 404, (id) => ({ add: [id] })),
  inBody('updateMembersInOrganizationTeam', 'remove[]', 'userId', 404, (id) => ({ remove: [id] })),
  inBody('updateMembersInOrganizationTeam', 'memberships{}', 'userId', 404, (id) => ({
    memberships: { [id]: { role: 'owner' } },
  })),
  inBody('inviteToSpace inviteToCollection inviteToSite', 'users[]', 'userId', 404, (id, { userId }) => ({
    role: 'read',
    users: [userId, id],
  })),
  inBody('inviteToSpace inviteToCollection inviteToSite', 'teams[]', 'teamId', 404, (id, { teamId }) => ({
    role: 'read',
    teams: [teamId, id],
  })),
  inBody('updateSpaceById', 'mergeRules.rules[].users[]', 'userId', 404, (id, { userId }) => ({
    mergeRules: { rules: [{ rule: 'allow_bypass', users: [userId, id] }] },
  })),
  inBody('updateOrganizationById', 'mergeRules.rules[].users[]', 'userId', 404, (id, { userId }) => ({
    mergeRules: { rules: [{ rule: 'allow_bypass', users: [userId, id] }] },
  })),
  inBody('renderPage', 'changeRequest', 'changeRequestId', 404, (changeRequest) => ({ changeRequest })),
  inBody('renderPage', 'revision', 'revisionId', 404, (revision) => ({ revision })),
  inBody('applyTemplateToSpace', 'changeRequestId', 'changeRequestId', 404, (changeRequestId) => ({
    id: 'changelog',
    changeRequestId,
  })),
  inBody('renderReusableContent', 'changeRequest', 'changeRequestId', 404, (changeRequest) => ({ changeRequest })),
  inBody('renderReusableContent', 'revision', 'revisionId', 404, (revision) => ({ revision })),
  inBody('requestReviewersForChangeRequest', 'users[]', 'userId', 404, (id, { userId }) => ({ users: [userId, id] })),
  inBody('requestReviewersForChangeRequest', 'teams[]', 'teamId', 404, (id, { teamId }) => ({ teams: [teamId, id] })),
  inBody('createOrganizationInvite', 'space', 'spaceId', 404, (space) => ({ space, level: 'read' })),
  inBody('createOrganizationInvite', 'collection', 'collectionId', 404, (collection) => ({
    collection,
    level: 'read',
  })),
  inBody(
    'createOrganizationSAMLProvider updateOrganizationSAMLProvider',
    'defaultTeam',
    'teamId',
    404,
    (defaultTeam) => ({ label: 'Provider', defaultTeam }),
  ),

  inBody('createSpace createCollection', 'parent', 'collectionId', 404, (parent) => ({ title: 'Lost', parent })),
  inBody('moveSpace moveCollection', 'parent', 'collectionId', 404, (parent) => ({ parent })),
  inBody('transferSpace transferCollection', 'organization', 'organizationId', 404, (organization) => ({
    organization,
  })),
  inBody('transferSpace transferCollection', 'parent', 'collectionId', 404, (parent, { organizationId }) => ({
    organization: organizationId,
    parent,
  })),
  ...(['before', 'after'] as const).flatMap((side) => [
    inBody('moveSpace moveCollection', `position.${side}.space`, 'spaceId', 400, (space) => ({
      position: { [side]: { type: 'space', space } },
    })),
    inBody('moveSpace moveCollection', `position.${side}.collection`, 'collectionId', 400, (collection) => ({
      position: { [side]: { type: 'collection', collection } },
    })),
  ]),

  inBody('createTranslation', 'source.space', 'spaceId', 404, (space) => ({
    language: 'es',
    source: { space, language: 'en' },
  })),
  inBody('startImportRun', 'source.files[]', 'fileId', 400, (key, { spaceId }) => ({
    source: { type: 'file', files: [key] },
    target: { space: spaceId },
  })),
  inBody('startImportRun', 'target.space', 'spaceId', 404, (space) => ({ source: NO_WEBSITE, target: { space } })),
  inBody('startImportRun', 'target.changeRequest', 'changeRequestId', 404, (changeRequest, { spaceId }) => ({
    source: NO_WEBSITE,
    target: { space: spaceId, changeRequest },
  })),
  inBody('startImportRun', 'target.page', 'pageId', 404, (page, { spaceId }) => ({
    source: NO_WEBSITE,
    target: { space: spaceId, page },
  })),
  inBody('startImportRun', 'site', 'siteId', 404, (site, { spaceId }) => ({
    source: NO_WEBSITE,
    target: { space: spaceId },
    site,
  })),
  inBody('updateGlossaryEntries', 'operations[].id', 'glossaryEntryId', 404, (id) => ({
    operations: [{ type: 'delete', id }],
  })),

  inBody('createSite', 'spaces[]', 'spaceId', 404, (id, { spaceId }) => ({ title: 'Lost', spaces: [spaceId, id] })),
  inBody('addSpaceToSite updateSiteSpaceById addSectionToSite', 'spaceId', 'spaceId', 404, (spaceId) => ({ spaceId })),
  inBody('addSpaceToSite', 'sectionId', 'siteSectionId', 404, (sectionId, { spaceId }) => ({ spaceId, sectionId })),
  inBody('updateSiteById updateSiteSectionById', 'defaultSiteSpace', 'siteSpaceId', 404, (defaultSiteSpace) => ({
    defaultSiteSpace,
  })),
  inBody('updateSiteById', 'defaultSiteSection', 'siteSectionId', 404, (defaultSiteSection) => ({
    defaultSiteSection,
  })),
  inBody('addSectionGroupToSite', 'sections[]', 'siteSectionId', 404, (id, { siteSectionId }) => ({
    title: 'Group',
    sections: [siteSectionId, id],
  })),
  inBody('addExternalLinkToSite updateSiteExternalLinkById', 'parent', 'siteSectionGroupId', 404, (parent) => ({
    title: 'Lost',
    url: 'https://example.com/',
    parent,
  })),
  inBody('addSectionToGroup', 'sectionId', 'siteSectionId', 404, (sectionId) => ({ sectionId })),
  inBody('sortSiteStructure', 'item.id', 'siteSectionId', 404, (id, { siteSectionGroupId }) => ({
    item: { type: 'site-section', id },
    position: { before: { type: 'site-section-group', id: siteSectionGroupId } },
  })),
  ...(['before', 'after'] as const).flatMap((side) => [
    inBody('moveSiteSpace', `position.${side}.siteSpace`, 'siteSpaceId', 404, (siteSpace) => ({
      position: { [side]: { type: 'site-space', siteSpace } },
    })),
    inBody('moveSiteSection', `position.${side}.siteSection`, 'siteSectionId', 404, (siteSection) => ({
      position: { [side]: { type: 'site-section', siteSection } },
    })),
    inBody('moveSiteSectionGroup', `position.${side}.id`, 'siteSectionId', 404, (id) => ({
      position: { [side]: { type: 'site-section', id } },
    })),
    inBody('sortSiteStructure', `position.${side}.id`, 'siteSectionGroupId', 404, (id, { siteSectionId }) => ({
      item: { type: 'site-section', id: siteSectionId },
      position: { [side]: { type: 'site-section-group', id } },
    })),
  ]),

  ...Object.entries(LINK_PLACES).flatMap(([field, of]) =>
    (['space', 'page', 'file'] as const).map((kind) =>
      inBody(
        'updateSiteCustomizationById overrideSiteSpaceCustomizationById',
        `${field}.${kind}`,
        `${kind}Id`,
        400,
        (id) => ({ ...CUSTOMIZATION, ...of({ kind, [kind]: id }) }),
      ),
    ),
  ),
  inBody('searchSiteContent', 'scope.siteSpaceIds[]', 'siteSpaceId', 404, (id, { siteSpaceId }) => ({
    query: 'words',
    scope: { mode: 'specific', siteSpaceIds: [siteSpaceId, id] },
  })),
  inBody('searchSiteContent', 'siteSpaceIds[]', 'siteSpaceId', 404, (id, { siteSpaceId }) => ({
    query: 'words',
    siteSpaceIds: [siteSpaceId, id],
  })),
  inBody('searchSiteContent', 'siteSpaceId', 'siteSpaceId', 404, (siteSpaceId) => ({
    query: 'words',
    mode: 'current',
    siteSpaceId,
  })),
  inBody('streamAskInSite', 'scope.siteSpaceIds[]', 'siteSpaceId', 404, (id, { siteSpaceId }) => ({
    question: 'words',
    scope: { mode: 'specific', siteSpaceIds: [siteSpaceId, id] },
  })),
  inBody('streamAskInSite', 'scope.includedSiteSpaces[]', 'siteSpaceId', 404, (id) => ({
    question: 'words',
    scope: { mode: 'default', includedSiteSpaces: [id] },
  })),
  inBody('streamAskInSite', 'scope.currentSiteSpace', 'siteSpaceId', 404, (currentSiteSpace) => ({
    question: 'words',
    scope: { mode: 'default', currentSiteSpace },
  })),
  inBody('streamAskInSite', 'context.siteSpaceId', 'siteSpaceId', 404, (siteSpaceId) => ({
    question: 'words',
    context: { siteSpaceId },
    scope: { mode: 'default' },
  })),
  inBody('searchSiteContent', 'scope.currentSiteSpace', 'siteSpaceId', 404, (currentSiteSpace) => ({
    query: 'words',
    scope: { mode: 'default', currentSiteSpace },
  })),
  inBody('searchSiteContent', 'scope.includedSiteSpaces[]', 'siteSpaceId', 404, (id) => ({
    query: 'words',
    scope: { mode: 'default', includedSiteSpaces: [id] },
  })),
  inBody(
    'createSiteRedirect updateSiteRedirectById',
    'destination.siteSectionId',
    'siteSectionId',
    404,
    (siteSectionId) => ({ source: '/lost', destination: { kind: 'site-section', siteSectionId } }),
  ),
  inBody('createSiteRedirect updateSiteRedirectById', 'destination.siteSpaceId', 'siteSpaceId', 404, (siteSpaceId) => ({
    source: '/lost',
    destination: { kind: 'site-space', siteSpaceId },
  })),
  inBody(
    'createSiteRedirect updateSiteRedirectById',
    'destination.pageId',
    'pageId',
    404,
    (pageId, { siteSpaceId }) => ({ source: '/lost', destination: { kind: 'site-page', siteSpaceId, pageId } }),
  ),
  inBody('createSiteRedirect updateSiteRedirectById', 'destination.spaceId', 'spaceId', 404, (spaceId) => ({
    source: '/lost',
    destination: { kind: 'path', spaceId, path: 'page' },
  })),
  inBody('bulkUpsertSiteRedirects', 'redirects[].destination.siteSectionId', 'siteSectionId', 200, (siteSectionId) => ({
    redirects: [{ source: '/lost', destination: { kind: 'site-section', siteSectionId } }],
  })),
  inBody('bulkUpsertSiteRedirects', 'redirects[].destination.siteSpaceId', 'siteSpaceId', 200, (siteSpaceId) => ({
    redirects: [{ source: '/lost', destination: { kind: 'site-space', siteSpaceId } }],
  })),
  inBody('bulkUpsertSiteRedirects', 'redirects[].destination.pageId', 'pageId', 200, (pageId, { siteSpaceId }) => ({
    redirects: [{ source: '/lost', destination: { kind: 'site-page', siteSpaceId, pageId } }],
  })),
  inBody('bulkUpsertSiteRedirects', 'redirects[].destination.spaceId', 'spaceId', 200, (spaceId) => ({
    redirects: [{ source: '/lost', destination: { kind: 'path', spaceId, path: 'page' } }],
  })),

  // Events of visitors are stored as they are, and shown to those alone who manage the site.
  ...(
    [
      ['siteSection', 'siteSectionId'],
      ['siteSpace', 'siteSpaceId'],
      ['siteShareKey', 'shareLinkId'],
      ['space', 'spaceId'],
      ['revision', 'revisionId'],
      ['page', 'pageId'],
    ] as const
  ).map(([field, names]) =>
    inBody('trackEventsInSiteById', `events[].location.${field}`, names, 204, (id, place) => ({
      events: [visitorEvent({ location: { [field]: id } }, place)],
    })),
  ),
  ...(['spaceId', 'pageId'] as const).map((field) =>
    inBody('trackEventsInSiteById', `events[].result.${field}`, field, 204, (id, place) => ({
      events: [
        visitorEvent(
          {
            type: 'search_open_result',
            query: 'words',
            result: { spaceId: place['spaceId'], pageId: place['pageId'], [field]: id },
          },
          place,
        ),
      ],
    })),
  ),

  ...(['spaceId', 'pageId'] as const).map((field) =>
    inBody('submitSiteAgentFeedback', field, field, 204, (id, { spaceId, pageId }) => ({
      feedback: 'Words',
      url: 'https://docs.example.com/',
      spaceId,
      pageId,
      [field]: id,
    })),
  ),

  change('page', 'pageId', (page) => ({ operation: 'delete_page', page })),
  change('into', 'pageId', (into) => ({
    operation: 'insert_page',
    title: 'Lost',
    document: { markdown: 'Words' },
    into,
  })),
  change(
    'revision',
    'revisionId',
    (revision, { pageId }) => ({ operation: 'revert_page', page: pageId, revision }),
    404,
  ),
  change('file', 'fileId', (file) => ({ operation: 'delete_file', file })),
  change('reusableContent', 'reusableContentId', (reusableContent) => ({
    operation: 'delete_reusable_content',
    reusableContent,
  })),
  // Covers and links may be broken like links in a text, which includes those to other organizations.
  change(
    'cover.ref.file',
    'fileId',
    (file, { pageId }) => ({ operation: 'update_page', page: pageId, cover: { ref: { kind: 'file', file } } }),
    200,
  ),
  change(
    'cover.refDark.file',
    'fileId',
    (file, { pageId, fileId }) => ({
      operation: 'update_page',
      page: pageId,
      cover: { ref: { kind: 'file', file: fileId }, refDark: { kind: 'file', file } },
    }),
    200,
  ),
  change('target.page', 'pageId', (id) => link('page', id), 200),
  change('target.file', 'fileId', (id) => link('file', id), 200),
  change('target.space', 'spaceId', (id) => link('space', id), 200),
  change('key', 'fileId', (key, { fileId }) => ({ operation: 'update_file', file: fileId, key })),
  change('files[].key', 'fileId', (key) => ({ operation: 'insert_files', files: [{ name: 'x', key }] })),
  inBody('createCustomFont updateCustomFont', 'fontFaces[].storageKey', 'fileId', 400, (storageKey) => ({
    fontFamily: 'Sample',
    fontFaces: [{ weight: 400, storageKey }],
  })),
  inBody('createOrganizationImage', 'storageKey', 'fileId', 400, (storageKey) => ({ name: 'Logo', storageKey })),
  inBody('importSpaceArchive', 'key', 'fileId', 400, (key) => ({ key })),
  inBody('postCommentInSpace postCommentInChangeRequest', 'page', 'pageId', 404, (page) => ({
    body: { markdown: 'Words' },
    page,
  })),

  inQuery('listPermissionsAggregateInSite', 'team', 'teamId', 200),
  inQuery('streamRecommendedQuestionsInSite', 'siteSpaceId', 'siteSpaceId', 404),
  inQuery('streamRecommendedQuestionsInSite', 'spaceId', 'spaceId', 404),
  inQuery('listTeamsInOrganizationById', 'owner', 'userId', 200),
  inQuery('listOrganizationAuditEvents', 'actor', 'userId', 200),
  inQuery('listOrganizationAuditEvents', 'target', 'spaceId', 200),
  inQuery('listChangeRequestsForOrganization listChangeRequestsForSpace', 'creator', 'userId', 200),
  inQuery('listChangeRequestsForOrganization listChangeRequestsForSpace', 'contributor', 'userId', 200),
  inQuery('listChangeRequestsForOrganization listChangeRequestsForSpace', 'requestedReviewer', 'userId', 200),
  inQuery('getSitePublishingPreviewById', 'siteSpace', 'siteSpaceId', 404),
  inQuery('listChangeRequestsForOrganization listImportRuns', 'site', 'siteId', 200),
  inQuery('listChangeRequestsForOrganization listSites listImportRuns', 'space', 'spaceId', 200),
  inQuery('listImportRuns', 'changeRequest', 'changeRequestId', 200),
  inQuery('listCommentsInSpace listCommentsInChangeRequest', 'targetPage', 'pageId', 200),
  inQuery('listCommentsInSpace listCommentsInChangeRequest', 'authors[]', 'userId', 200),
  inQuery('listRevisionsInSpace', 'pageId', 'pageId', 200),
  inQuery('getSpacePDF getChangeRequestPDF', 'page', 'pageId', 404),
];

/** Text fields that do not refer to an object by id, by name. */
export const PLAIN_FIELDS: ReadonlySet<string> = new Set(
  `title name displayName description events[] visitorId sessionId cookies{} ip userAgent language referrer recordId comment goal responseId kind method domain zoneId subject slug path basename hostname label emoji icon condition expression email emails[] emailDomains[] logo photoURL url ref content text
  markdown anchor variables{} translations{} type contentType base64 block[] field node limit query question previousQueries[] search shareKey agentTaskId action from to expiresAt timestamp
  light dark copyright message fontFamily source jwtToken
  headers{} model correlationId toolName command flags[] feedback summary detail workaround
  localizedTitle{} localizedDescription{} localizedMessage{} seed greeting localizedGreeting{} suggestions[] instructions handle claims visitorAuthToken
  fallbackURL proxy commitMessage entityID ssoURL certificate repoCacheID repoTreeURL repoCommitURL repoProjectDirectory directory addedReactions[] removedReactions[]`.split(
    /\s+/,
  ),
);

/**
 * Ids that belong to Quire itself, ids of parts of the changed object, filters of the operator, who sees all
 * organizations, ids of kinds that no object has, and URLs whose name is that of an id elsewhere.
 */
export const OWN_IDS: ReadonlySet<string> = new Set([
  'listInstanceJobs organization',
  'listChangeRequestsForOrganization topic',
  'listChangeRequestsForOrganization styleguideRun',
  'listChangeRequestsForSpace topic',
  'getSitePublishingPreviewById target',
  'submitAgentFeedbackToSite subject.target',
  'createSpace template.id',
  'applyTemplateToSpace id',
  'updateChangeRequestById links[].id',
  ...['updateSiteCustomizationById', 'overrideSiteSpaceCustomizationById'].flatMap((operation) =>
    ['font', 'headingFont', 'monospaceFont'].map((font) => `${operation} styling.${font}.id`),
  ),
]);
