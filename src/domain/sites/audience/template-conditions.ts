import { type ClaimSchema, type ScalarClaim, type VisitorSchema } from './claim-schema.ts';

/** Suggested condition with its description. */
export interface TemplateCondition {
  readonly description: string;
  readonly condition: string;
}

/** Maximum number of suggestions. */
const MAX_TEMPLATE_CONDITIONS = 1000;

/** Lists conditions that can be derived from a site's schema, in its order. */
export const listTemplateConditions = ({ properties }: VisitorSchema): readonly TemplateCondition[] =>
  [...conditionsOfProperties(properties, 'visitor.claims', '')].slice(0, MAX_TEMPLATE_CONDITIONS);

function* conditionsOfProperties(
  properties: VisitorSchema['properties'],
  path: string,
  above: string,
): Generator<TemplateCondition> {
  for (const [name, claim] of Object.entries(properties)) {
    const at = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
      ? `${path}.${name}`
      : `${path}[${JSON.stringify(name)}]`;
    yield* conditionsOfClaim(claim, at, above === '' ? claim.description : `${above} ${claim.description}`);
  }
}

function* conditionsOfClaim(claim: ClaimSchema, path: string, description: string): Generator<TemplateCondition> {
  if (claim.type === 'object') yield* conditionsOfProperties(claim.properties, path, description);
  else if (claim.type === 'array')
    for (const value of valuesOf(claim.items))
      yield { description: `${description} (${JSON.parse(value)})`, condition: `${path}.includes(${value})` };
  else if (claim.type === 'number') yield { description, condition: `${path} > 0` };
  else if (claim.type === 'string' && claim.enum === undefined) yield { description, condition: `${path} != null` };
  else
    for (const value of valuesOf(claim))
      yield { description: `${description} (${JSON.parse(value)})`, condition: `${path} == ${value}` };
}

/** Returns the possible values of a claim as expressions; empty if any value is possible. */
function valuesOf(claim: ScalarClaim): readonly string[] {
  if (claim.type === 'boolean') return ['true', 'false'];
  return claim.type === 'string' && claim.enum !== undefined ? claim.enum.map((value) => JSON.stringify(value)) : [];
}
