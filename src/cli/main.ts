#!/usr/bin/env node
import { Command, InvalidArgumentError } from 'commander';
import { LEVELS } from '../domain/permissions/level.ts';
import { BUILD } from '../adapters/http/kernel/build.ts';
import { JOB_QUEUES, JOB_STATUSES } from '../ports/kernel/jobs.ts';
import { ApiClient, CliError } from './api-client.ts';

// A reader such as `head` closes the pipe once it has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const connect = (): ApiClient => ApiClient.fromEnvironment(process.env);

/** Warnings after a user in a line of output. */
const userWarnings = (of: { readonly disabled?: boolean; readonly unproven?: boolean }): string =>
  `${of.disabled ? '  (disabled)' : ''}${of.unproven ? '  (address unproven)' : ''}`;

/** @throws CliError when no user has this address */
async function userByEmail(
  client: ApiClient,
  email: string,
): Promise<{ id: string; email: string; displayName: string; unproven?: boolean }> {
  for await (const user of client.listAll('/v1/instance/users')) if (user.email === email.toLowerCase()) return user;
  throw new CliError(`no user has the e-mail address ${email}`);
}

function parseRole(text: string): string | null {
  if (text === 'guest') return null;
  if (!(LEVELS as readonly string[]).includes(text))
    throw new InvalidArgumentError(`must be one of ${LEVELS.join(', ')}, guest`);
  return text;
}

function parseFile(name: string): string {
  if (name === '') throw new InvalidArgumentError('must not be empty');
  return name;
}

const counted = ({ tables, jobs, blobs }: { tables: Record<string, { rows: number }>; jobs: number; blobs: number }) =>
  `${Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)} rows of ${Object.keys(tables).length} tables, ${jobs} jobs, ${blobs} files`;

const program = new Command('quire')
  .description('Run and administer an instance of Quire.')
  .version(BUILD.version)
  .showHelpAfterError()
  .addHelpText(
    'after',
    `
Settings are environment variables, the same as those of the server, or files that NAME_FILE names.
The commands user, token, password, org and jobs call the API of the running instance (except org export and
org import): at QUIRE_URL, or else PUBLIC_URL, or HOST and PORT, with the token in QUIRE_TOKEN, or else ADMIN_TOKEN,
or DATA_DIR/admin-token. All other commands use the data that DATA_DIR or DATABASE_URL name.`,
  );

const user = program.command('user').description('users of the instance');
user
  .command('create <email>')
  .description('create a user')
  .requiredOption('--name <name>', 'display name')
  .action(async (email: string, { name }: { name: string }) => {
    const { id } = await connect().call('POST', '/v1/instance/users', { email, displayName: name });
    print(`created user ${id} (${email.toLowerCase()})`);
  });
user
  .command('list')
  .description('list the users of the instance')
  .action(async () => {
    for await (const { id, email, displayName, disabled, unproven } of connect().listAll('/v1/instance/users'))
      print(`${id}  ${email}  ${displayName}${userWarnings({ disabled, unproven })}`);
  });

for (const [name, disabled, does, done] of [
  ['disable', true, 'disable a user, with every API token and session', 'is disabled'],
  ['enable', false, 'enable a disabled user', 'is enabled'],
] as const)
  user
    .command(`${name} <email>`)
    .description(does)
    .action(async (email: string) => {
      const client = connect();
      const { id } = await userByEmail(client, email);
      await client.call('PATCH', `/v1/instance/users/${id}`, { disabled });
      print(`${email} ${done}`);
    });

user
  .command('two-factor-off <email>')
  .description('turn one-time codes off for a user who has lost them')
  .action(async (email: string) => {
    const client = connect();
    const { id } = await userByEmail(client, email);
    await client.call('PATCH', `/v1/instance/users/${id}`, { twoFactor: false });
    print(`${email} signs in without a code`);
  });

const token = program.command('token').description('API tokens');
token
  .command('create <email>')
  .description('create an API token for a user and print the token once')
  .requiredOption('--name <name>', 'name of the token')
  .option('--expires <date-time>', 'expiry in ISO 8601; without this option the token never expires')
  .option('--read-only', 'restrict the token to reading')
  .action(
    async (email: string, { name, expires, readOnly }: { name: string; expires?: string; readOnly?: boolean }) => {
      const client = connect();
      const { id } = await userByEmail(client, email);
      const issued = await client.call('POST', `/v1/instance/users/${id}/tokens`, {
        name,
        ...(expires && { expiresAt: expires }),
        ...(readOnly && { readOnly }),
      });
      print(issued.token);
    },
  );
