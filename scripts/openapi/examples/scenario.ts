import type { ClientBody } from './client-methods.ts';

/** Values of the parameters of a path, by their names. */
export type Parameters = Readonly<Record<string, string>>;

export interface CallOptions<Body = unknown> {
  readonly body?: Body;
  readonly query?: Readonly<Record<string, string>>;
  /** API token of the caller; that of the administrator by default. */
  readonly token?: string;
}

/** Clock of the instance. */
export interface ScenarioClock {
  /** Advances by less than examples show, so that things made one after the other are in that order. */
  tick(): void;
  /** Advances by some minutes. */
  later(): void;
}

/** Client that calls operations by their names. */
export interface Caller {
  /** API token of calls that bring none. */
  token: string;
  /** Lets some minutes pass. */
  later(): void;
  /** Calls an operation. @returns the body of the response @throws Error unless it succeeds as its route says */
  call<const Operation extends string>(
    operation: Operation,
    parameters?: Parameters,
    options?: CallOptions<ClientBody<Operation>>,
  ): Promise<any>;
  /** Calls an operation while waiting, or to read what the next call needs; such calls are not examples. */
  peek(operation: string, parameters?: Parameters, options?: CallOptions): Promise<any>;
}

/** Addresses and secrets of a run of the scenario. */
export interface ScenarioInput {
  /** Address of the instance. */
  readonly url: string;
  /** Its address as it states it in responses. */
  readonly publicUrl: string;
  /** Origin of the website with `PAGES`. */
  readonly website: string;
  /** URL of a Git repository with a page. */
  readonly repository: string;
  /** Certificate of the identity provider, as PEM. */
  readonly certificate: string;
  /** Instant in less than a year at which an API token expires, in ISO 8601. */
  readonly expiresAt: string;
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

/** The website from which pages are imported. */
export const PAGES: Readonly<Record<string, string>> = {
  // Takes the messages of the webhook.
  '/hooks': '',
  '/robots.txt': 'User-agent: *\nAllow: /\n',
  '/backups': page('Backups', '<p>Acme Cloud backs up every database each night and keeps backups for 30 days.</p>'),
  '/billing': page('Billing', '<p>Invoices are sent on the first day of each month.</p>'),
  '/limits': page('Limits', '<p>Each project can have up to 50 databases.</p>'),
  '/regions': page('Regions', '<p>Databases can run in Europe, North America and Asia.</p>'),
};

/** Answer of the engine of the scenario to every question. */
export const ANSWER = 'Open the console and create a project. Then deploy to it.';

/** Translations that the translation engine of the scenario knows; other texts stay in English. */
export const TRANSLATED: Readonly<Record<string, string>> = {
  'Getting started': 'Primeros pasos',
  'Create a project in the console.': 'Cree un proyecto en la consola.',
  'Open the console and create a project.': 'Abra la consola y cree un proyecto.',
  Deploy: 'Desplegar',
};

const API_SPEC = (version: string, more: object = {}): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Acme API', version },
    paths: {
      '/projects': {
        get: {
          operationId: 'listProjects',
          summary: 'List projects',
          responses: { 200: { description: 'The projects of the account' } },
        },
      },
      ...more,
    },
  });
const NEW_PATH = {
  '/databases': {
    get: {
      operationId: 'listDatabases',
      summary: 'List databases',
      responses: { 200: { description: 'The databases of the project' } },
    },
  },
};

const WAIT_MS = 25;
const MAX_WAITS = 800;

/** Polls until a condition holds. @throws Error when it does not within twenty seconds */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  throw new Error(`${what} took too long`);
}

/** A document of one paragraph. */
const documentOf = (text: string) =>
  ({
    object: 'document',
    data: { schemaVersion: 2 },
    nodes: [
      {
        object: 'block',
        type: 'paragraph',
        isVoid: false,
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
      },
    ],
  }) as const;

interface Scene {
  readonly recorder: Caller;
  readonly input: ScenarioInput;
  readonly operator: string;
  readonly organizationId: string;
  /** User IDs. */
  readonly ada: string;
  readonly ben: string;
  readonly chloe: string;
  /** API tokens. */
  readonly benToken: string;
  readonly chloeToken: string;
  readonly teamId: string;
}

/** Walks through every operation as a small organization would use them. */
export async function walk(recorder: Caller, input: ScenarioInput): Promise<void> {
  const scene = await people(recorder, input);
  await invitations(scene);
  await library(scene);
  const space = await content(scene);
  await comments(scene, space);
  await changeRequest(scene, space);
  await imports(scene, space);
  await specifications(scene, space);
  await site(scene, space);
  await translation(scene);
  await webhooks(scene);
  await leaving(scene);
}

