import { exportRepositoryJob } from '../git/export/export-repository.ts';
import { lookAtBranchJob } from '../git/follow/check-branch.ts';
import { importRepositoryJob } from '../git/import/import-repository.ts';
import { sendInvitationJob } from '../invitations/send-invitation.ts';
import { collectUnneededJob } from '../garbage-collection.ts';
import { checkEmailDomainJob } from '../organizations/email-domain-claims.ts';
import { checkHostnameJob } from '../sites/hostnames.ts';
import type { Job } from '../kernel/job.ts';
import { followSpecJob, processSpecJob } from '../openapi-specs/process-spec.ts';
import { sendPausedWorkNoticeJob } from '../permissions/paused-work.ts';
import { projectBacklogJob } from '../content/projections/rebuild-projections.ts';
import { purgeSpaceJob } from '../spaces/purge-space.ts';
import { forgetSpentMarksJob } from '../sso/forget-consumed-tokens.ts';
import { runTranslationJob } from '../translations/run-translation.ts';
import { removeUploadJob } from '../uploads/remove-upload.ts';
import { sendPasswordLinkJob } from '../sessions/passwords.ts';
import { recordFailedSignInJob } from '../sessions/record-sign-in.ts';

/** Every job there is. */
export const JOBS: readonly Job[] = [
  checkEmailDomainJob,
  checkHostnameJob,
  collectUnneededJob,
  exportRepositoryJob,
  importRepositoryJob,
  lookAtBranchJob,
  followSpecJob,
  processSpecJob,
  projectBacklogJob,
  purgeSpaceJob,
  forgetSpentMarksJob,
  removeUploadJob,
  runTranslationJob,
  sendInvitationJob,
  sendPasswordLinkJob,
  recordFailedSignInJob,
  sendPausedWorkNoticeJob,
];
export const JOB_NAMES: readonly string[] = JOBS.map(({ name }) => name);

/** Names of the jobs that hold a worker for seconds or hours: one organization never holds all workers with them. */
export const HEAVY_JOBS: readonly string[] = [
  exportRepositoryJob,
  importRepositoryJob,
  lookAtBranchJob,
  followSpecJob,
  processSpecJob,
  purgeSpaceJob,
  runTranslationJob,
].map(({ name }) => name);
