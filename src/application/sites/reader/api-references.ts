import type { ModelJson, SchemaModel } from '../../../domain/openapi-specs/reference/reference-model.ts';
import type { SpecBlockTarget } from '../../../domain/openapi-specs/spec-block-target.ts';
import type { ApiReference } from '../../../ports/sites/site-renderer.ts';
import { operationIn, type DescribedSpec } from '../../openapi-specs/spec-descriptions.ts';

/** Characters of all models of a page; definitions beyond them are omitted, the most distant first. */
const MAX_CHARACTERS = 3_000_000;

/** Collects the parts of specifications that the blocks of a page name, by slug. */
export function collectApiReferences(
  targets: readonly SpecBlockTarget[],
  specs: ReadonlyMap<string, DescribedSpec>,
): ReadonlyMap<string, ApiReference> {
  const references = new Map<string, ApiReference>();
  let remaining = MAX_CHARACTERS;
  for (const [slug, { description }] of specs) {
    const operations = new Map<string, ApiReference['operations'][number]>();
    const schemas = new Map<string, ApiReference['schemas'][number]>();
    const keys: (readonly string[])[] = [];
    for (const target of targets) {
      if (target.slug !== slug) continue;
      if (target.kind === 'schemas')
        for (const { name, key, definitions } of description.schemas) {
          if (!target.names.includes(name) || schemas.has(name)) continue;
          schemas.set(name, { name, key });
          keys.push(definitions);
        }
      else {
        const found = operationIn(description, target.method, target.path);
        const id = `${target.method} ${target.path}`;
        if (found?.model === undefined || operations.has(id)) continue;
        operations.set(id, { method: found.method, path: found.path, model: found.model });
        remaining -= found.model.length;
        keys.push(found.definitions ?? []);
      }
    }
    const definitions = new Map<string, ModelJson<SchemaModel>>();
    for (const key of nearestFirst(keys)) {
      const definition = definitions.has(key) ? undefined : description.definitions.get(key);
      if (definition === undefined) continue;
      remaining -= definition.length;
      if (remaining < 0) break;
      definitions.set(key, definition);
    }
    references.set(slug, { operations: [...operations.values()], schemas: [...schemas.values()], definitions });
  }
  return references;
}

/** Yields the first keys of all lists, then the second ones, and so on. */
function* nearestFirst(lists: readonly (readonly string[])[]): Generator<string> {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let at = 0; at < longest; at++)
    for (const list of lists) {
      const key = list[at];
      if (key !== undefined) yield key;
    }
}
