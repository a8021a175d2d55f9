import type pg from 'pg';
import { operationPurpose } from '../../../../application/git/git-job.ts';
import { organizationKeyPurpose } from '../../../../application/members/presence.ts';
import { codePurpose } from '../../../../application/sessions/sign-in.ts';
import { shareLinkPurpose } from '../../../../application/sites/audience/share-links.ts';
import { JOB_TYPES } from '../../../../application/system/job-types.ts';
import { followSecretPurpose } from '../../../../domain/git/git-follow.ts';
import { mcpHeadersPurpose } from '../../../../domain/sites/site-mcp-server.ts';
import { webhookSecretPurpose } from '../../../../domain/webhooks/webhook.ts';
import type { SecretBox } from '../../../../ports/kernel/secret-box.ts';

/** Column with values that are sealed with the secret key of the instance. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Noun phrase for the operator, before the id of the row. */
  readonly what: string;
  readonly purpose: (id: any) => string;
}

const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'credentials',
    column: 'totp_secret',
    what: 'secret of the one-time codes of the user',
    purpose: codePurpose,
  },
  {
    table: 'credentials',
    column: 'totp_pending',
    what: 'new secret of one-time codes of the user',
    purpose: codePurpose,
  },
  {
    table: 'git_follows',
    column: 'address',
    what: 'repository address of the followed branch of the space',
    purpose: (id) => followSecretPurpose(id, 'address'),
  },
  {
    table: 'git_follows',
    column: 'secret',
    what: 'push secret of the followed branch of the space',
    purpose: (id) => followSecretPurpose(id, 'secret'),
  },
  {
    table: 'git_follows',
    column: 'old_secret',
    what: 'former push secret of the followed branch of the space',
    purpose: (id) => followSecretPurpose(id, 'secret'),
  },
  { table: 'webhooks', column: 'secret', what: 'secret of the webhook', purpose: webhookSecretPurpose },
  { table: 'webhooks', column: 'old_secret', what: 'former secret of the webhook', purpose: webhookSecretPurpose },
  { table: 'site_share_links', column: 'sealed_key', what: 'key of the share link', purpose: shareLinkPurpose },
  { table: 'site_mcp_servers', column: 'headers', what: 'headers of the MCP server', purpose: mcpHeadersPurpose },
  {
    table: 'organization_keys',
    column: 'private_key',
    what: 'signing key of members in the organization key',
    purpose: organizationKeyPurpose,
  },
  {
    table: 'idempotent_answers',
    column: 'box',
    what: 'stored answer of the repeated request',
    purpose: (id: string) => id,
  },
];

/** Sealed member of the payload of waiting jobs. */
interface SealedPayload {
  readonly jobs: readonly string[];
  readonly member: string;
  readonly what: string;
  readonly purpose: (payload: any) => string;
}

const namesOf = ({ name, formerNames }: (typeof JOB_TYPES)[keyof typeof JOB_TYPES]): string[] => [name, ...formerNames];
const SEALED_PAYLOADS: readonly SealedPayload[] = [
  {
    jobs: namesOf(JOB_TYPES.importRepository),
    member: 'address',
    what: 'repository address of the waiting import, job',
    purpose: ({ spaceId, operation }) => operationPurpose('import', spaceId, operation),
  },
  {
    jobs: namesOf(JOB_TYPES.exportRepository),
    member: 'address',
    what: 'repository address of the waiting export, job',
    purpose: ({ spaceId, operation }) => operationPurpose('export', spaceId, operation),
  },
  {
    jobs: namesOf(JOB_TYPES.sendInvitation),
    member: 'box',
    what: 'link of the waiting invitation, job',
    purpose: ({ hash }) => hash,
  },
];

/** Number of rows that are read at a time. */
const PART = 1_000;

interface SealedRow {
  readonly id: string;
  readonly box: string;
}

/** Values that were sealed again, and those that the former box cannot open, one line each. */
export interface ResealReport {
  readonly resealed: number;
  readonly lost: readonly string[];
}

/**
 * Seals every sealed value of a database again. Values that the former box cannot open are left as they are.
 * @param client connection in a transaction
 */
export async function resealValues(
  client: pg.ClientBase,
  from: Pick<SecretBox, 'open'>,
  to: Pick<SecretBox, 'seal'>,
): Promise<ResealReport> {
  return walkValues(client, new Resealing(from, to));
}

/** Seals the sealed values of tables again that `relation` names, and leaves those that cannot be opened as they are. */
export async function resealColumns(
  client: pg.ClientBase,
  from: Pick<SecretBox, 'open'> | undefined,
  to: Pick<SecretBox, 'seal'>,
  relation: (table: string) => string | undefined,
): Promise<ResealReport> {
  const resealing = new Resealing(from, to);
  await walkColumns(client, resealing, relation);
  return resealing;
}