token
  .command('list <email>')
  .description("list a user's API tokens")
  .action(async (email: string) => {
    const client = connect();
    const { id } = await userByEmail(client, email);
    for await (const one of client.listAll(`/v1/instance/users/${id}/tokens`))
      print(
        `${one.id}  ${one.readOnly ? 'read-only ' : ''}${one.expiresAt ? `until ${one.expiresAt} ` : ''}${one.name}`,
      );
  });
token
  .command('revoke <email> <token-id>')
  .description('revoke an API token at once')
  .action(async (email: string, tokenId: string) => {
    const client = connect();
    const { id } = await userByEmail(client, email);
    const path = `/v1/instance/users/${id}/tokens`;
    let isTheirs = false;
    for await (const one of client.listAll<{ id: string }>(path)) isTheirs ||= one.id === tokenId;
    if (!isTheirs) throw new CliError(`${email} has no API token ${tokenId}`);
    await client.call('DELETE', `${path}/${encodeURIComponent(tokenId)}`);
    print(`token ${tokenId} is revoked`);
  });

program
  .command('password <email>')
  .description('create a link with which a user sets a first or new password; the link works once, for a day')
  .action(async (email: string) => {
    const client = connect();
    const { id } = await userByEmail(client, email);
    const { url, expiresAt } = await client.call('POST', `/v1/instance/users/${id}/password-link`);
    print(`${url}\n(until ${expiresAt})`);
  });

const org = program.command('org').description('organizations');
org
  .command('create <title>')
  .description('create an organization with the caller as an administrator')
  .option('--admin <email>', 'another administrator')
  .action(async (title: string, { admin }: { admin?: string }) => {
    const client = connect();
    const person = admin === undefined ? undefined : await userByEmail(client, admin);
    const { id } = await client.call('POST', '/v1/orgs', { title });
    if (person !== undefined)
      await client.call('PUT', `/v1/instance/orgs/${id}/members/${person.id}`, { role: 'admin' });
    print(`created organization ${id} (${title})${userWarnings(person ?? {})}`);
  });
org
  .command('list')
  .description('list all organizations of the instance')
  .action(async () => {
    for await (const { id, title } of connect().listAll('/v1/instance/orgs')) print(`${id}  ${title}`);
  });
org
  .command('member <organization-id> <email>')
  .argument('<role>', `${LEVELS.join(', ')} or guest`, parseRole)
  .description('add a member, or update the role of a member')
  .action(async (organizationId: string, email: string, to: string | null) => {
    const client = connect();
    const { id } = await userByEmail(client, email);
    const { user: member } = await client.call(
      'PUT',
      `/v1/instance/orgs/${encodeURIComponent(organizationId)}/members/${id}`,
      { role: to },
    );
    print(`${email} ${to === null ? 'is a guest now' : `has the role ${to} now`}${userWarnings(member)}`);
  });
org
  .command('members <organization-id>')
  .description('list the members of an organization')
  .action(async (organizationId: string) => {
    for await (const { role: as, user: member, disabled } of connect().listAll(
      `/v1/instance/orgs/${encodeURIComponent(organizationId)}/members`,
    ))
      print(`${member.id}  ${member.email}  ${as ?? 'guest'}${userWarnings({ disabled, unproven: member.unproven })}`);
  });
org
  .command('domain <organization-id> <e-mail-domain>')
  .description('mark an e-mail domain of an organization as proven, for networks without a public DNS')
  .option('--withdraw', 'withdraw the proof')
  .action(async (organizationId: string, domain: string, { withdraw }: { withdraw?: boolean }) => {
    const path = `/v1/instance/orgs/${encodeURIComponent(organizationId)}/email-domains/${encodeURIComponent(domain)}/proof`;
    await connect().call(withdraw ? 'DELETE' : 'PUT', path);
    print(withdraw ? `${domain} is no longer proven by the operator` : `${domain} is proven`);
  });

org
  .command('open <organization-id>')
  .description('turn off the SSO enforcement of an organization')
  .action(async (organizationId: string) => {
    const { title } = await connect().call('PATCH', `/v1/instance/orgs/${encodeURIComponent(organizationId)}`, {
      sso: false,
    });
    print(`${title} no longer requires signing in through its identity provider`);
  });

