import { expect } from 'chai';
import pg from 'pg';
import { MIGRATIONS_TABLE } from '../../../../src/adapters/persistence/mikro-orm/migrations/migration.ts';
import { readConfig } from '../../../../src/config/read-config.ts';
import { startInstance } from '../../../../src/instance.ts';
import { backends, testEnvironment } from '../../../support/backends.ts';
import { apiOf, must } from '../../../support/world.ts';

const ADMIN_TOKEN = 'the-token-of-the-operator-here';
/** The schema as it was before migrations 070 and 071. */
const BACKWARDS = [
  `DELETE FROM ${MIGRATIONS_TABLE} WHERE name IN ('070-address-proof', '071-email-domains')`,
  'DROP TABLE email_domains',
  'CREATE INDEX organizations_by_email_domain ON organizations USING gin (email_domains jsonb_path_ops)',
  'ALTER TABLE saml_identities DROP COLUMN made_account',
  'ALTER TABLE users DROP COLUMN unproven',
  'ALTER TABLE credentials ADD COLUMN unproven boolean NOT NULL DEFAULT false',
];

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`migrations of address proofs (${backend.name})`, () => {
    it('keep what was unproven, recognize accounts that a provider created, and let claims wait for their proof', async () => {
      const url = (await backend.emptyDatabase())!;
      const start = () =>
        startInstance(readConfig(testEnvironment({ DATABASE_URL: url, ADMIN_TOKEN })), {
          welcome: false,
          drainMs: 1_000,
        });
      const client = new pg.Client({ connectionString: url });
      const before = await start();
      const users: string[] = [];
      let organization = '';
      let provider = '';
      try {
        const api = apiOf(before, before.adminToken);
        organization = must(
          await api.post('/v1/orgs', { title: 'Old', emailDomains: ['old.example', 'second.example'] }),
          201,
        ).id;
        provider = must(await api.post(`/v1/orgs/${organization}/saml`, { label: 'IdP' }), 201).id;
        for (const email of ['made@old.example', 'later@old.example', 'password@old.example', 'proven@old.example'])
          users.push(must(await api.post('/v1/instance/users', { email, displayName: 'X' }), 201).id);
      } finally {
        await before.stop();
      }
      await client.connect();
      try {
        for (const statement of BACKWARDS) await client.query(statement);
        for (const [index, id] of users.entries()) {
          const credential = `INSERT INTO credentials (id, password_hash, totp_step, recovery_codes, unproven) VALUES ($1, $2, 0, '[]', $3)`;
          await client.query(credential, [id, index === 2 ? 'hash' : null, index !== 3]);
          const identity = `INSERT INTO saml_identities (id, organization_id, provider_id, name_id, user_id, created_at)
            SELECT $1, $2, $3, $1, id, created_at + $5 * interval '1 second' FROM users WHERE id = $4`;
          await client.query(identity, [`${index}`.repeat(20), organization, provider, id, index === 1 ? 1 : 0]);
        }
        const after = await start();
        try {
          const api = apiOf(after, after.adminToken);
          const listed = must(await api.get('/v1/instance/users?limit=1000'), 200).items.filter(({ id }: any) =>
            users.includes(id),
          );
          expect(listed.map(({ unproven }: any) => unproven)).to.deep.equal([true, true, true, undefined]);
          const made = await client.query('SELECT made_account FROM saml_identities ORDER BY id');
          expect(made.rows.map((row) => row.made_account)).to.deep.equal([true, false, false, false]);
          const { items } = must(await api.get(`/v1/orgs/${organization}/email-domains`), 200);
          expect(items.map(({ domain, status }: any) => [domain, status])).to.have.deep.members([
            ['old.example', 'pending'],
            ['second.example', 'pending'],
          ]);
          expect(items[0].record.value)
            .to.match(/^quire-domain=[0-9a-f]{22}$/)
            .and.not.equal(items[1].record.value);
          must(await api.put(`/v1/instance/orgs/${organization}/email-domains/old.example/proof`), 200);
        } finally {
          await after.stop();
        }
      } finally {
        await client.end();
      }
    });
  });
