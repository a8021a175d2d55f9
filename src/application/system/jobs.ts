import { exportRepositoryJob } from '../git/export/export-repository.ts';
import { checkBranchJob } from '../git/follow/check-branch.ts';
import { importRepositoryJob } from '../git/import/import-repository.ts';
import { runImportJob } from '../imports/runs/run-import.ts';
import { sendInvitationJob } from '../invitations/send-invitation.ts';
import { createBackupJob } from '../instance.backups.ts';
import { collectGarbageJob } from '../garbage-collection.ts';
import { checkEmailDomainJob } from '../organizations/email-domain-claims.ts';
import { checkHostnameJob } from '../sites/hostnames.ts';
import type { JobQueueName } from '../../ports/kernel/jobs.ts';
import type { Job } from '../kernel/job.ts';
import { JOB_TYPES } from './job-types.ts';
import { checkSpecSourceJob, processSpecJob } from '../openapi-specs/process-spec.ts';
import { sendPausedWorkNoticeJob } from '../permissions/paused-work.ts';
import { rebuildProjectionsJob } from '../content/projections/rebuild-projections.ts';
import { purgeSpaceJob } from '../spaces/purge-space.ts';
import { forgetConsumedTokensJob } from '../sso/sign-in.ts';
import { runTranslationJob } from '../translations/run-translation.ts';
import { removeUploadJob } from '../uploads/generate-upload-url.ts';
import { sendPasswordLinkJob } from '../sessions/passwords.ts';
import { recordFailedSignInJob } from '../sessions/sign-in.ts';
import { deliverWebhookJob } from '../webhooks/deliver-webhook.ts';
import { purgeWebhookDeliveriesJob } from '../webhooks/purge-deliveries.ts';

/** The handler of each type of job. */
const HANDLERS: { readonly [K in keyof typeof JOB_TYPES]: Job } = {
  checkEmailDomain: checkEmailDomainJob,
  checkHostname: checkHostnameJob,
  collectGarbage: collectGarbageJob,
  exportRepository: exportRepositoryJob,
  importRepository: importRepositoryJob,
  checkBranch: checkBranchJob,
  checkSpecSource: checkSpecSourceJob,
  processSpec: processSpecJob,
  createBackup: createBackupJob,
  rebuildProjections: rebuildProjectionsJob,
  purgeSpace: purgeSpaceJob,
  forgetConsumedTokens: forgetConsumedTokensJob,
  removeUpload: removeUploadJob,
  runImport: runImportJob,
  runTranslation: runTranslationJob,
  sendInvitation: sendInvitationJob,
  sendPasswordLink: sendPasswordLinkJob,
  recordFailedSignIn: recordFailedSignInJob,
  sendPausedWorkNotice: sendPausedWorkNoticeJob,
  deliverWebhook: deliverWebhookJob,
  purgeWebhookDeliveries: purgeWebhookDeliveriesJob,
};
/** Handlers of all jobs. */
export const JOBS: readonly Job[] = Object.values(HANDLERS);

/** Finds the handler of a job by the name under which it is stored; undefined for a job of another version. */
export const findJob = (name: string): Job | undefined => JOBS.find(({ type }) => type.names.includes(name));

/** Names of the jobs of a queue. */
export const jobsOfQueue = (queue: JobQueueName): readonly string[] =>
  Object.values(JOB_TYPES)
    .filter((type) => type.queue === queue)
    .flatMap(({ names }) => names);
