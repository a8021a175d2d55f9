import { Invalid } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { JsonObject } from '../../domain/content/objects/json.ts';
import { isJsonMap } from '../../domain/openapi-specs/document.ts';
import { isAllowed } from '../../domain/permissions/policy.ts';
import type { ComputedPageInput } from '../content/content-inputs.ts';
import type { PlannedChange } from '../content/plan-changes.ts';
import type { CommandContext } from '../kernel/use-case.ts';
import { OPENAPI_PAGES } from '../openapi-specs/openapi-pages.ts';

const refuse = (field: string, message: string): never => {
  throw Invalid.field(field === '' ? 'computedSource' : `computedSource.${field}`, message);
};

/**
 * Plans the page of a new space whose subpages are computed from an OpenAPI specification of the organization.
 * @throws Invalid naming the member of `computedSource` that cannot be used: sources of translations and integrations,
 * and specifications that the caller cannot see
 */
export async function computedSourceChanges(
  { work, ids, scope }: CommandContext<{ organization: Id }, 'ids'>,
  { type, props = {}, dependencies = {} }: ComputedPageInput,
): Promise<readonly PlannedChange[]> {
  if (type !== OPENAPI_PAGES) refuse('type', `must be ${OPENAPI_PAGES}; other sources cannot fill a space`);
  for (const [name, value] of Object.entries(props))
    if (name === 'models' && typeof value !== 'boolean') refuse('props.models', 'must be true or false');
  for (const name of Object.keys(dependencies))
    if (name !== 'spec') refuse(`dependencies.${name}`, 'is not a dependency of this source');
  const { spec } = dependencies;
  const ref = isJsonMap(spec) ? spec['ref'] : undefined;
  if (!isJsonMap(ref)) return refuse('dependencies.spec.ref', 'is required');
  if (ref['kind'] !== 'openapi') refuse('dependencies.spec.ref.kind', 'must be openapi');
  const slug = ref['spec'];
  if (typeof slug !== 'string') return refuse('dependencies.spec.ref.spec', 'must be the slug of a specification');
  const isVisible = isAllowed('openapi-specs:view', { level: scope.level, member: true, operator: false });
  const found = isVisible ? await work.openapiSpecs.find({ organizationId: scope.organizationId, slug }) : undefined;
  if (found === undefined) return refuse('dependencies.spec.ref.spec', 'does not name a specification');
  const computed: JsonObject = {
    type,
    props: { models: false, ...(props as JsonObject) },
    dependencies: { spec: { ref: { kind: 'openapi', spec: slug } } },
  };
  return [{ operation: 'insert_page', id: ids.next(), type: 'computed', into: null, title: slug, computed }];
}
