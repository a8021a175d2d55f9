import { TYPES } from '../../../src/adapters/persistence/memory/types.ts';
import type { Hash } from '../../../src/domain/content/objects/objects.ts';
import type { Id } from '../../../src/domain/kernel/id.ts';
import type { Aggregates, Work } from '../../../src/ports/kernel/unit-of-work.ts';
import type { Persistence } from './persistence.ts';

export type Name = keyof Aggregates;
export type StateOf<K extends Name> = Aggregates[K][1];

/** An instant of its own for every field, so that two that are mixed up are seen. */
const instant = (n: number): string => `2030-01-${String(n).padStart(2, '0')}T12:34:56.789Z`;
/** Text that storage could harm: quotes, other scripts, what is case-folded, controls. */
const TEXT = `O'Brien "x" \\ \u{1F4D8} İıẞ — 語\t\u0001\r\n`;

/** Every kind of aggregate with every field set to something that is not its default; the parents exist. */
export async function makeStates({ next, run }: Persistence): Promise<{ readonly [K in Name]: StateOf<K> }> {
  const [userId, organizationId, spaceId, siteId, collectionId, changeRequestId, commentId, teamId, providerId, specId, translationId] = Array.from({ length: 11 }, next) as [Id, Id, Id, Id, Id, Id, Id, Id, Id, Id, Id];
  const states: { [K in Name]: StateOf<K> } = {
    users: { id: userId, email: `${userId.toLowerCase()}@example.com`, displayName: TEXT, photoURL: 'https://example.com/a.png', operator: true, disabled: true, unproven: true, createdAt: instant(1) },
    apiTokens: { id: next(), userId, kind: 'session', via: 'password', organizationId, name: TEXT, hash: next(), readOnly: true, createdAt: instant(2), expiresAt: instant(3) },
    organizations: { id: organizationId, title: TEXT, emailDomains: ['b.example', 'a.example'], hostname: organizationId.toLowerCase(), type: 'community', useCase: 'openSourceDocs', communityType: 'education', defaultRole: 'comment', defaultContent: siteId, logo: 'https://example.com/l.png', sso: true, ai: true, inviteLinks: false, createdAt: instant(4) },
    members: { id: next(), organizationId, userId, role: 'review', joinedAt: instant(5), lastSeenAt: instant(29), sso: true },
    emailDomains: { id: next(), organizationId, domain: `${organizationId.toLowerCase()}.example`, claim: { id: next(), since: instant(1), checkedAt: instant(2), finding: 'found', missingSince: instant(3) }, provenDomain: `${organizationId.toLowerCase()}.example`, provenBy: 'operator' },
    organizationKeys: { id: next(), organizationId, publicKey: { kty: 'EC', x: TEXT }, privateKey: TEXT, createdAt: instant(30) },
    collections: { id: collectionId, organizationId, parentId: null, rank: 'a1V', title: TEXT, description: TEXT, defaultLevel: 'inherit', createdAt: instant(6), updatedAt: instant(7) },
    spaces: { id: spaceId, organizationId, parentId: collectionId, rank: 'gV', title: TEXT, emoji: '\u{1F4D8}', visibility: 'unlisted', editMode: 'locked', defaultLevel: null, createdAt: instant(8), updatedAt: instant(9), deletedAt: instant(10), mergeRules: { approvals: 2, upToDate: true, expression: TEXT }, defaultFrom: next() },
    teams: { id: teamId, organizationId, title: TEXT, createdAt: instant(31) },
    teamMembers: { id: next(), organizationId, teamId, userId, role: 'owner', joinedAt: instant(30) },
    grants: { id: next(), organizationId, spaceId: null, collectionId, userId: null, teamId, level: 'edit', copiedFrom: next() },
    changeRequests: { id: changeRequestId, spaceId, number: 2_000_000_000, status: 'merged', subject: TEXT, createdBy: userId, createdAt: instant(11), updatedAt: instant(12), agentTaskId: 'task', revisionInitial: next(), revisionMergedAncestor: next(), revisionMerged: next() },
    reviews: { id: next(), spaceId, changeRequestId, revision: next(), reviewerId: userId, requestedBy: userId, status: 'changes-requested', commentId: next(), createdAt: instant(26) },
    reviewRequests: { id: next(), spaceId, changeRequestId, userId: null, teamId, requestedBy: userId, revision: next(), createdAt: instant(27) },
    gitSyncs: {
      id: spaceId, organizationId, state: 'failed', repoName: 'o/n', installationProvider: 'gitlab', url: 'https://example.com/o/n', treeUrl: TEXT, updatedAt: instant(13), eventAt: instant(14),
      ignored: { timestamp: instant(5), at: instant(6) },
      synced: { url: TEXT, ref: 'main', directory: 'a/b', commit: 'c', revision: next(), layout: { root: TEXT, summaryPath: null }, report: [{ level: 'info', code: 'Y', path: TEXT, message: TEXT }] },
      pending: { url: TEXT, ref: 'main', directory: 'a/b', commit: 'd', revision: next(), layout: null, report: [], changeRequest: next(), number: 7 },
      lastOperation: { id: next(), kind: 'import', url: TEXT, ref: 'main', commit: null, revision: next(), startedAt: instant(15), finishedAt: null, pages: 3, files: 0, error: TEXT, report: [{ level: 'warning', code: 'X', path: TEXT, line: 7, message: TEXT, paths: ['b', 'a'] }] },
    },
    gitFollows: {
      id: spaceId, generation: next(), url: TEXT, address: TEXT, ref: TEXT, directory: 'a/b', treeUrl: TEXT, commitUrl: TEXT, provider: 'gitlab', shownUrl: TEXT, interval: 86_400,
      secret: TEXT, oldSecret: TEXT, oldSecretUntil: instant(1), createdBy: userId, createdAt: instant(2), updatedAt: instant(3), checkedAt: instant(4), tip: 'c', failure: { error: TEXT, since: instant(5), times: 3 },
      via: 'saml:x', paused: { reason: 'permission-lost', since: instant(6) },
    },
    sites: {
      id: siteId, organizationId, type: 'ultimate', title: TEXT, visibility: 'unlisted', basename: `docs-${siteId.toLowerCase()}`, published: true, createdAt: instant(16),
      hostname: `${siteId.toLowerCase()}.example.org`, servedHostname: `${siteId.toLowerCase()}.example.org`, proxy: 'example.org/docs', adaptiveContent: true, agentsContext: 'included',
      hostnameClaim: { id: next(), since: instant(17), checkedAt: instant(18), finding: 'absent', missingSince: instant(18) },
    },
    siteSections: { id: next(), organizationId, siteId, groupId: next(), title: TEXT, description: TEXT, icon: 'book', path: 'Guides', isDefault: true, condition: TEXT, rank: 2 },
    siteSectionGroups: { id: next(), organizationId, siteId, title: TEXT, icon: 'book', rank: 3 },
    siteSpaces: { id: next(), organizationId, siteId, spaceId, sectionId: null, path: 'Guide', isDefault: true, condition: TEXT, rank: 1 },
    siteCustomizations: { id: next(), organizationId, siteId, siteSpaceId: null, settings: { title: TEXT, pagination: { enabled: false } } },
    siteRedirects: { id: next(), organizationId, siteId, source: '/old', target: '', destination: { kind: 'external', url: 'https://example.com/' }, permanent: true, captureWildcard: true, draft: true },
    siteShareLinks: { id: next(), organizationId, siteId, name: TEXT, active: false, keyHash: next(), sealedKey: TEXT, createdAt: instant(19) },
    sitePublishingAuths: { id: siteId, organizationId, fallbackURL: 'https://example.com/login', keyNumber: 7, oldKeyUntil: instant(20) },
    siteAdaptiveSchemas: { id: siteId, organizationId, jsonSchema: { type: 'object', properties: { plan: { type: 'string', enum: [TEXT], description: TEXT } }, additionalProperties: false }, updatedAt: instant(21) },
    comments: {
      id: commentId, spaceId, changeRequestId, reviewId: next(), revisionId: next(), pageId: next(), status: 'resolved', resolvedAt: instant(17), resolvedBy: userId, replies: 3, postedBy: userId, postedAt: instant(18), editedAt: instant(19), body: TEXT,
      page: { title: TEXT, emoji: '\u{1F4D8}', createdAt: instant(20), updatedAt: instant(21), path: 'a/b', document: 'd'.repeat(64) as Hash, node: { id: 'k1', preview: TEXT } },
      reactions: [{ emoji: '\u{1F4D8}', userId, at: instant(22) }],
    },
    commentReplies: { id: next(), commentId, postedBy: userId, postedAt: instant(23), editedAt: instant(24), body: TEXT, reactions: [{ emoji: '1f4d8', userId, at: instant(25) }] },
    samlProviders: { id: providerId, organizationId, label: TEXT, entityID: 'urn:idp', ssoURL: 'https://idp.example/sso', certificate: TEXT, defaultTeam: next(), defaultRole: 'review', idpInitiated: true, createdAt: instant(29) },
    samlIdentities: { id: next(), organizationId, providerId, nameId: TEXT, userId, madeAccount: true, createdAt: instant(30) },
    spentMarks: { id: 'a'.repeat(64), expiresAt: instant(31) },
    uploads: { id: next(), organizationId, createdBy: userId, kind: 'import_file', name: TEXT, contentType: 'text/plain; x="y"', size: 2_000_000_000, createdAt: instant(28), blob: 'b'.repeat(64) },
    openapiSpecs: {
      id: specId, organizationId, slug: 'a-1', sourceURL: 'https://example.com/a.yaml', sourceText: 'c'.repeat(64), visibility: 'public', processingState: 'complete', run: next(), lastVersion: next(),
      lastProcessedAt: instant(1), lastProcessErrorCode: 'FETCH_TIMEOUT', lastProcessErrorMessage: TEXT, createdAt: instant(2), updatedAt: instant(3),
      orderedBy: userId, via: 'saml:x', paused: { reason: 'sso-required', since: instant(4) },
    },
    openapiSpecVersions: { id: next(), organizationId, specId, source: 'd'.repeat(64), format: 'yaml', document: 'e'.repeat(64), reference: 'f'.repeat(64), externals: 3, createdAt: instant(4) },
    credentials: {
      id: userId, passwordHash: TEXT, passwordAt: instant(1), totpSecret: TEXT, totpPending: TEXT, totpStep: 2_000_000_000, recoveryCodes: ['b', 'a'], resetHash: next(), resetExpiresAt: instant(2),
    },
    invites: {
      id: next(), organizationId, kind: 'email', role: 'edit', level: 'review', spaceId, collectionId, email: `${organizationId}@example.com`, sso: true, hash: next(), createdBy: userId,
      createdAt: instant(3), expiresAt: instant(4), sentAt: instant(5),
    },
    translations: {
      id: translationId, organizationId, spaceId, sourceLanguage: 'en', language: 'es', instructions: { object: 'document', nodes: [{ text: TEXT }] }, status: 'failed', failure: TEXT, resultSpaceId: next(), resultRevision: next(), machineBranch: next(),
      run: { id: next(), actorId: userId, via: 'password', startedAt: instant(1), again: { userId, via: null } }, paused: { reason: 'user-disabled', since: instant(4) }, translatedFrom: { revision: next(), manner: 'f'.repeat(64) },
      figures: { runs: 2, totalDuration: 5, latestDuration: 3, total: { pages: 1, words: 2, segments: 3, reused: 4, characters: 5, requests: 6 }, latest: { pages: 6, words: 5, segments: 4, reused: 3, characters: 2, requests: 1 } },
      createdAt: instant(2), updatedAt: instant(3),
    },
    pageReviews: { id: next(), organizationId, translationId, pageId: next(), title: TEXT, texts: [{ state: 'stale', place: 'document', segment: 3, source: TEXT, text: TEXT, since: 'a', suggestion: TEXT }] },
    glossaryEntries: { id: next(), organizationId, translations: { en: TEXT, es: 'Palabra' }, createdAt: instant(4), updatedAt: instant(5) },
  };
  await run(async (work) => {
    for (const name of ['users', 'organizations', 'collections', 'spaces', 'sites', 'teams', 'samlProviders', 'translations'] as const) await put(work, name, states[name]);
  });
  return states;
}

/** Those that `makeStates` stores, as others need them. */
export const PARENTS: readonly Name[] = ['users', 'organizations', 'collections', 'spaces', 'sites', 'teams', 'samlProviders', 'translations'];

/** Stores a state as a new aggregate. */
export const put = <K extends Name>(work: Work, name: K, state: StateOf<K>): Promise<void> => (work[name] as any).save((TYPES[name] as any).restore(state));
/** What is stored under the id. */
export const stored = async <K extends Name>({ reads }: Persistence, name: K, id: Id): Promise<StateOf<K> | undefined> => (await (reads[name] as any).find({ id }))?.snapshot();
