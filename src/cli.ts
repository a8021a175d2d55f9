import { Command, InvalidArgumentError } from 'commander';
import { LEVELS } from './domain/access/level.ts';
import { BUILD } from './adapters/http/kernel/build.ts';
import { ApiClient, CliError } from './cli/api-client.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const api = (): ApiClient => ApiClient.fromEnvironment(process.env);

/** Warnings behind a user in a line of output. */
const marks = (of: { readonly disabled?: boolean; readonly unproven?: boolean }): string =>
  `${of.disabled ? '  (disabled)' : ''}${of.unproven ? '  (address unproven)' : ''}`;

/** @throws CliError when nobody has this address */
async function userByEmail(
  client: ApiClient,
  email: string,
): Promise<{ id: string; email: string; displayName: string; unproven?: boolean }> {
  for await (const user of client.all('/v1/instance/users')) if (user.email === email.toLowerCase()) return user;
  throw new CliError(`no user has the e-mail address ${email}`);
}

function role(text: string): string | null {
  if (text === 'guest') return null;
  if (!(LEVELS as readonly string[]).includes(text))
    throw new InvalidArgumentError(`must be one of ${LEVELS.join(', ')}, guest`);
  return text;
}

const program = new Command('quire')
  .description('Looks after a Quire instance, over its API.')
  .version(BUILD.version)
  .showHelpAfterError();

const user = program.command('user').description('people and scripts that call the API');
user
  .command('create <email>')
  .description('create a user')
  .requiredOption('--name <name>', 'the name that is shown')
  .action(async (email: string, { name }: { name: string }) => {
    const { id } = await api().call('POST', '/v1/instance/users', { email, displayName: name });
    say(`created user ${id} (${email.toLowerCase()})`);
  });
user
  .command('list')
  .description('list the users of the instance')
  .action(async () => {
    for await (const { id, email, displayName, disabled, unproven } of api().all('/v1/instance/users'))
      say(`${id}  ${email}  ${displayName}${marks({ disabled, unproven })}`);
  });

for (const [name, disabled, does, done] of [
  ['disable', true, 'shut a user out at once, with every token and session', 'is shut out'],
  ['enable', false, 'let a user in again', 'may come in again'],
] as const)
  user
    .command(`${name} <email>`)
    .description(does)
    .action(async (email: string) => {
      const client = api();
      const { id } = await userByEmail(client, email);
      await client.call('PATCH', `/v1/instance/users/${id}`, { disabled });
      say(`${email} ${done}`);
    });

user
  .command('two-factor-off <email>')
  .description('turn one-time codes off for a user who has lost them')
  .action(async (email: string) => {
    const client = api();
    const { id } = await userByEmail(client, email);
    await client.call('PATCH', `/v1/instance/users/${id}`, { twoFactor: false });
    say(`${email} signs in without a code`);
  });

const token = program.command('token').description('API tokens');
token
  .command('create <email>')
  .description('create an API token for a user; it is printed this once')
  .requiredOption('--name <name>', 'what it is for')
  .option('--expires <date-time>', 'ISO 8601; it never expires without')
  .option('--read-only', 'it may only read')
  .action(
    async (email: string, { name, expires, readOnly }: { name: string; expires?: string; readOnly?: boolean }) => {
      const client = api();
      const { id } = await userByEmail(client, email);
      const issued = await client.call('POST', `/v1/instance/users/${id}/tokens`, {
        name,
        ...(expires && { expiresAt: expires }),
        ...(readOnly && { readOnly }),
      });
      say(issued.token);
    },
  );
token
  .command('list <email>')
  .description("list a user's API tokens")
  .action(async (email: string) => {
    const client = api();
    const { id } = await userByEmail(client, email);
    for await (const one of client.all(`/v1/instance/users/${id}/tokens`))
      say(`${one.id}  ${one.readOnly ? 'read-only ' : ''}${one.expiresAt ? `until ${one.expiresAt} ` : ''}${one.name}`);
  });