org
  .command('export <organization-id>')
  .argument('<file>', 'the archive', parseFile)
  .description('write everything of an organization into one archive; the instance may be running')
  .action(async (organizationId: string, file: string) => {
    const { exportOrganizationTo } = await import('./organization-archive.ts');
    print(`${file}: ${counted(await exportOrganizationTo(organizationId, file, process.env))}`);
    print('the archive has secrets that only the SECRET_KEY of this instance opens');
  });
org
  .command('import')
  .argument('<file>', 'the archive', parseFile)
  .description('import the archive of an organization, which must not exist; the instance may be running')
  .action(async (file: string) => {
    const { importOrganizationFrom } = await import('./organization-archive.ts');
    const report = await importOrganizationFrom(file, process.env, (id) =>
      print(`built search and links of space ${id}`),
    );
    const { organization, summary, matchedUsers, createdUsers, resealed } = report;
    print(`imported ${organization.title} (${organization.id}): ${counted(summary)}`);
    print(`${matchedUsers} users are those with the same addresses, ${createdUsers} are new and have no password`);
    if (resealed > 0) print(`${resealed} secrets are sealed with the key of this instance`);
    for (const line of report.lost) print(`lost, to be entered again  ${line}`);
    for (const site of report.signingSites) print(`new signing key for visitors  ${site}`);
    for (const site of report.renamedSites) print(`new address, as the former one is taken  ${site}`);
    for (const name of report.unproven) print(`to be proven again  ${name}`);
  });

interface ListedJob {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly organization?: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly error?: string;
}
const jobLine = ({ id, kind, status, organization, attempts, maxAttempts, error }: ListedJob): string =>
  [id, status, kind, `${attempts}/${maxAttempts}`, organization ?? 'system', error?.split('\n', 1)[0] ?? '']
    .join('  ')
    .trimEnd();
const jobPath = (id: string): string => `/v1/instance/jobs/${encodeURIComponent(id)}`;

const jobs = program.command('jobs').description('background jobs of the instance');
jobs
  .command('list')
  .description('list jobs that wait, run or have failed, the newest first')
  .option('--kind <kind>', 'kind of work, such as run-import')
  .option('--queue <queue>', `one of ${JOB_QUEUES.join(', ')}`)
  .option('--status <status>', `one of ${JOB_STATUSES.join(', ')}`)
  .option('--organization <organization-id>', 'organization of the jobs')
  .action(async (filters: Record<string, string>) => {
    const query = new URLSearchParams(filters).toString();
    for await (const job of connect().listAll<ListedJob>(`/v1/instance/jobs${query === '' ? '' : `?${query}`}`))
      print(jobLine(job));
  });
jobs
  .command('show <job-id>')
  .description('show a job with its times and its error')
  .action(async (id: string) => {
    const { object: _object, urls: _urls, subject, ...job } = await connect().call('GET', jobPath(id));
    const fields = { ...job, ...(subject && { subject: `${subject.type} ${subject.id}` }) };
    for (const [name, value] of Object.entries(fields)) print(`${name}: ${value}`);
  });
for (const [name, does] of [
  ['retry', 'run a failed job again, or a scheduled one at once'],
  ['cancel', 'remove a job that waits, or stop one that runs'],
] as const)
  jobs
    .command(`${name} <job-id>`)
    .description(does)
    .action(async (id: string) => {
      print(jobLine(await connect().call('POST', `${jobPath(id)}/${name}`)));
    });

program
  .command('start')
  .description('start the server with the settings of the environment')
  .action(async () => void (await import('../main.ts')));

program
  .command('doctor')
  .description('check Node, git, configuration, disk, file storage, database, migrations and jobs, and suggest fixes')
  .action(async () => {
    // Loaded on demand, because only this command needs the packages of the database, which load slowly.
    const { runChecks } = await import('./doctor.ts');
    const findings = await runChecks(process.env);
    for (const { check, ok, message } of findings) print(`${ok ? 'ok     ' : 'problem'}  ${check}: ${message}`);
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
  });

// Loaded on demand, as the doctor is.
program
  .command('backup')
  .argument('<file>', 'the archive', parseFile)
  .description('write a backup of the database and all stored files into one archive; the instance may be running')
  .action(async (file: string) => {
    const { backupTo } = await import('./backup.ts');
    print(`${file}: ${counted(await backupTo(file, process.env))}`);
    print('the archive does not contain the SECRET_KEY: keep it, or DATA_DIR/secret-key, in another place');
  });
