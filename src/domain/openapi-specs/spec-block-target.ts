import type { BlockTag } from '../content/markdown/block-tag.ts';

/** Number of schemas that one block may name. */
const MAX_SCHEMAS = 50;

/** Part of a specification that a block names. */
export type SpecBlockTarget = { readonly slug: string } & (
  | { readonly kind: 'operation' | 'webhook'; readonly method: string; readonly path: string }
  | { readonly kind: 'schemas'; readonly names: readonly string[] }
);

/**
 * Reads the target of a block: `{% openapi-operation spec="pets" path="/pets" method="get" %}`,
 * `{% openapi-webhook spec="pets" name="born" method="post" %}`, `{% openapi-schemas spec="pets" schemas="Pet,Owner" %}`.
 * Undefined if attributes are missing.
 */
export function specBlockTarget({ name, values }: Pick<BlockTag, 'name' | 'values'>): SpecBlockTarget | undefined {
  const slug = values.get('spec') ?? values.get('src');
  if (slug === undefined) return undefined;
  if (name === 'openapi-schemas') {
    const names = values
      .get('schemas')
      ?.split(',')
      .map((each) => each.trim())
      .slice(0, MAX_SCHEMAS);
    return names && { slug, kind: 'schemas', names };
  }
  const isWebhook = name === 'openapi-webhook';
  const [path, method] = [values.get(isWebhook ? 'name' : 'path'), values.get('method')];
  if (path === undefined || method === undefined) return undefined;
  return { slug, kind: isWebhook ? 'webhook' : 'operation', method: method.toLowerCase(), path };
}
