import type { Permission } from '../../domain/permissions/policy.ts';

/** Rights with which background work runs: those of its initiator, or the system's own. */
export type BackgroundRights =
  | { readonly rights: 'orderer'; readonly permission: Permission }
  | { readonly rights: 'system'; readonly reason: string };

const orderer = (permission: Permission) => ({ rights: 'orderer', permission }) as const;
const system = (reason: string) => ({ rights: 'system', reason }) as const;

/**
 * Rights of every kind of job. A job with the rights of its initiator checks the permission at the start of each run
 * and
 * again inside each unit of work that writes (`requireInitiatorRights`).
 */
export const BACKGROUND_WORK = {
  'follow-git-branch': orderer('space:git-sync'),
  'import-git-repository': orderer('space:git-sync'),
  'export-git-repository': orderer('space:git-sync'),
  'run-translation': orderer('translations:manage'),
  'follow-openapi-spec': orderer('openapi-specs:manage'),
  'process-openapi-spec': orderer('openapi-specs:manage'),
  // Or permission to grant the level on the space or collection: `mayInvite` checks that.
  sendInvitation: orderer('organization:admin'),

  'check-email-domain': system('compares DNS records with a claim, as an administrator may at any time'),
  'check-hostname': system('compares DNS records with a claim; changes no content and no audience'),
  'collect-unneeded': system('deletes objects that nothing refers to'),
  projectBacklog: system('derives search and links from content that is committed'),
  'purge-space': system('deletes a space after its time for restoring, which deleting it announced'),
  'remove-upload': system('deletes an upload after its lifetime'),
  forgetSpentMarks: system('deletes marks that have expired'),
  recordFailedSignIn: system('records an event about a sign-in that nobody completed'),
  'send-paused-work-notice': system('tells administrators of the organization, and nobody else'),
  sendPasswordLink: system('answers whoever owns the address; the account must not be disabled'),
} as const satisfies Readonly<Record<string, BackgroundRights>>;