async function people(recorder: Caller, input: ScenarioInput): Promise<Scene> {
  const operator = recorder.token;
  await recorder.call('getApiInformation');
  const create = async (displayName: string, email: string): Promise<{ id: string; token: string }> => {
    const { id } = await recorder.call('createUser', {}, { token: operator, body: { email, displayName } });
    const { token } = await recorder.call(
      'createApiTokenOfUser',
      { userId: id },
      { token: operator, body: { name: 'Deploy script' } },
    );
    return { id, token };
  };
  const ada = await create('Ada Park', 'ada@acme.example');
  const ben = await create('Ben Ortiz', 'ben@acme.example');
  const chloe = await create('Chloe Martin', 'chloe@acme.example');
  recorder.token = ada.token;
  const asOperator = { token: operator };
  await recorder.call('createPasswordLink', { userId: ben.id }, asOperator);
  await recorder.call('listUsers', { search: 'acme.example' }, asOperator);
  await recorder.call('listApiTokensOfUser', { userId: ada.id }, asOperator);
  const spare = await recorder.call(
    'createApiTokenOfUser',
    { userId: ben.id },
    { ...asOperator, body: { name: 'Laptop' } },
  );
  await recorder.call('deleteApiTokenOfUser', { userId: ben.id, tokenId: spare.id }, asOperator);
  await recorder.call('updateUserByOperator', { userId: ben.id }, { ...asOperator, body: { twoFactor: false } });

  await recorder.call('getAuthenticatedUser');
  await recorder.call(
    'updateUserById',
    { userId: ada.id },
    { body: { displayName: 'Ada Park', photoURL: 'https://acme.example/people/ada.png' } },
  );
  const own = await recorder.call(
    'createApiToken',
    {},
    { body: { name: 'Continuous integration', expiresAt: input.expiresAt, readOnly: true } },
  );
  await recorder.call('listApiTokens');
  await recorder.call('deleteApiToken', { tokenId: own.id });

  const { id: organizationId } = await recorder.call(
    'createOrganization',
    {},
    { body: { title: 'Acme', emailDomains: ['acme.example'] } },
  );
  const at = { organizationId };
  recorder.later();
  await recorder.call('updateOrganizationById', at, {
    body: { hostname: 'acme', type: 'business', useCase: 'productDocs', defaultRole: 'read', inviteLinks: true },
  });
  await recorder.call('listOrganizationsForAuthenticatedUser');
  await recorder.call('getOrganizationById', at);
  await recorder.call('getSubdomain', { subdomain: 'acme' });
  await recorder.call('listInstanceOrganizations', { search: 'acme' }, asOperator);
  await recorder.call('getInstanceOrganization', at, asOperator);
  await recorder.call('updateOrganizationByOperator', at, { ...asOperator, body: { sso: false } });
  await recorder.call('listEmailDomains', at);
  await recorder.call('checkEmailDomain', { ...at, emailDomain: 'acme.example' });
  await recorder.call('setEmailDomainProof', { ...at, emailDomain: 'acme.example' }, asOperator);
  await recorder.call('getOrganizationsForEmailDomain', { emailDomain: 'acme.example' }, asOperator);

  await recorder.call('setOrganizationMember', { ...at, userId: ben.id }, { ...asOperator, body: { role: 'edit' } });
  await recorder.call('setOrganizationMember', { ...at, userId: chloe.id }, { ...asOperator, body: { role: 'read' } });
  await recorder.call('joinOrganization', at, { token: chloe.token });
  await recorder.call('deleteEmailDomainProof', { ...at, emailDomain: 'acme.example' }, asOperator);
  await recorder.call('listOrganizationMembers', at, asOperator);
  await recorder.call('getUserById', { userId: ben.id });
  await recorder.call('listMembersInOrganizationById', at, { query: { limit: '2' } });
  await recorder.call('updateMemberInOrganizationById', { ...at, userId: ben.id }, { body: { role: 'create' } });
  await recorder.call('getMemberInOrganizationById', { ...at, userId: ben.id });
  await recorder.call('setUserAsSSOMemberForOrganization', { ...at, userId: chloe.id });
  await recorder.call('updateOrganizationMemberLastSeenAt', at);
  await recorder.call('getOrganizationKeys', at);

  const { id: teamId } = await recorder.call('createOrganizationTeam', at, {
    body: { title: 'Writers', members: [ben.id] },
  });
  const ofTeam = { ...at, teamId };
  await recorder.call('updateTeamInOrganizationById', ofTeam, { body: { title: 'Technical writers' } });
  await recorder.call('getTeamInOrganizationById', ofTeam);
  await recorder.call('listTeamsInOrganizationById', at);
  await recorder.call('updateMembersInOrganizationTeam', ofTeam, {
    body: { add: ['ada@acme.example'], memberships: { [ben.id]: { role: 'owner' } } },
  });
  await recorder.call('addMemberToOrganizationTeamById', { ...ofTeam, userId: chloe.id }, { body: { role: 'member' } });
  await recorder.call('listTeamMembersInOrganizationById', ofTeam);
  await recorder.call('deleteMemberFromOrganizationTeamById', { ...ofTeam, userId: ada.id });
  await recorder.call('listTeamsForOrganizationMember', { ...at, userId: ben.id });

  const provider = {
    ...at,
    samlProviderId: (
      await recorder.call('createOrganizationSAMLProvider', at, {
        body: {
          label: 'Acme directory',
          entityID: 'https://login.acme.example/saml',
          ssoURL: 'https://login.acme.example/saml/sso',
          certificate: input.certificate,
          defaultTeam: teamId,
          defaultRole: 'read',
        },
      })
    ).id,
  };
  await recorder.call('listSAMLProvidersInOrganizationById', at);
  await recorder.call('getOrganizationSAMLProviderById', provider);
  await recorder.call('listSSOProviderLoginsInOrganization', at);
  await recorder.call('updateOrganizationSAMLProvider', provider, {
    body: { label: 'Acme single sign-on', idpInitiated: true },
  });
  await recorder.call('deleteOrganizationSAMLProvider', provider);

  const { items } = await recorder.call('listOrganizationAuditEvents', at);
  await recorder.call('listOrganizationAuditEventActions', at);
  await recorder.call('getOrganizationAuditEvent', { ...at, auditEventId: items[0].id });
  return {
    recorder,
    input,
    operator,
    organizationId,
    ada: ada.id,
    ben: ben.id,
    chloe: chloe.id,
    benToken: ben.token,
    chloeToken: chloe.token,
    teamId,
  };
}

async function invitations({ recorder, operator, organizationId }: Scene): Promise<void> {
  recorder.later();
  const at = { organizationId };
  await recorder.call('inviteUsersToOrganization', at, {
    body: { emails: ['dan@acme.example', { email: 'eve@partner.example', role: null }], role: 'comment' },
  });
  const { items } = await recorder.call('listInvitationsInOrganization', at);
  await recorder.call('deleteInvitationInOrganization', { ...at, inviteId: items[0].id });
  const { id: inviteId } = await recorder.call('createOrganizationInvite', at, { body: { role: 'read' } });
  const link = { ...at, inviteId };
  await recorder.call('getOrganizationInviteLink', link);
  await recorder.call('listOrganizationInviteLinks', at);
  await recorder.call('updateOrganizationInviteById', link, { body: { role: 'comment' } });
  const frank = await recorder.call(
    'createUser',
    {},
    { token: operator, body: { email: 'frank@partner.example', displayName: 'Frank Ito' } },
  );
  const { token } = await recorder.call(
    'createApiTokenOfUser',
    { userId: frank.id },
    { token: operator, body: { name: 'Laptop' } },
  );
  await recorder.call('joinOrganizationWithInvite', link, { token });
  await recorder.call('deleteOrganizationInviteById', link);
}

