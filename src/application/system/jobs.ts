import { exportRepositoryJob } from '../git/export/export-repository.ts';
import { checkBranchJob } from '../git/follow/check-branch.ts';
import { importRepositoryJob } from '../git/import/import-repository.ts';
import { runImportJob } from '../imports/runs/run-import.ts';
import { sendInvitationJob } from '../invitations/send-invitation.ts';
import { collectGarbageJob } from '../garbage-collection.ts';
import { checkEmailDomainJob } from '../organizations/email-domain-claims.ts';
import { checkHostnameJob } from '../sites/hostnames.ts';
import type { JobType } from '../kernel/job-type.ts';
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
export const JOBS: readonly Job[] = Object.values(HANDLERS);

const namesOf = ({ name, formerNames }: JobType<never>): readonly string[] => [name, ...formerNames];
/** Names under which jobs may be waiting. */
export const JOB_NAMES: readonly string[] = Object.values(JOB_TYPES).flatMap(namesOf);

/**
 * Names of the jobs that occupy a worker for seconds or hours; one organization never occupies all workers with them.
 */
export const HEAVY_JOBS: readonly string[] = [
  JOB_TYPES.exportRepository,
  JOB_TYPES.importRepository,
  JOB_TYPES.checkBranch,
  JOB_TYPES.checkSpecSource,
  JOB_TYPES.processSpec,
  JOB_TYPES.purgeSpace,
  JOB_TYPES.runImport,
  JOB_TYPES.runTranslation,
  JOB_TYPES.deliverWebhook,
].flatMap(namesOf);
