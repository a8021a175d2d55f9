import * as z from 'zod';
import { isId } from '../../../../domain/kernel/id.ts';
import { MANIFEST_BYTES, readText, type BackupEntry } from '../instance/backup-archive.ts';

/** Version of the layout of organizations' archives. */
export const ORGANIZATION_FORMAT = 1;

/** First entry of an archive. */
export const ORGANIZATION_MANIFEST = 'organization.json';

const manifestSchema = z.object({
  format: z.literal(ORGANIZATION_FORMAT, `must be ${ORGANIZATION_FORMAT}: another version of Quire wrote the archive`),
  organization: z.object({ id: z.string().refine(isId, 'must be an id'), title: z.string() }),
  /** Version of Quire that wrote the archive. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Names of the migrations of the stored schema. */
  migrations: z.array(z.string()),
  /** Digest of the secret key with which values of the archive are sealed. */
  secretKeyDigest: z.string().optional(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});
export type OrganizationManifest = z.output<typeof manifestSchema>;

/** Reads the first entry of an archive. @throws Error with one line when it is no archive of an organization */
export async function parseOrganizationManifest(entry: BackupEntry | undefined): Promise<OrganizationManifest> {
  if (entry?.name !== ORGANIZATION_MANIFEST) throw new Error('the file is no export of an organization');
  const parsed = manifestSchema.safeParse(JSON.parse(await readText(entry, MANIFEST_BYTES)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`the manifest of the archive cannot be used: ${issue!.path.join('.')}: ${issue!.message}`);
}