async function library({ recorder, organizationId, ben, teamId }: Scene): Promise<void> {
  recorder.later();
  const at = { organizationId };
  const { id: parent } = await recorder.call('createCollection', at, { body: { title: 'Guides' } });
  const { id: collectionId } = await recorder.call('createCollection', at, { body: { title: 'Internal', parent } });
  const ofCollection = { collectionId };
  await recorder.call('listCollectionsInOrganizationById', at);
  await recorder.call('getCollectionById', ofCollection);
  await recorder.call('updateCollectionById', ofCollection, {
    body: { title: 'Internal guides', description: 'For employees of Acme', defaultLevel: 'read' },
  });
  const { id: spaceId } = await recorder.call('createSpace', at, {
    body: { title: 'Handbook', emoji: '1f4d8', parent: collectionId, editMode: 'live' },
  });
  const ofSpace = { spaceId };
  await recorder.call('listSpacesInCollectionById', ofCollection);
  await recorder.call('listSpacesInOrganizationById', at);
  await recorder.call('getSpaceById', ofSpace);
  await recorder.call('updateSpaceById', ofSpace, {
    body: { title: 'Employee handbook', mergeRules: { approvals: 1, commentsResolved: true } },
  });
  const { id: copy } = await recorder.call('duplicateSpace', ofSpace);
  await recorder.call(
    'moveSpace',
    { spaceId: copy },
    { body: { parent, position: { before: { type: 'collection', collection: collectionId } } } },
  );
  await recorder.call('transferSpace', { spaceId: copy }, { body: { organization: organizationId, parent: null } });
  await recorder.call('deleteSpaceById', { spaceId: copy });
  await recorder.call('restoreSpace', { spaceId: copy });
  await recorder.call('moveCollection', ofCollection, { body: { parent: null } });
  await recorder.call('transferCollection', ofCollection, { body: { organization: organizationId, parent } });

  await recorder.call('inviteToSpace', ofSpace, { body: { role: 'edit', users: [ben], teams: [teamId] } });
  await recorder.call('listUserPermissionsInSpace', ofSpace);
  await recorder.call('listTeamPermissionsInSpace', ofSpace);
  await recorder.call('listPermissionsAggregateInSpace', ofSpace);
  await recorder.call('listReviewersInSpace', ofSpace);
  await recorder.call('updateUserPermissionInSpace', { ...ofSpace, userId: ben }, { body: { role: 'review' } });
  await recorder.call('updateTeamPermissionInSpace', { ...ofSpace, teamId }, { body: { role: 'comment' } });
  await recorder.call('removeUserFromSpace', { ...ofSpace, userId: ben });
  await recorder.call('removeTeamFromSpace', { ...ofSpace, teamId });
  await recorder.call('inviteToCollection', ofCollection, { body: { role: 'edit', users: [ben], teams: [teamId] } });
  await recorder.call('listUserPermissionsInCollection', ofCollection);
  await recorder.call('listTeamPermissionsInCollection', ofCollection);
  await recorder.call('listPermissionsAggregateInCollection', ofCollection);
  await recorder.call(
    'updateUserPermissionInCollection',
    { ...ofCollection, userId: ben },
    { body: { role: 'review' } },
  );
  await recorder.call('updateTeamPermissionInCollection', { ...ofCollection, teamId }, { body: { role: 'comment' } });
  await recorder.call('listSpacesForOrganizationMember', { ...at, userId: ben });
  await recorder.call('removeUserFromCollection', { ...ofCollection, userId: ben });
  await recorder.call('removeTeamFromCollection', { ...ofCollection, teamId });
  await recorder.call('deleteCollectionById', ofCollection);
}

/** A space with pages, a file and reusable content. */
interface Content {
  readonly spaceId: string;
  readonly pageId: string;
  readonly fileId: string;
  readonly reusableContentId: string;
  readonly revisionId: string;
}

const START = `Open the console and create a project.

See [Deploy](deploy.md) for the next step, and the [console](https://console.acme.example) itself.
`;

async function content({ recorder, organizationId }: Scene): Promise<Content> {
  recorder.later();
  const { id: spaceId } = await recorder.call('createSpace', { organizationId }, { body: { title: 'Product docs' } });
  const at = { spaceId };
  const edited = await recorder.call('updateSpaceContent', at, {
    body: {
      changes: [
        {
          operation: 'insert_page',
          title: 'Getting started',
          icon: 'rocket',
          description: 'Create your first project',
          document: { markdown: 'Create a project in the console.' },
        },
        {
          operation: 'insert_files',
          files: [
            {
              name: 'limits.csv',
              contentType: 'text/csv',
              base64: Buffer.from('plan,projects\nfree,3\n').toString('base64'),
            },
          ],
        },
      ],
    },
  });
  const pageId = edited.changes[0].page.id;
  const fileId = (await recorder.call('listFiles', at)).items[0].id;
  const { revision: revisionId } = await recorder.call('updateSpaceContent', at, {
    body: {
      changes: [
        {
          operation: 'insert_page',
          title: 'Deploy',
          document: {
            markdown: `Deploy a project with one command.\n\nReturn to [Getting started](/pages/${pageId}) or download the [limits](/files/${fileId}).`,
          },
        },
        {
          operation: 'insert_reusable_content',
          title: 'Support notice',
          document: { markdown: 'Contact support@acme.example.' },
        },
        { operation: 'set_variables', variables: { product: 'Acme Cloud' } },
      ],
    },
  });
  const current = await recorder.call('getCurrentRevision', at);
  const reusableContentId = current.reusableContents[0].id;
  await recorder.call('listPages', at);
  const shown = await recorder.call('getPageById', { ...at, pageId });
  await recorder.call(
    'renderPage',
    { ...at, pageId },
    { body: { markdown: '## Install\n\nRun the **installer**.\n' } },
  );
  await recorder.call('getPageByPath', { ...at, pagePath: 'getting-started' });
  await recorder.call('getFileById', { ...at, fileId });
  await recorder.call('getPageDocumentById', { ...at, pageId });
  await recorder.call('getDocumentById', { ...at, documentId: shown.documentId });
  await recorder.call('listReusableContents', at);
  await recorder.call('getReusableContentById', { ...at, reusableContentId }, { query: { format: 'markdown' } });
  await recorder.call(
    'renderReusableContent',
    { ...at, reusableContentId },
    { body: { markdown: 'Contact **support@acme.example**.\n' } },
  );
  await recorder.call('listSpacePageMetaLinks', { ...at, pageId });
  const inRevision = { ...at, revisionId };
  await recorder.call('getRevisionById', inRevision);
  await recorder.call('listPagesInRevisionById', inRevision);
  await recorder.call('getPageInRevisionById', { ...inRevision, pageId });
  await recorder.call('getPageInRevisionByPath', { ...inRevision, pagePath: 'getting-started' });
  await recorder.call('listFilesInRevisionById', inRevision);
  await recorder.call('getFileInRevisionById', { ...inRevision, fileId });
  await recorder.call('getPageDocumentInRevisionById', { ...inRevision, pageId });
  await recorder.call('listReusableContentsInRevisionById', inRevision);
  await recorder.call('getReusableContentInRevisionById', { ...inRevision, reusableContentId });
  await recorder.call('getReusableContentDocumentInRevisionById', { ...inRevision, reusableContentId });
  await recorder.call('listRevisionPageMetaLinks', { ...inRevision, pageId });
  await recorder.call('getRevisionSemanticChanges', inRevision);
  await recorder.call('listRevisionsInSpace', at);
  await recorder.call('listSpaceLinks', at);
  const deploy = (await recorder.call('listPages', at)).pages[1].id;
  await recorder.call('listPageLinksInSpace', { ...at, pageId: deploy });
  await recorder.call('listSpacePageBacklinks', { ...at, pageId });
  await recorder.call('listSpaceFileBacklinks', { ...at, fileId });
  await recorder.call('searchSpaceContent', at, { query: { query: 'project' } });
  await recorder.call('searchOrganizationContent', { organizationId }, { query: { query: 'project' } });
  await recorder.call('getContentByUrl', {}, { query: { url: shown.urls.app } });
  const linked = { query: { url: 'https://docs.acme.example/guides/first-steps' } };
  await recorder.call('getEmbedByUrl', {}, linked);
  await recorder.call('getEmbedByUrlInSpace', at, linked);
  await recorder.call('getSpacePDF', at, { query: { page: pageId } });
  return { spaceId, pageId, fileId, reusableContentId, revisionId };
}

