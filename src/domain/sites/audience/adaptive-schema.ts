import { Aggregate, type State } from '../../kernel/aggregate.ts';
import { Invalid } from '../../kernel/errors.ts';
import type { OrganizationId } from '../../kernel/id.ts';
import { findSchemaIssue, type VisitorSchema } from './claim-schema.ts';

/** State of a site's adaptive schema; its id is the site's. */
export interface AdaptiveSchemaState extends State {
  readonly organizationId: OrganizationId;
  readonly jsonSchema: VisitorSchema;
  readonly updatedAt: string;
}

/** Schema of the visitor claims that a site uses. */
export class AdaptiveSchema extends Aggregate<AdaptiveSchemaState> {
  static readonly kind = 'adaptive schema';
  static restore = (state: AdaptiveSchemaState) => new AdaptiveSchema(state);

  /**
   * Creates a schema.
   * @throws Invalid naming the problem within `jsonSchema`
   */
  static create(state: AdaptiveSchemaState): AdaptiveSchema {
    requireValidSchema(state.jsonSchema);
    const schema = new AdaptiveSchema(state);
    schema.record('site.adaptive-schema-changed');
    return schema;
  }

  /**
   * Replaces the schema.
   * @throws Invalid naming the problem within `jsonSchema`
   */
  replace(jsonSchema: VisitorSchema, now: string): void {
    requireValidSchema(jsonSchema);
    this.apply({ jsonSchema, updatedAt: now }, 'site.adaptive-schema-changed');
  }
}

function requireValidSchema(jsonSchema: VisitorSchema): void {
  const issue = findSchemaIssue(jsonSchema, 'jsonSchema');
  if (issue !== undefined) throw new Invalid([issue]);
}