token
  .command('revoke <email> <token-id>')
  .description('revoke an API token at once')
  .action(async (email: string, tokenId: string) => {
    const client = api();
    const { id } = await userByEmail(client, email);
    await client.call('DELETE', `/v1/instance/users/${id}/tokens/${encodeURIComponent(tokenId)}`);
    say(`token ${tokenId} works no more`);
  });

program
  .command('password <email>')
  .description(
    'make a link by which a user sets a password, and with it their first or a new one; it works once, for a day',
  )
  .action(async (email: string) => {
    const client = api();
    const { id } = await userByEmail(client, email);
    const { url, expiresAt } = await client.call('POST', `/v1/instance/users/${id}/password-link`);
    say(`${url}\n(until ${expiresAt})`);
  });

const org = program.command('org').description('organizations');
org
  .command('create <title>')
  .description('create an organization; the caller is an administrator of it')
  .option('--admin <email>', 'another administrator')
  .action(async (title: string, { admin }: { admin?: string }) => {
    const client = api();
    const person = admin === undefined ? undefined : await userByEmail(client, admin);
    const { id } = await client.call('POST', '/v1/orgs', { title });
    if (person !== undefined)
      await client.call('PUT', `/v1/instance/orgs/${id}/members/${person.id}`, { role: 'admin' });
    say(`created organization ${id} (${title})${marks(person ?? {})}`);
  });
org
  .command('list')
  .description('list your organizations')
  .action(async () => {
    for await (const { id, title } of api().all('/v1/orgs')) say(`${id}  ${title}`);
  });
org
  .command('member <organization-id> <email>')
  .argument('<role>', `${LEVELS.join(', ')} or guest`, role)
  .description('add a member, or change the role of one')
  .action(async (organizationId: string, email: string, to: string | null) => {
    const client = api();
    const { id } = await userByEmail(client, email);
    const { user: member } = await client.call(
      'PUT',
      `/v1/instance/orgs/${encodeURIComponent(organizationId)}/members/${id}`,
      { role: to },
    );
    say(`${email} is ${to ?? 'a guest'} now${marks(member)}`);
  });
org
  .command('members <organization-id>')
  .description('list the members of an organization')
  .action(async (organizationId: string) => {
    for await (const { role: as, user: member, disabled } of api().all(
      `/v1/instance/orgs/${encodeURIComponent(organizationId)}/members`,
    ))
      say(`${member.id}  ${member.email}  ${as ?? 'guest'}${marks({ disabled, unproven: member.unproven })}`);
  });
org
  .command('domain <organization-id> <e-mail-domain>')
  .description('prove an e-mail domain of an organization by your word, for networks without a public DNS')
  .option('--withdraw', 'take the word back')
  .action(async (organizationId: string, domain: string, { withdraw }: { withdraw?: boolean }) => {
    const path = `/v1/instance/orgs/${encodeURIComponent(organizationId)}/email-domains/${encodeURIComponent(domain)}/proof`;
    await api().call(withdraw ? 'DELETE' : 'PUT', path);
    say(withdraw ? `${domain} is no longer proven by your word` : `${domain} is proven`);
  });

org
  .command('open <organization-id>')
  .description('let members in again who do not sign in through the identity provider')
  .action(async (organizationId: string) => {
    const { title } = await api().call('PATCH', `/v1/instance/orgs/${encodeURIComponent(organizationId)}`, {
      sso: false,
    });
    say(`${title} asks nobody any more to sign in through its identity provider`);
  });

program
  .command('doctor')
  .description('check Node, git, configuration, disk, file storage, database, migrations and jobs, and say what to do')
  .action(async () => {
    // Only the doctor needs the database's packages, which take long to load.
    const { examine } = await import('./cli/doctor.ts');
    const findings = await examine(process.env);
    for (const { check, ok, says } of findings) say(`${ok ? 'ok     ' : 'problem'}  ${check}: ${says}`);
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
  });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`quire: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