async function comments({ recorder, ben, benToken }: Scene, { spaceId, pageId }: Content): Promise<void> {
  recorder.later();
  await recorder.call('inviteToSpace', { spaceId }, { body: { role: 'edit', users: [ben] } });
  await thread(recorder, 'Space', { spaceId }, pageId, benToken);
}

async function thread(
  recorder: Caller,
  kind: string,
  place: Readonly<Record<string, string>>,
  pageId: string,
  replier: string,
): Promise<void> {
  const { id: commentId } = await recorder.call(`postCommentIn${kind}`, place, {
    body: { page: pageId, body: { markdown: 'Should this page mention the free plan?' } },
  });
  const comment = { ...place, commentId };
  await recorder.call(`getCommentIn${kind}`, comment);
  await recorder.call(`listCommentsIn${kind}`, place);
  recorder.later();
  const { id: commentReplyId } = await recorder.call(`postCommentReplyIn${kind}`, comment, {
    token: replier,
    body: { body: { markdown: 'Yes, I will add a sentence.' } },
  });
  const reply = { ...comment, commentReplyId };
  await recorder.call(`getCommentReplyIn${kind}`, reply);
  await recorder.call(`listCommentRepliesIn${kind}`, comment);
  await recorder.call(`updateCommentReplyIn${kind}`, reply, { body: { addedReactions: ['1f44d'] } });
  await recorder.call(`updateCommentIn${kind}`, comment, { body: { resolved: true } });
  await recorder.call(`listCommentersIn${kind}`, place);
  await recorder.call(`deleteCommentReplyIn${kind}`, reply);
  await recorder.call(`deleteCommentIn${kind}`, comment);
}

async function changeRequest(
  { recorder, organizationId, ben, benToken, teamId }: Scene,
  { spaceId, pageId, fileId, reusableContentId, revisionId }: Content,
): Promise<void> {
  recorder.later();
  const at = { spaceId };
  const { id: changeRequestId } = await recorder.call('createChangeRequest', at, {
    body: { subject: 'Describe the free plan' },
  });
  const place = { ...at, changeRequestId };
  await recorder.call('updateChangeRequestContent', place, {
    body: {
      changes: [
        { operation: 'update_page', page: pageId, document: { markdown: START } },
        { operation: 'set_variables', variables: { plan: 'Free' } },
      ],
    },
  });
  await recorder.call('updateChangeRequestById', place, {
    body: {
      status: 'open',
      description: documentOf('Explains how to recover an account.'),
      links: [{ ref: { kind: 'url', url: 'https://tickets.acme.example/DOCS-12' }, title: 'DOCS-12' }],
    },
  });
  await recorder.call('getChangeRequestById', place);
  await recorder.call('listChangeRequestsForSpace', at);
  await recorder.call('listChangeRequestsForOrganization', { organizationId });
  await recorder.call('getContributorsByChangeRequestId', place);
  await recorder.call('listChangeRequestConversations', place);
  await recorder.call('getChangeRequestChanges', place);
  await recorder.call('getRevisionOfChangeRequestById', place);
  await recorder.call('listPagesInChangeRequest', place);
  await recorder.call('getPageInChangeRequestById', { ...place, pageId });
  await recorder.call('getPageInChangeRequestByPath', { ...place, pagePath: 'getting-started' });
  await recorder.call('listFilesInChangeRequestById', place);
  await recorder.call('getFileInChangeRequestById', { ...place, fileId });
  await recorder.call('getPageDocumentInChangeRequestById', { ...place, pageId });
  await recorder.call('listReusableContentsInChangeRequest', place);
  await recorder.call('getReusableContentInChangeRequestById', { ...place, reusableContentId });
  await recorder.call('listChangeRequestPageMetaLinks', { ...place, pageId });
  await recorder.call('listChangeRequestLinks', place);
  await recorder.call('listPageLinksInChangeRequest', { ...place, pageId });
  await recorder.call('listChangeRequestPageBacklinks', { ...place, pageId });
  await recorder.call('listChangeRequestFileBacklinks', { ...place, fileId });
  await recorder.call('getChangeRequestPDF', place);
  await thread(recorder, 'ChangeRequest', place, pageId, benToken);

  recorder.later();
  await recorder.call('requestReviewersForChangeRequest', place, { body: { users: [ben], teams: [teamId] } });
  await recorder.call('getRequestedReviewersByChangeRequestId', place);
  await recorder.call('removeRequestedReviewerFromChangeRequest', { ...place, userId: teamId });
  await recorder.call('updateUserPermissionInSpace', { ...at, userId: ben }, { body: { role: 'review' } });
  await recorder.call('submitChangeRequestReview', place, {
    token: benToken,
    body: { status: 'approved', comment: { markdown: 'Looks good.' } },
  });
  const { items: reviews } = await recorder.call('getReviewsByChangeRequestId', place);
  await recorder.call('getChangeRequestReviewById', { ...place, reviewId: reviews[0].id });

  await recorder.call('updateSpaceContent', at, {
    body: { changes: [{ operation: 'set_variables', variables: { plan: 'Starter' } }] },
  });
  await recorder.call('updateChangeRequest', place);
  await recorder.call('listChangeRequestConflicts', place);
  await recorder.call(
    'resolveChangeRequestConflict',
    { ...place, conflictId: 'plan' },
    { body: { take: 'theirs', subject: 'variable' } },
  );
  recorder.later();
  await recorder.call('mergeChangeRequest', place);
  await recorder.call('restoreRevision', { ...at, revisionId });
}

