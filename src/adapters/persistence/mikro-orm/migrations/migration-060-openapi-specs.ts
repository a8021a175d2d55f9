import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** OpenAPI specifications and their versions. */
export class Migration060OpenAPISpecs extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE openapi_specs (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    slug text COLLATE "C" NOT NULL, source_url text, source_text text COLLATE "C",
    visibility text NOT NULL, processing_state text NOT NULL, run ${ID} NOT NULL, last_version ${ID},
    last_processed_at timestamptz(3), last_process_error_code text, last_process_error_message text,
    created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL,
    CONSTRAINT openapi_specs_slug_unique UNIQUE (organization_id, slug)
  )`,
  `CREATE INDEX openapi_specs_of_organization ON openapi_specs (organization_id, id)`,

  `CREATE TABLE openapi_spec_versions (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    spec_id ${ID} NOT NULL REFERENCES openapi_specs ON DELETE CASCADE,
    source text COLLATE "C" NOT NULL, format text NOT NULL,
    document text COLLATE "C" NOT NULL, reference text COLLATE "C" NOT NULL,
    externals int NOT NULL, created_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX openapi_spec_versions_of_spec ON openapi_spec_versions (spec_id, id)`,
];
