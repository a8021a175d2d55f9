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

/** Attempts of a mail that nobody waits for, within half a day. */
export const MAIL_ATTEMPTS = 12;
/** Attempts of a mail that somebody waits for, within half an hour. */
export const URGENT_MAIL_ATTEMPTS = 8;

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
  }>('follow-git-branch', 'content', 'space:git-sync'),
  importRepository: new InitiatorJobType<ImportJobPayload>('import-git-repository', 'content', 'space:git-sync'),
  exportRepository: new InitiatorJobType<ExportJobPayload>('export-git-repository', 'content', 'space:git-sync'),
  runImport: new InitiatorJobType<{
    readonly organizationId: OrganizationId;
    readonly spaceId: SpaceId;
    readonly runId: ImportRunId;
  }>('run-import', 'content', 'space:edit'),
  runTranslation: new InitiatorJobType<{
    readonly organizationId: OrganizationId;
    readonly translationId: TranslationId;
    readonly run: Id;
  }>('run-translation', 'content', 'translations:manage'),
  checkSpecSource: new InitiatorJobType<{ readonly organizationId: OrganizationId; readonly specId: OpenAPISpecId }>(
    'follow-openapi-spec',
    'content',
    'openapi-specs:manage',
  ),
  processSpec: new InitiatorJobType<{
    readonly organizationId: OrganizationId;
    readonly specId: OpenAPISpecId;
    readonly run: Id;
    /** Number of earlier tries. */
    readonly tries: number;
  }>('process-openapi-spec', 'content', 'openapi-specs:manage'),
  /** Migration 090 enqueues jobs of this type under this name in the transaction of the event. */
  deliverWebhook: new InitiatorJobType<{
    readonly organizationId: OrganizationId;
    readonly deliveryId: WebhookDeliveryId;
    /** Number of earlier attempts; a job whose attempt was made has no effect. */
    readonly attempts: number;
  }>('deliver-webhook', 'webhooks', 'webhooks:manage'),
  /** An invitation to a space or a collection asks for the level there instead (`mayInvite`). */
  sendInvitation: new InitiatorJobType<{ readonly inviteId: InviteId; readonly hash: string; readonly box: string }>(
    'send-invitation',
    'mail',
    'organization:admin',
    ['sendInvitation'],
  ),

  checkEmailDomain: new SystemJobType<{
    readonly organizationId: OrganizationId;
    readonly emailDomainId: EmailDomainId;
    readonly claimId: Id;
  }>('check-email-domain', 'system', 'compares DNS records with a claim, as an administrator may at any time'),
  checkHostname: new SystemJobType<{
    readonly organizationId: OrganizationId;
    readonly siteId: SiteId;
    readonly claimId: Id;
  }>('check-hostname', 'system', 'compares DNS records with a claim; changes no content and no audience'),
  collectGarbage: new SystemJobType<Record<string, never>>(
    'collect-garbage',
    'system',
    'deletes objects that nothing refers to',
    ['collect-unneeded'],
  ),
  createBackup: new SystemJobType<{
    /** Time of the schedule; a job of a former schedule has no effect. */
    readonly at: string;
  }>('create-backup', 'system', 'copies the whole instance to the place that the operator configured'),
  rebuildProjections: new SystemJobType<Record<string, never>>(
    'rebuild-projections',
    'system',
    'derives search and links from committed content',
    ['projectBacklog'],
  ),
  purgeSpace: new SystemJobType<{
    readonly organizationId: OrganizationId;
    readonly spaceId: SpaceId;
    /** Identifies the deletion: a space that was restored and deleted again can be restored for another week. */
    readonly deletedAt: string;
  }>('purge-space', 'system', 'deletes a space after its time for restoring, which deleting it announced'),
  purgeWebhookDeliveries: new SystemJobType<{
    readonly organizationId: OrganizationId;
    readonly webhookId: WebhookId;
  }>('purge-webhook-deliveries', 'system', 'deletes deliveries after their time'),
  removeUpload: new SystemJobType<{ readonly organizationId: OrganizationId; readonly uploadId: UploadId }>(
    'remove-upload',
    'system',
    'deletes an upload after its lifetime',
  ),
  forgetConsumedTokens: new SystemJobType<{ readonly ids: readonly string[] }>(
    'forget-consumed-tokens',
    'system',
    'deletes records of consumed tokens that have expired',
    ['forgetSpentMarks'],
  ),
  recordFailedSignIn: new SystemJobType<{
    readonly email: string;
    readonly via: string;
    readonly address: string | null;
  }>('record-failed-sign-in', 'system', 'records an event about a sign-in that nobody completed', [
    'recordFailedSignIn',
  ]),
  sendPausedWorkNotice: new SystemJobType<
    Pause & {
      readonly organizationId: OrganizationId;
      readonly recipientId: UserId;
      /** Initiator of the paused work. */
      readonly userId: UserId;
      readonly subject: string;
      readonly path: string;
    }
  >('send-paused-work-notice', 'mail', 'notifies administrators of the organization, and nobody else'),
  sendPasswordLink: new SystemJobType<{ readonly email: string }>(
    'send-password-link',
    'mail',
    'answers the owner of the address; the account must not be disabled',
    ['sendPasswordLink'],
  ),
} as const;