async function imports(
  { recorder, input, operator, organizationId }: Scene,
  { spaceId, pageId }: Content,
): Promise<void> {
  recorder.later();
  const at = { spaceId };
  const website = (path: string) => ({ body: { url: `${input.website}${path}`, source: 'html' as const } });
  await recorder.call('importContent', at, website('/backups'));
  await recorder.call('importContentInPageById', { ...at, pageId }, website('/billing'));
  await importRuns(recorder, organizationId, { type: 'website', url: `${input.website}/regions` }, spaceId);
  const { id: changeRequestId } = await recorder.call('createChangeRequest', at, {
    body: { subject: 'Import the help center' },
  });
  await recorder.call('importContentInChangeRequest', { ...at, changeRequestId }, website('/limits'));
  await recorder.call('importContentInChangeRequestPageById', { ...at, changeRequestId, pageId }, website('/regions'));
  await recorder.call('listTemplates');
  await recorder.call('applyTemplateToSpace', at, { body: { id: 'changelog' } });

  const { id: synced } = await recorder.call(
    'createSpace',
    { organizationId },
    { body: { title: 'Product docs in Git' } },
  );
  const inGit = { spaceId: synced };
  const imported = () =>
    until(
      'the Git import',
      async () => (await recorder.peek('getSpaceGitInfo', inGit)).lastOperation?.outcome !== undefined,
    );
  await recorder.call('importGitRepository', inGit, {
    body: {
      url: input.repository,
      ref: 'refs/heads/main',
      repoTreeURL: 'https://git.acme.example/product-docs/tree/main',
    },
  });
  await imported();
  await recorder.call('getSpaceGitInfo', inGit);
  await recorder.call('followGitBranch', inGit, {
    body: { url: input.repository, ref: 'refs/heads/main', interval: 3600 },
  });
  await until(
    'the first check of the branch',
    async () => (await recorder.peek('getGitFollow', inGit)).checkedAt !== undefined,
  );
  await imported();
  await recorder.call('getGitFollow', inGit);
  await jobs(recorder, operator);
  await recorder.call('rotateGitFollowSecret', inGit);
  await recorder.call('deleteGitFollow', inGit);
  await recorder.call('deleteLegacyGitInstallation', inGit);
  await recorder.call(
    'exportToGitRepository',
    { spaceId },
    {
      body: { url: 'http://127.0.0.1:9/product-docs.git', ref: 'refs/heads/main', commitMessage: 'Export from Quire' },
    },
  );
  await recorder.call('cancelGitOperation', inGit);

  const archive = await recorder.call('getSpaceArchive', inGit);
  const bytes = await transfer(input, archive.url);
  const upload = await recorder.call(
    'generateStorageUploadURL',
    { organizationId },
    {
      body: { file: { name: 'product-docs.zip', type: 'application/zip', size: bytes.length }, kind: 'space_archive' },
    },
  );
  await transfer(input, upload.url, bytes);
  await recorder.call('importSpaceArchive', inGit, { body: { key: upload.key } });
}