/** Seals what the payload of a job has sealed again. */
export function resealPayload<J extends { readonly name: string; readonly payload: Readonly<Record<string, any>> }>(
  job: J,
  from: Pick<SecretBox, 'open'> | undefined,
  to: Pick<SecretBox, 'seal'>,
): J {
  const sealed = SEALED_PAYLOADS.find(({ jobs }) => jobs.includes(job.name));
  if (sealed === undefined) return job;
  const { member, what, purpose } = sealed;
  const box = new Resealing(from, to).reseal(job.payload[member], purpose(job.payload), what);
  return box === undefined ? job : { ...job, payload: { ...job.payload, [member]: box } };
}

/** Lists the sealed values of a database that a box cannot open, one line each. */
export async function listLostValues(client: pg.ClientBase, box: Pick<SecretBox, 'open'>): Promise<readonly string[]> {
  return (await walkValues(client, new Resealing(box, undefined))).lost;
}

/** Opens boxes with one key and seals their secrets with another, if there is one. */
class Resealing implements ResealReport {
  readonly lost: string[] = [];
  resealed = 0;

  constructor(
    private readonly from: Pick<SecretBox, 'open'> | undefined,
    private readonly to: Pick<SecretBox, 'seal'> | undefined,
  ) {}

  reseal(box: string, purpose: string, line: string): string | undefined {
    const secret = this.from?.open(box, purpose);
    if (secret === undefined) this.lost.push(line);
    else this.resealed++;
    return secret === undefined ? undefined : this.to?.seal(secret, purpose);
  }
}

async function walkColumns(
  client: pg.ClientBase,
  resealing: Resealing,
  relation: (table: string) => string | undefined,
): Promise<void> {
  for (const { table, column, what, purpose } of SEALED_COLUMNS) {
    const name = relation(table);
    if (name === undefined) continue;
    const select = `SELECT id, ${column} AS box FROM ${name} WHERE ${column} IS NOT NULL AND id > $1 ORDER BY id LIMIT ${PART}`;
    for (let after: string | undefined = ''; after !== undefined;) {
      const { rows }: pg.QueryResult<SealedRow> = await client.query<SealedRow>(select, [after]);
      for (const { id, box } of rows) {
        const made = resealing.reseal(box, purpose(id), `${what} ${id}`);
        if (made !== undefined) await client.query(`UPDATE ${name} SET ${column} = $2 WHERE id = $1`, [id, made]);
      }
      after = rows.length < PART ? undefined : rows.at(-1)!.id;
    }
  }
}

async function walkValues(client: pg.ClientBase, resealing: Resealing): Promise<ResealReport> {
  await walkColumns(client, resealing, (table) => table);
  for (const { id, task, payload } of await waitingJobs(client)) {
    const { member, what, purpose } = SEALED_PAYLOADS.find(({ jobs }) => jobs.includes(task))!;
    const made = resealing.reseal(payload[member], purpose(payload), `${what} ${id}`);
    if (made !== undefined)
      await client.query('UPDATE graphile_worker._private_jobs SET payload = $2 WHERE id = $1', [
        id,
        JSON.stringify({ ...payload, [member]: made }),
      ]);
  }
  return resealing;
}

interface WaitingJob {
  readonly id: string;
  readonly task: string;
  readonly payload: Readonly<Record<string, any>>;
}

async function waitingJobs(client: pg.ClientBase): Promise<readonly WaitingJob[]> {
  const { rows: queue } = await client.query(`SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS exists`);
  if (!queue[0].exists) return [];
  const { rows } = await client.query<WaitingJob>(
    `SELECT j.id, j.task_identifier AS task, p.payload FROM graphile_worker.jobs j JOIN graphile_worker._private_jobs p USING (id)
     WHERE j.task_identifier = ANY($1::text[]) ORDER BY j.id`,
    [SEALED_PAYLOADS.flatMap(({ jobs }) => jobs)],
  );
  return rows;
}

/**
 * Lists the sites whose signing key for visitors follows from the secret key and changes with it, one line each: all, or
 * those of an organization.
 */
export async function listSigningSites(client: pg.ClientBase, organizationId?: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string; title: string }>(
    `SELECT s.id, s.title FROM site_publishing_auths a JOIN sites s USING (id)
     WHERE $1::text IS NULL OR s.organization_id = $1 ORDER BY s.id`,
    [organizationId ?? null],
  );
  return rows.map(({ id, title }) => `${title} (${id})`);
}
