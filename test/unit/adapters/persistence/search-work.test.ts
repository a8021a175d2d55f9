import { expect } from 'chai';
import pg from 'pg';
import { VOCABULARY } from '../../../../src/adapters/persistence/mikro-orm/search/vocabulary.ts';
import { backends } from '../../../support/backends.ts';

const ORGANIZATION = 'A'.repeat(20);
const USER = 'U'.repeat(20);
const SEED = [
  `INSERT INTO users (id, email, display_name, operator, created_at) VALUES ('${USER}', 'a@example.org', 'A', false, now())`,
  `INSERT INTO organizations (id, title, email_domains, sso, ai, invite_links, created_at)
   VALUES ('${ORGANIZATION}', 'A', '[]', false, false, false, now())`,
  `INSERT INTO members (id, organization_id, user_id, role, joined_at) VALUES ('M', '${ORGANIZATION}', '${USER}', 'admin', now())`,
];
/** Spaces with 100 words each; only every hundredth has the word `rare`. */
const SPACES = [
  `INSERT INTO spaces (id, organization_id, title, visibility, edit_mode, default_level, created_at, updated_at)
   SELECT 'S' || lpad(i::text, 19, '0'), '${ORGANIZATION}', 'Space', 'private', 'live', 'read', now(), now() FROM generate_series($1::int, $2::int) i`,
  `INSERT INTO search_terms (space_id, term, pages, heads)
   SELECT 'S' || lpad(i::text, 19, '0'), CASE WHEN word = 0 THEN '' WHEN word = 1 AND i % 100 = 0 THEN 'rare' ELSE 'word' || word END, 1, 0
   FROM generate_series($1::int, $2::int) i, generate_series(0, 100) word`,
];

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`the search for words in an organization (${backend.name})`, () => {
    let client: pg.Client;
    before(async () => {
      client = new pg.Client({ connectionString: (await backend.database())! });
      await client.connect();
      for (const text of SEED) await client.query(text);
    });
    after(() => client.end());

    const addSpaces = async (from: number, to: number): Promise<void> => {
      for (const text of SPACES) await client.query(text, [from, to]);
      await client.query('VACUUM (ANALYZE) spaces, search_terms');
    };
    /** Blocks that the statement reads, and the rows that it returns. */
    const workFor = async (words: readonly string[], required = 0): Promise<{ blocks: number; rows: number }> => {
      const values = [ORGANIZATION, USER, words, words.map(() => false), words.map((_, i) => 1 << i), required];
      await client.query('SET jit = off');
      const { rows } = await client.query({
        text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${VOCABULARY.visible.lookUp.text}`,
        values,
      });
      const { Plan: plan } = rows[0]['QUERY PLAN'][0];
      return { blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], rows: plan['Actual Rows'] };
    };

    it('costs the same in 1,000 spaces as in 20 for a word that no space has, and grows with the spaces that have it', async () => {
      await addSpaces(1, 20);
      const few = await workFor(['unknown']);
      await addSpaces(21, 1_000);
      const many = await workFor(['unknown']);
      expect(many.rows).to.equal(1);
      // The list of the spaces takes a block for some fifty of them.
      expect(many.blocks).to.be.below(few.blocks + 60);
      const rare = await workFor(['rare']);
      expect(rare.rows).to.equal(10);
      expect(rare.blocks).to.be.below(many.blocks + 10 * 8);
      const common = await workFor(['word2']);
      expect(common.rows).to.equal(1_000);
      expect(common.blocks).to.be.above(10 * many.blocks);
    });

    it('returns only spaces that have a word of each required group', async () => {
      expect((await workFor(['rare', 'word2'], 0b11)).rows).to.equal(20);
      expect((await workFor(['rare', 'word2'], 0b01)).rows).to.equal(20);
      expect((await workFor(['rare', 'unknown'], 0b11)).rows).to.equal(1);
    });
  });
