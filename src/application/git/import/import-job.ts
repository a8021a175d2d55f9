import type { Id } from '../../../domain/kernel/id.ts';
import type { RemoteImportOptions } from './import-remote.ts';
import { operationPurpose, type GitJobPayload } from '../git-job.ts';

/** Payload of an import job. */
export interface ImportJobPayload extends GitJobPayload, Pick<RemoteImportOptions, 'mode'> {}

/** Builds the purpose with which the URL is sealed, bound to one import of one space. */
export const importPurpose = (spaceId: Id, operation: Id): string => operationPurpose('import', spaceId, operation);
