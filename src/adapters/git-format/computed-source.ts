import { MAX_SETTINGS_LENGTH } from './project-settings.ts';
import { isMap, parseYaml } from './yaml.ts';
import type { ComputedPageSource, JsonValue } from '../../ports/git/repository-format.ts';
import type { YamlMap, YamlValue } from './yaml.ts';

const TYPE = /^(?:builtin:[a-z][a-z0-9-]*|integration:[^:\s]+:[^:\s]+)$/;

export type ComputedResult =
  { readonly title: string; readonly computed: ComputedPageSource } | { readonly problem: string };

/**
 * Parses the YAML of a computed page in a summary: `type`, `props`, `dependencies`. The title is the stated `title`,
 * else the slug of the OpenAPI specification it depends on, else the type.
 */
export function parseComputedSource(yaml: string): ComputedResult {
  const parsed = parseYaml(yaml, MAX_SETTINGS_LENGTH);
  if ('problem' in parsed) return { problem: `the yaml fence cannot be read: ${parsed.problem}` };
  const source = parsed.value;
  const type = isMap(source) ? source.get('type') : undefined;
  if (!isMap(source) || typeof type !== 'string' || !TYPE.test(type))
    return { problem: 'the yaml fence has no known type' };
  const props = toObject(source.get('props'));
  const dependencies = toObject(source.get('dependencies'));
  if (!props || !dependencies) return { problem: 'props and dependencies must be mappings' };
  const stated = source.get('title') ?? getPath(source, 'dependencies', 'spec', 'ref', 'spec');
  const title = typeof stated === 'string' && stated.trim() !== '' ? stated.trim() : type;
  return { title, computed: { type, props, ...(source.has('dependencies') ? { dependencies } : {}) } };
}

function getPath(map: YamlMap, ...keys: readonly string[]): YamlValue | undefined {
  return keys.reduce<YamlValue | undefined>((value, key) => (isMap(value) ? value.get(key) : undefined), map);
}

/** Converts a mapping into an object; absent values become an empty object, others null. */
function toObject(value: YamlValue | undefined): { readonly [key: string]: JsonValue } | null {
  if (value === undefined || value === null) return {};
  return isMap(value) ? Object.fromEntries([...value].map(([key, member]) => [key, toJson(member)])) : null;
}

function toJson(value: YamlValue): JsonValue {
  if (isMap(value)) return toObject(value);
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  return value as JsonValue;
}
