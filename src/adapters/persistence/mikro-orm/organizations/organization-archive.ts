import * as z from 'zod';
import { isId } from '../../../../domain/kernel/id.ts';
import { manifestMembers, readManifest, type BackupEntry } from '../instance/backup-archive.ts';

/** Version of the layout of organizations' archives. */
export const ORGANIZATION_FORMAT = 1;

/** First entry of an archive. */
export const ORGANIZATION_MANIFEST = 'organization.json';

const manifestSchema = z.object({
  ...manifestMembers(ORGANIZATION_FORMAT),
  organization: z.object({ id: z.string().refine(isId, 'must be an id'), title: z.string() }),
});
export type OrganizationManifest = z.output<typeof manifestSchema>;

/** Reads the first entry of an archive. @throws Error with one line when it is no archive of an organization */
export async function parseOrganizationManifest(entry: BackupEntry | undefined): Promise<OrganizationManifest> {
  if (entry?.name !== ORGANIZATION_MANIFEST) throw new Error('the file is no export of an organization');
  return readManifest(entry, manifestSchema, 'archive');
}
