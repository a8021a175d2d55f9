import { exportRepositoryJob } from '../git/export/export-repository.ts';
import { checkBranchJob } from '../git/follow/check-branch.ts';
import { importRepositoryJob } from '../git/import/import-repository.ts';
import { sendInvitationJob } from '../invitations/send-invitation.ts';
import { collectGarbageJob } from '../garbage-collection.ts';
import { checkEmailDomainJob } from '../organizations/email-domain-claims.ts';
import { checkHostnameJob } from '../sites/hostnames.ts';
import type { Job } from '../kernel/job.ts';
import { checkSpecSourceJob, processSpecJob } from '../openapi-specs/process-spec.ts';
import { sendPausedWorkNoticeJob } from '../permissions/paused-work.ts';
import { rebuildProjectionsJob } from '../content/projections/rebuild-projections.ts';
import { purgeSpaceJob } from '../spaces/purge-space.ts';
import { forgetConsumedTokensJob } from '../sso/forget-consumed-tokens.ts';
import { runTranslationJob } from '../translations/run-translation.ts';
import { removeUploadJob } from '../uploads/remove-upload.ts';
import { sendPasswordLinkJob } from '../sessions/passwords.ts';
import { recordFailedSignInJob } from '../sessions/record-sign-in.ts';

/** List of all jobs. */
export const JOBS: readonly Job[] = [
  checkEmailDomainJob,
  checkHostnameJob,
  collectGarbageJob,
  exportRepositoryJob,
  importRepositoryJob,
  checkBranchJob,
  checkSpecSourceJob,
  processSpecJob,
  rebuildProjectionsJob,
  purgeSpaceJob,
  forgetConsumedTokensJob,
  removeUploadJob,
  runTranslationJob,
  sendInvitationJob,
  sendPasswordLinkJob,
  recordFailedSignInJob,
  sendPausedWorkNoticeJob,
];
export const JOB_NAMES: readonly string[] = JOBS.map(({ name }) => name);

/**
 * Names of the jobs that occupy a worker for seconds or hours; one organization never occupies all workers with them.
 */
export const HEAVY_JOBS: readonly string[] = [
  exportRepositoryJob,
  importRepositoryJob,
  checkBranchJob,
  checkSpecSourceJob,
  processSpecJob,
  purgeSpaceJob,
  runTranslationJob,
].map(({ name }) => name);
