import type { Id } from '../../../domain/kernel/id.ts';
import type { RemoteImportOptions } from './import-remote.ts';
import { operationPurpose, type GitJobPayload } from '../git-job.ts';

/** What the job of an import is told. */
export interface ImportJobPayload extends GitJobPayload, Pick<RemoteImportOptions, 'mode'> {}

/** What the address is closed in its box for: this import of this space. */
export const importPurpose = (spaceId: Id, operation: Id): string => operationPurpose('import', spaceId, operation);