/** Downloads from a link of the instance, or uploads an archive to it. @throws Error unless that succeeds */
async function transfer(
  { url, publicUrl }: ScenarioInput,
  link: string,
  body?: Uint8Array,
  type = 'application/zip',
): Promise<Uint8Array> {
  const answer = await fetch(
    link.replace(publicUrl, url),
    body === undefined ? {} : { method: 'PUT', headers: { 'content-type': type }, body },
  );
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${link}: ${answer.status} ${Buffer.from(bytes).toString()}`);
  return bytes;
}

async function specifications({ recorder, organizationId }: Scene, { spaceId }: Content): Promise<void> {
  recorder.later();
  const at = { organizationId };
  const spec = { ...at, specSlug: 'acme-api' };
  const processed = async (): Promise<string> => {
    let version = '';
    await until('processing the specification', async () => {
      const { processingState, lastVersion } = await recorder.peek('getOpenAPISpecBySlug', spec);
      version = lastVersion;
      return processingState === 'complete';
    });
    return version;
  };
  await recorder.call('createOpenAPISpec', at, { body: { slug: 'acme-api', source: { text: API_SPEC('1.0.0') } } });
  const first = await processed();
  await recorder.call('createOrUpdateOpenAPISpecBySlug', spec, {
    body: { source: { text: API_SPEC('1.1.0', NEW_PATH) } },
  });
  const second = await processed();
  await recorder.call('updateOpenAPISpecBySlug', spec, { body: { visibility: 'public' } });
  await recorder.call('getOpenAPISpecBySlug', spec);
  await recorder.call('listOpenAPISpecs', at);
  await recorder.call('listOpenAPISpecVersions', spec);
  await recorder.call('getLatestOpenAPISpecVersion', spec);
  await recorder.call('getLatestOpenAPISpecVersionContent', spec);
  await recorder.call('getLatestOpenAPISpecVersionContentRaw', spec);
  await recorder.call('getOpenAPISpecVersionById', { ...spec, versionId: second });
  await recorder.call('getOpenAPISpecVersionContentById', { ...spec, versionId: first });
  await recorder.call('diffOpenAPISpecVersions', { ...spec, versionId: first, otherVersionId: second });
  await recorder.call('refreshOpenAPISpecBySlug', spec);
  await processed();
  const source = {
    type: 'builtin:openapi',
    props: { models: false },
    dependencies: { spec: { ref: { kind: 'openapi', spec: 'acme-api' } } },
  } as const;
  const of = { spaceId };
  const { pages } = await recorder.call('getComputedRevision', of, { body: { source, seed: 'api' } });
  await recorder.call('getComputedDocument', of, { body: { source: pages[0].computed, seed: 'api' } });
  await recorder.call('deleteOpenAPISpecBySlug', spec);
}

const themed = (light: string, dark: string) => ({ light, dark });
const CUSTOMIZATION = {
  styling: {
    theme: 'clean',
    primaryColor: themed('#1a73e8', '#8ab4f8'),
    infoColor: themed('#0b57d0', '#a8c7fa'),
    successColor: themed('#137333', '#81c995'),
    warningColor: themed('#b06000', '#fdd663'),
    dangerColor: themed('#c5221f', '#f28b82'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'accent',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    codeTheme: {
      default: { light: 'github-light', dark: 'github-dark' },
      openapi: { light: 'github-light', dark: 'github-dark' },
    },
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: { emoji: '1f680' },
  header: {
    preset: 'default',
    links: [{ title: 'Console', to: { kind: 'url', url: 'https://console.acme.example' }, links: [] }],
  },
  footer: {
    groups: [
      { title: 'Company', links: [{ title: 'About Acme', to: { kind: 'url', url: 'https://acme.example/about' } }] },
    ],
    copyright: '© Acme',
  },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: true, items: ['markdown'] },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: { url: 'https://acme.example/privacy' },
  socialPreview: {},
  socialAccounts: [],
  insights: { trackingCookie: false },
} as const;

async function site(
  { recorder, input, organizationId, ben, teamId }: Scene,
  { spaceId, pageId }: Content,
): Promise<void> {
  recorder.later();
  const at = { organizationId };
  const { id: siteId } = await recorder.call('createSite', at, {
    body: { title: 'Acme docs', visibility: 'public', spaces: [spaceId] },
  });
  const ofSite = { ...at, siteId };
  await recorder.call('updateSiteById', ofSite, {
    body: { title: 'Acme documentation', hostname: 'docs.acme.example' },
  });
  recorder.later();
  await recorder.call('publishSite', ofSite);
  await recorder.call('getSiteById', ofSite);
  await recorder.call('inviteToSite', ofSite, { body: { role: 'edit', users: [ben], teams: [teamId] } });
  await recorder.call('listUserPermissionsInSite', ofSite);
  await recorder.call('listTeamPermissionsInSite', ofSite);
  await recorder.call('listPermissionsAggregateInSite', ofSite);
  await recorder.call('updateUserPermissionInSite', { ...ofSite, userId: ben }, { body: { role: 'create' } });
  await recorder.call('updateTeamPermissionInSite', { ...ofSite, teamId }, { body: { role: 'read' } });
  await recorder.call('removeUserFromSite', { ...ofSite, userId: ben });
  await recorder.call('removeTeamFromSite', { ...ofSite, teamId });
  const font = Buffer.concat([Buffer.from('774f463200010000', 'hex'), Buffer.alloc(56)]);
  const fontFile = { name: 'acme-sans.woff2', type: 'font/woff2', size: font.length };
  const upload = await recorder.call('generateStorageUploadURL', at, {
    body: { file: fontFile, kind: 'customization_font' },
  });
  await transfer(input, upload.url, font, 'font/woff2');
  const { id: fontId } = await recorder.call('createCustomFont', at, {
    body: { fontFamily: 'Acme Sans', fontFaces: [{ weight: 400, storageKey: upload.key }] },
  });
  await recorder.call('listCustomFonts', at);
  await recorder.call('getCustomFont', { ...at, fontId });
  await recorder.call('updateCustomFont', { ...at, fontId }, { body: { fontFamily: 'Acme Grotesk' } });
  await recorder.call('deleteCustomFont', { ...at, fontId });
  const logo = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>',
  );
  const logoFile = { name: 'acme.svg', type: 'image/svg+xml', size: logo.length };
  const logoUpload = await recorder.call('generateStorageUploadURL', at, {
    body: { file: logoFile, kind: 'organization_file' },
  });
  await transfer(input, logoUpload.url, logo, 'image/svg+xml');
  const { id: imageId } = await recorder.call('createOrganizationImage', at, {
    body: { name: 'acme.svg', storageKey: logoUpload.key },
  });
  await recorder.call('listOrganizationImages', at);
  await recorder.call('deleteOrganizationImage', { ...at, imageId });
  await recorder.call('listSites', at);
  await recorder.call('getPublishedContentSite', ofSite);
  await recorder.call('trackEventsInSiteById', ofSite, {
    body: {
      events: [
        {
          type: 'page_view',
          session: {
            visitorId: 'visitor-1',
            sessionId: 'session-1',
            userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
            language: 'en',
            cookies: {},
            referrer: null,
          },
          location: {
            url: 'https://docs.acme.example/',
            siteSection: null,
            siteSpace: null,
            siteShareKey: null,
            space: spaceId,
            revision: null,
            page: pageId,
          },
        },
      ],
    },
  });
  await recorder.call('aggregateSiteEvents', ofSite, { body: { range: 'last7Days' } });
  await recorder.call('listSiteVisitorSegments', ofSite);
  await recorder.call('getSitePageViews', ofSite);
  await recorder.call('getSiteSearches', ofSite);
  await recorder.call('getSitePageFeedback', ofSite);
  await recorder.call('getSitePageComments', ofSite);
  await recorder.call('getSiteBrokenLinks', ofSite);
  const url = 'https://docs.acme.example/install';
  await recorder.call('submitAgentFeedbackToSite', ofSite, {
    body: {
      reportedBy: { model: 'example-model', onDemand: false },
      subject: { kind: 'documentation', url },
      feedback: { category: 'documentation', severity: 'medium', summary: 'The step that creates the key is missing' },
    },
  });
  await recorder.call('submitSiteAgentFeedback', ofSite, {
    body: { feedback: 'The page describes an older version', url, spaceId, pageId, source: 'mcp' },
  });
  await recorder.call('listSiteAgentFeedback', ofSite);
  await recorder.call('getSiteHostname', ofSite);
  await recorder.call('checkSiteHostname', ofSite);
  const byHostname = { hostname: 'docs.acme.example' };
  await recorder.call('getCustomHostname', byHostname);
  await recorder.call('dnsRevalidateCustomHostname', byHostname);
  await recorder.call('removeCustomHostname', byHostname);
  await recorder.call('updateOrganizationById', at, { body: { defaultContent: { type: 'site', site: siteId } } });

  await recorder.call('updateSiteById', ofSite, { body: { visibility: 'share-link' } });
  const { id: shareLinkId } = await recorder.call('createSiteShareLink', ofSite, { body: { name: 'Beta customers' } });
  await recorder.call('listSiteShareLinks', ofSite);
  await recorder.call(
    'updateSiteShareLinkById',
    { ...ofSite, shareLinkId },
    { body: { name: 'Beta customers 2026', active: true } },
  );
  await recorder.call('deleteSiteShareLinkById', { ...ofSite, shareLinkId });
  await recorder.call('updateSiteById', ofSite, { body: { visibility: 'public' } });
  await recorder.call('updateSitePublishingAuthById', ofSite, {
    body: { backend: 'custom', fallbackURL: 'https://login.acme.example/docs' },
  });
  await recorder.call('getSitePublishingAuthById', ofSite);
  await recorder.call('regenerateSitePublishingAuthById', ofSite);
  await recorder.call('getSitePublishingPreviewById', ofSite);
  await recorder.call('updateSiteAdaptiveSchema', ofSite, {
    body: {
      jsonSchema: {
        type: 'object',
        properties: {
          plan: { type: 'string', enum: ['free', 'pro'], description: 'Plan of the customer' },
          beta: { type: 'boolean', description: 'Takes part in the beta program' },
        },
        additionalProperties: false,
      },
    },
  });
  await recorder.call('getSiteAdaptiveSchema', ofSite);
  await recorder.call('listSiteAdaptiveTemplateConditions', ofSite);

  const space = async (title: string): Promise<string> => {
    const { id } = await recorder.call('createSpace', at, { body: { title } });
    await recorder.call(
      'updateSpaceContent',
      { spaceId: id },
      {
        body: {
          changes: [{ operation: 'insert_page', title: 'Overview', document: { markdown: `${title} of Acme Cloud.` } }],
        },
      },
    );
    return id;
  };
  const { id: siteSpaceId } = await recorder.call('addSpaceToSite', ofSite, {
    body: { spaceId: await space('Tutorials') },
  });
  const siteSpace = { ...ofSite, siteSpaceId };
  const { items } = await recorder.call('listSiteSpaces', ofSite);
  await recorder.call('updateSiteSpaceById', siteSpace, {
    body: { path: 'tutorials', condition: 'visitor.claims.beta == true' },
  });
  await recorder.call('moveSiteSpace', siteSpace, {
    body: { position: { before: { type: 'site-space', siteSpace: items[0].id } } },
  });
  const { id: copy } = await recorder.call('duplicateSiteSpace', siteSpace, { body: { draft: true } });
  await recorder.call('deleteSiteSpaceById', { ...ofSite, siteSpaceId: copy });

  const { id: siteSectionId } = await recorder.call('addSectionToSite', ofSite, {
    body: { spaceId: await space('API reference'), title: 'API reference', icon: 'code' },
  });
  const section = { ...ofSite, siteSectionId };
  const { id: changelog } = await recorder.call('addSectionToSite', ofSite, {
    body: { spaceId: await space('Changelog') },
  });
  await recorder.call('listSiteSections', ofSite);
  await recorder.call('updateSiteSectionById', section, {
    body: { title: 'API', path: 'api', description: 'Endpoints of the Acme API' },
  });
  await recorder.call('moveSiteSection', section, {
    body: { position: { after: { type: 'site-section', siteSection: changelog } } },
  });
  const { id: siteSectionGroupId } = await recorder.call('addSectionGroupToSite', ofSite, {
    body: { title: 'Developers', icon: 'terminal', sections: [siteSectionId] },
  });
  const group = { ...ofSite, siteSectionGroupId };
  await recorder.call('listSiteSectionGroups', ofSite);
  await recorder.call('updateSiteSectionGroupById', group, { body: { title: 'For developers' } });
  await recorder.call('moveSiteSectionGroup', group, {
    body: { position: { before: { type: 'site-section', id: changelog } } },
  });
  await recorder.call('addSectionToGroup', group, { body: { sectionId: changelog } });
  await recorder.call('sortSiteStructure', ofSite, {
    body: {
      item: { type: 'site-section', id: changelog },
      position: { before: { type: 'site-section', id: siteSectionId } },
    },
  });
  const { id: siteExternalLinkId } = await recorder.call('addExternalLinkToSite', ofSite, {
    body: { title: 'Status', url: 'https://status.acme.example/', icon: 'signal', parent: siteSectionGroupId },
  });
  await recorder.call('getSiteStructure', ofSite);
  const link = { ...ofSite, siteExternalLinkId };
  await recorder.call('updateSiteExternalLinkById', link, { body: { title: 'System status', parent: null } });
  await recorder.call('deleteSiteExternalLinkById', link);
  await recorder.call('removeSectionFromGroup', { ...group, siteSectionId: changelog });
  await recorder.call('deleteSiteSectionGroupById', group);
  await recorder.call('deleteSiteSectionById', { ...ofSite, siteSectionId: changelog });

  await recorder.call('updateSiteCustomizationById', ofSite, { body: CUSTOMIZATION });
  await recorder.call('getSiteCustomizationById', ofSite);
  await recorder.call('overrideSiteSpaceCustomizationById', siteSpace, { body: { pagination: { enabled: false } } });
  await recorder.call('getSiteSpaceCustomizationById', siteSpace);
  await recorder.call('deleteSiteSpaceCustomizationById', siteSpace);

  const { id: siteMcpServerId } = await recorder.call('createSiteMcpServer', ofSite, {
    body: { name: 'Status', url: 'https://status.acme.example/mcp', transport: 'http', headers: { 'X-Team': 'docs' } },
  });
  const server = { ...ofSite, siteMcpServerId };
  await recorder.call('listSiteMcpServers', ofSite);
  await recorder.call('getSiteMcpServerById', server);
  await recorder.call('updateSiteMcpServerById', server, { body: { condition: 'visitor.claims.beta' } });
  await recorder.call('deleteSiteMcpServerById', server);

  const { id: siteRedirectId } = await recorder.call('createSiteRedirect', ofSite, {
    body: { source: '/start', destination: { kind: 'site-page', siteSpaceId: items[0].id, pageId } },
  });
  await recorder.call('listSiteRedirects', ofSite);
  await recorder.call('getSiteRedirectBySource', ofSite, { query: { source: '/start' } });
  await recorder.call('updateSiteRedirectById', { ...ofSite, siteRedirectId }, { body: { permanent: false } });
  await recorder.call('bulkUpsertSiteRedirects', ofSite, {
    body: {
      redirects: [{ source: '/status', destination: { kind: 'external', url: 'https://status.acme.example/' } }],
    },
  });
  await recorder.call('deleteSiteRedirectById', { ...ofSite, siteRedirectId });
  await recorder.call('prewarmSiteSearch', ofSite);
  const question = 'How do I create a project?';
  const answered = { operation: 'insert_page', title: question, document: { markdown: 'In the console.' } };
  await recorder.peek('updateSpaceContent', { spaceId }, { body: { changes: [answered] } });
  const query = { format: 'markdown' };
  await recorder.call('askInOrganization', at, { query, body: { query: question } });
  await recorder.call('streamAskInOrganization', at, { query: { ...query, query: question } });
  await recorder.call('getRecommendedQuestionsInOrganization', at);
  await recorder.call('streamRecommendedQuestionsInOrganization', at);
  await recorder.call('streamAskInSite', ofSite, { query, body: { question, scope: { mode: 'all' } } });
  await recorder.call('streamRecommendedQuestionsInSite', ofSite);
  await recorder.call('searchSiteContent', ofSite, { body: { query: 'project', scope: { mode: 'all' } } });
  const shown = await recorder.peek('getSiteById', ofSite);
  await recorder.call('resolvePublishedContentByUrl', {}, { body: { url: shown.urls.published } });
  await recorder.call('getPublishedContentByUrl', {}, { query: { url: shown.urls.published } });
  await recorder.call('unpublishSite', ofSite);
  await recorder.call('deleteSiteById', ofSite);
}

async function translation({ recorder, organizationId }: Scene): Promise<void> {
  recorder.later();
  const at = { organizationId };
  await recorder.call('updateGlossaryEntries', at, {
    body: { operations: [{ type: 'insert', translations: { en: 'project', es: 'proyecto' } }] },
  });
  const {
    items: [entry],
  } = await recorder.call('listGlossaryEntries', at);
  await recorder.call('getGlossaryEntry', { ...at, glossaryEntryId: entry.id });
  const { id: source } = await recorder.call('createSpace', at, { body: { title: 'Tutorials' } });
  const write = (spaceId: string, changes: readonly object[]): Promise<any> =>
    recorder.call('updateSpaceContent', { spaceId }, { body: { changes } });
  const written = await write(source, [
    { operation: 'insert_page', title: 'Getting started', document: { markdown: 'Create a project in the console.' } },
  ]);
  const pageId = written.changes[0].page.id;
  const { id: translationId } = await recorder.call('createTranslation', at, {
    body: { language: 'es', source: { space: source, language: 'en' } },
  });
  const place = { ...at, translationId };
  const completed = async (): Promise<any> => {
    let state: any;
    await until('the translation', async () => {
      state = await recorder.peek('getTranslation', place);
      if (state.status === 'failed') throw new Error(JSON.stringify(state));
      return state.status === 'completed';
    });
    return state;
  };
  const { result } = await completed();
  await write(result.space, [
    { operation: 'update_page', page: pageId, document: { markdown: 'Cree su proyecto en la consola.' } },
  ]);
  await write(source, [
    { operation: 'update_page', page: pageId, document: { markdown: 'Open the console and create a project.' } },
  ]);
  await recorder.call('runTranslation', place);
  await completed();
  await recorder.call('getTranslation', place);
  await recorder.call('listTranslations', at);
  await recorder.call('listTranslationReviews', place);
  await recorder.call('updateTranslation', place, {
    body: {
      instructions: documentOf('Address readers formally.'),
    },
  });
  await recorder.call('deleteTranslation', place);
}

/** Manages the checks of a followed branch as the operator. */
async function jobs(recorder: Caller, operator: string): Promise<void> {
  const asOperator = { token: operator, query: { kind: 'follow-git-branch', status: 'scheduled' } };
  const { items } = await recorder.call('listInstanceJobs', {}, asOperator);
  const job = { jobId: items[0].id };
  await recorder.call('getInstanceJob', job, { token: operator });
  await recorder.call('getInstanceStatus', {}, { token: operator });
  await recorder.call('retryInstanceJob', job, { token: operator });
  let next = '';
  await until('the next check', async () => {
    const found = await recorder.peek('listInstanceJobs', {}, asOperator);
    next = found.items[0]?.id ?? '';
    return next !== '';
  });
  await recorder.call('cancelInstanceJob', { jobId: next }, { token: operator });
}

async function importRuns(
  recorder: Caller,
  organizationId: string,
  source: { readonly type: 'website'; readonly url: string },
  space: string,
): Promise<void> {
  const body = { source, target: { space } };
  const started = await recorder.call('startImportRun', { organizationId }, { body });
  const run = { organizationId, importRunId: started.id };
  await until('the import run', async () => (await recorder.peek('getImportRun', run)).status === 'completed');
  await recorder.call('getImportRun', run);
  await recorder.call('listImportRuns', { organizationId });
  const { id } = await recorder.peek('startImportRun', { organizationId }, { body });
  await recorder.call('cancelImportRun', { organizationId, importRunId: id });
}

async function webhooks({ recorder, input, organizationId }: Scene): Promise<void> {
  recorder.later();
  const body = { url: `${input.website}/hooks`, description: 'Chat of the team', events: ['space.created'] };
  const { id } = await recorder.call('createWebhook', { organizationId }, { body });
  const at = { organizationId, webhookId: id };
  await recorder.call('listWebhooks', { organizationId });
  await recorder.call('getWebhook', at);
  await recorder.call('updateWebhook', at, { body: { description: 'Chat of the docs team' } });
  await recorder.call('testWebhook', at);
  const deliveries = async (): Promise<any[]> => (await recorder.peek('listWebhookDeliveries', at)).items;
  await until('the delivery', async () => (await deliveries())[0]?.status === 'delivered');
  await recorder.call('listWebhookDeliveries', at);
  const delivery = { ...at, deliveryId: (await deliveries())[0].id };
  await recorder.call('getWebhookDelivery', delivery);
  await recorder.call('replayWebhookDelivery', delivery);
  await recorder.call('rotateWebhookSecret', at);
  await recorder.call('deleteWebhook', at);
}

async function leaving({ recorder, organizationId, chloe, teamId }: Scene): Promise<void> {
  recorder.later();
  await recorder.call('removeTeamFromOrganizationById', { organizationId, teamId });
  await recorder.call('removeMemberFromOrganizationById', { organizationId, userId: chloe });
}
