import type { Id } from '../../../domain/kernel/id.ts';
import type { BringOrder } from './import-remote.ts';
import { operationPurpose, type GitOrder } from '../git-job.ts';

/** What the job of an import is told. */
export interface ImportOrder extends GitOrder, Pick<BringOrder, 'mode'> {}

/** What the address is closed in its box for: this import of this space. */
export const importPurpose = (spaceId: Id, operation: Id): string => operationPurpose('import', spaceId, operation);