program
  .command('restore')
  .argument('<file>', 'the archive', parseFile)
  .description('restore a backup into an empty database and file storage; the instance must not be running')
  .action(async (file: string) => {
    const { restoreFrom } = await import('./backup.ts');
    print(`restored ${counted(await restoreFrom(file, process.env))}`);
  });
program
  .command('verify')
  .description(
    'check every object, file and reference, and whether search and links are those of the content; changes nothing',
  )
  .action(async () => {
    const { verify } = await import('./backup.ts');
    const { checked, problems, problemCount } = await verify(process.env);
    for (const problem of problems) print(`problem  ${problem}`);
    const listed = problems.length < problemCount ? `, of which ${problems.length} are listed` : '';
    const { objects, branches, revisions, spaces, blobs } = checked;
    print(
      `${objects} objects, ${branches} branches, ${revisions} revisions, ${spaces} indexes of spaces and ` +
        `${blobs} files checked: ${problemCount} problems${listed}`,
    );
    if (problems.length > 0) process.exitCode = 1;
  });

program
  .command('rebuild')
  .description(
    'build search, links and counts anew from the content, of all spaces or some; the instance may be running',
  )
  .option('--organization <organization-id>', 'only the spaces of this organization')
  .option('--space <space-id>', 'only this space')
  .action(async ({ organization, space }: { organization?: string; space?: string }) => {
    const { rebuild } = await import('./rebuild.ts');
    const selection = { organizationId: organization, spaceId: space };
    const count = await rebuild(process.env, selection, (id) => print(`rebuilt space ${id}`));
    print(`${count} spaces rebuilt`);
  });

const secretKey = program.command('secret-key').description('the key that signs links and seals stored secrets');
secretKey
  .command('rotate')
  .description('replace the SECRET_KEY and seal all stored secrets with the new one; the instance must not be running')
  .action(async () => {
    const { rotateSecretKey } = await import('./secret-key.ts');
    const { resealed, lost, signingSites, file } = await rotateSecretKey(process.env);
    print(`${resealed} stored secrets are sealed with the new key`);
    for (const line of lost) print(`lost before  ${line}`);
    for (const site of signingSites) print(`new signing key for visitors  ${site}`);
    print(file === undefined ? 'set SECRET_KEY to the new key on every node' : `the new key is in ${file}`);
    print('links, sessions of visitors, cursors and forms from before are no longer valid');
  });
secretKey
  .command('adopt')
  .description('make the configured SECRET_KEY that of an instance whose key is lost; the instance must not be running')
  .option('--accept-loss', 'go on although stored secrets are lost')
  .action(async ({ acceptLoss = false }: { acceptLoss?: boolean }) => {
    const { adoptSecretKey } = await import('./secret-key.ts');
    const { lost, signingSites, adopted } = await adoptSecretKey(process.env, acceptLoss);
    for (const line of lost) print(`lost  ${line}`);
    for (const site of signingSites) print(`new signing key for visitors  ${site}`);
    if (adopted) return print('the configured key is that of the instance now');
    throw new CliError(
      `${lost.length} stored secrets would be lost and ${signingSites.length} signing keys change: add --accept-loss to go on`,
    );
  });
program
  .command('file-storage')
  .description('the storage of uploaded files')
  .command('adopt')
  .description('make the configured file storage that of the instance, as after its files were moved')
  .option('--accept-loss', 'go on although files are missing there')
  .action(async ({ acceptLoss = false }: { acceptLoss?: boolean }) => {
    const { adoptFileStorage } = await import('./file-storage.ts');
    const { lost, adopted } = await adoptFileStorage(process.env, acceptLoss);
    for (const line of lost) print(`missing  ${line}`);
    if (adopted) return print('the configured file storage is that of the instance now');
    throw new CliError(`${lost.length} files are missing: copy them, or add --accept-loss to go on`);
  });

/** Code of PostgreSQL for a table that does not exist. */
const UNDEFINED_TABLE = '42P01';
const messageOf = ({ code, message }: { readonly code?: unknown; readonly message: string }): string =>
  code === UNDEFINED_TABLE ? 'the database has no tables yet: start the instance once first' : message;

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`quire: ${messageOf(error as Error)}\n`);
  process.exitCode = 1;
}
