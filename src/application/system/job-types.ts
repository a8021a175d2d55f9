import type {
  Id,
  EmailDomainId,
  ImportRunId,
  InviteId,
  OpenAPISpecId,
  OrganizationId,
  SiteId,
  SpaceId,
  TranslationId,
  UploadId,
  UserId,
  WebhookDeliveryId,
  WebhookId,
} from '../../domain/kernel/id.ts';
import type { Pause } from '../../domain/permissions/pause.ts';
import type { ExportJobPayload, ImportJobPayload } from '../git/git-job.ts';
import { InitiatorJobType, SystemJobType } from '../kernel/job-type.ts';

/**
 * Every type of job: its stored name, its payload and whose rights it takes. `src/application/system/jobs.ts` has the
 * handler of each.
 */
export const JOB_TYPES = {
  checkBranch: new InitiatorJobType<{
    readonly spaceId: SpaceId;
    readonly generation: Id;
    /** Enqueues the next check after the interval of the follow. */
    readonly repeats: boolean;
  }>('follow-git-branch', 'space:git-sync'),
  importRepository: new InitiatorJobType<ImportJobPayload>('import-git-repository', 'space:git-sync'),
  exportRepository: new InitiatorJobType<ExportJobPayload>('export-git-repository', 'space:git-sync'),
  runImport: new InitiatorJobType<{
    readonly organizationId: OrganizationId;
    readonly spaceId: SpaceId;
    readonly runId: ImportRunId;
  }>('run-import', 'space:edit'),
  runTranslation: new InitiatorJobType<{
    readonly organizationId: OrganizationId;
    readonly translationId: TranslationId;
    readonly run: Id;
  }>('run-translation', 'translations:manage'),
  checkSpecSource: new InitiatorJobType<{ readonly organizationId: OrganizationId; readonly specId: OpenAPISpecId }>(
    'follow-openapi-spec',
    'openapi-specs:manage',
  ),
  processSpec: new InitiatorJobType<{
    readonly organizationId: OrganizationId;
    readonly specId: OpenAPISpecId;
    readonly run: Id;
    /** Number of earlier tries. */
    readonly tries: number;
  }>('process-openapi-spec', 'openapi-specs:manage'),
  /** Migration 090 enqueues jobs of this type under this name in the transaction of the event. */
  deliverWebhook: new InitiatorJobType<{
    readonly organizationId: OrganizationId;
    readonly deliveryId: WebhookDeliveryId;
    /** Number of earlier attempts; a job whose attempt was made has no effect. */
    readonly attempts: number;
  }>('deliver-webhook', 'webhooks:manage'),
  /** An invitation to a space or a collection asks for the level there instead (`mayInvite`). */
  sendInvitation: new InitiatorJobType<{ readonly inviteId: InviteId; readonly hash: string; readonly box: string }>(
    'send-invitation',
    'organization:admin',
    ['sendInvitation'],
  ),

  checkEmailDomain: new SystemJobType<{
    readonly organizationId: OrganizationId;
    readonly emailDomainId: EmailDomainId;
    readonly claimId: Id;
  }>('check-email-domain', 'compares DNS records with a claim, as an administrator may at any time'),
  checkHostname: new SystemJobType<{
    readonly organizationId: OrganizationId;
    readonly siteId: SiteId;
    readonly claimId: Id;
  }>('check-hostname', 'compares DNS records with a claim; changes no content and no audience'),
  collectGarbage: new SystemJobType<Record<string, never>>(
    'collect-garbage',
    'deletes objects that nothing refers to',
    ['collect-unneeded'],
  ),
  rebuildProjections: new SystemJobType<Record<string, never>>(
    'rebuild-projections',
    'derives search and links from committed content',
    ['projectBacklog'],
  ),
  purgeSpace: new SystemJobType<{
    readonly organizationId: OrganizationId;
    readonly spaceId: SpaceId;
    /** Identifies the deletion: a space that was restored and deleted again can be restored for another week. */
    readonly deletedAt: string;
  }>('purge-space', 'deletes a space after its time for restoring, which deleting it announced'),
  purgeWebhookDeliveries: new SystemJobType<{
    readonly organizationId: OrganizationId;
    readonly webhookId: WebhookId;
  }>('purge-webhook-deliveries', 'deletes deliveries after their time'),
  removeUpload: new SystemJobType<{ readonly organizationId: OrganizationId; readonly uploadId: UploadId }>(
    'remove-upload',
    'deletes an upload after its lifetime',
  ),
  forgetConsumedTokens: new SystemJobType<{ readonly ids: readonly string[] }>(
    'forget-consumed-tokens',
    'deletes records of consumed tokens that have expired',
    ['forgetSpentMarks'],
  ),
  recordFailedSignIn: new SystemJobType<{
    readonly email: string;
    readonly via: string;
    readonly address: string | null;
  }>('record-failed-sign-in', 'records an event about a sign-in that nobody completed', ['recordFailedSignIn']),
  sendPausedWorkNotice: new SystemJobType<
    Pause & {
      readonly organizationId: OrganizationId;
      readonly recipientId: UserId;
      /** Initiator of the paused work. */
      readonly userId: UserId;
      readonly subject: string;
      readonly path: string;
    }
  >('send-paused-work-notice', 'notifies administrators of the organization, and nobody else'),
  sendPasswordLink: new SystemJobType<{ readonly email: string }>(
    'send-password-link',
    'answers the owner of the address; the account must not be disabled',
    ['sendPasswordLink'],
  ),
} as const;
