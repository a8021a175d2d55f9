import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Translations of spaces, reviews of their pages, glossaries, and answers of translation engines. */
export class Migration061Translations extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  // No foreign keys to the spaces: either may be deleted by itself.
  `CREATE TABLE translations (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    space_id ${ID} NOT NULL, source_language text NOT NULL, language text NOT NULL, instructions jsonb NOT NULL,
    status text NOT NULL, failure text, result_space_id ${ID}, result_revision ${ID}, machine_branch ${ID},
    run jsonb, translated_from jsonb, figures jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX translations_in ON translations (organization_id, id)`,

  `CREATE TABLE translation_page_reviews (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL, translation_id ${ID} NOT NULL REFERENCES translations ON DELETE CASCADE,
    page_id ${ID} NOT NULL, title text NOT NULL, texts jsonb NOT NULL
  )`,
  `CREATE INDEX translation_page_reviews_of ON translation_page_reviews (translation_id, id)`,

  `CREATE TABLE glossary_entries (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    translations jsonb NOT NULL, created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX glossary_entries_in ON glossary_entries (organization_id, id)`,

  `CREATE TABLE translation_memory (
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    key bytea NOT NULL, answer text NOT NULL, used_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, key)
  )`,
  `CREATE INDEX translation_memory_used ON translation_memory (organization_id, used_at, key)`,
];
