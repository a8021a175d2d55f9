import { Command, InvalidArgumentError } from 'commander';
import { LEVELS } from '../domain/permissions/level.ts';
import { BUILD } from '../adapters/http/kernel/build.ts';
import { ApiClient, CliError } from './api-client.ts';

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

const program = new Command('quire')
  .description('Administer a Quire instance over its API.')
  .version(BUILD.version)
  .showHelpAfterError();

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
    await client.call('DELETE', `/v1/instance/users/${id}/tokens/${encodeURIComponent(tokenId)}`);
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
  .description('list your organizations')
  .action(async () => {
    for await (const { id, title } of connect().listAll('/v1/orgs')) print(`${id}  ${title}`);
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
    print(`${email} is ${to ?? 'a guest'} now${userWarnings(member)}`);
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

const counted = ({ tables, jobs, blobs }: { tables: Record<string, { rows: number }>; jobs: number; blobs: number }) =>
  `${Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)} rows of ${Object.keys(tables).length} tables, ${jobs} jobs, ${blobs} files`;

// Loaded on demand, as the doctor is.
program
  .command('backup <file>')
  .description('write a backup of the database and all stored files into one archive; the instance may be running')
  .action(async (file: string) => {
    const { backupTo } = await import('./backup.ts');
    print(`${file}: ${counted(await backupTo(file, process.env))}`);
    print('the archive does not contain the SECRET_KEY: keep it, or DATA_DIR/secret-key, in another place');
  });
program
  .command('restore <file>')
  .description('restore a backup into an empty database and file storage; the instance must not be running')
  .action(async (file: string) => {
    const { restoreFrom } = await import('./backup.ts');
    print(`restored ${counted(await restoreFrom(file, process.env))}`);
  });
program
  .command('verify')
  .description('check the hash of every object and file, and that every reference leads to one; changes nothing')
  .action(async () => {
    const { verify } = await import('./backup.ts');
    const { checked, problems } = await verify(process.env);
    for (const problem of problems) print(`problem  ${problem}`);
    print(
      `${checked.objects} objects, ${checked.branches} branches, ${checked.revisions} revisions, ${checked.spaces} indexes of spaces and ${checked.blobs} files checked: ${problems.length} problems`,
    );
    if (problems.length > 0) process.exitCode = 1;
  });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`quire: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
