import { isLongerThan } from '../../domain/kernel/text-length.ts';
import { MAX_SETTINGS_LENGTH } from './project-settings.ts';
import { isMap, parseYaml } from './yaml.ts';
import type { PlannedTag, VariableValue } from '../../ports/git/repository-format.ts';
import type { Report } from './report.ts';
import type { YamlMap, YamlValue } from './yaml.ts';

/** Maximum number of characters of a variable's text, as in edits. */
const MAX_VARIABLE_LENGTH = 256;

/**
 * Returns the valid variables of a mapping: texts, finite numbers and booleans. Calls `onInvalid` for each other value.
 */
export function parseVariables(
  vars: YamlMap,
  onInvalid: (name: string, why: string) => void,
): Readonly<Record<string, VariableValue>> {
  const usable: [string, VariableValue][] = [];
  for (const [name, value] of vars) {
    const why = name === '' || name === '__proto__' ? 'is not a valid variable name' : variableProblem(value);
    if (why === undefined) usable.push([name, value as VariableValue]);
    else onInvalid(name, why);
  }
  return Object.fromEntries(usable);
}

function variableProblem(value: YamlValue): string | undefined {
  if (typeof value === 'string')
    return isLongerThan(value, MAX_VARIABLE_LENGTH) ? `is longer than ${MAX_VARIABLE_LENGTH} characters` : undefined;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
    ? undefined
    : 'must be a string, a number or a boolean';
}

/** Reads `vars.yaml`: a flat mapping of names to values. */
export function readVariables(
  path: string,
  bytes: Uint8Array,
  report: Report,
): Readonly<Record<string, VariableValue>> {
  const result = parseYaml(new TextDecoder().decode(bytes), MAX_SETTINGS_LENGTH);
  if ('value' in result && result.isCleaned) report.warnCleanedText(path);
  if ('value' in result && isMap(result.value)) {
    return parseVariables(result.value, (name, why) =>
      report.warn('variable-invalid', path, `${JSON.stringify(name.slice(0, 100))} ${why}; ignored`),
    );
  }
  if ('problem' in result || result.value !== null) {
    const line = 'line' in result && result.line !== undefined ? { line: result.line } : {};
    report.warn(
      'variables-unreadable',
      path,
      'problem' in result ? result.problem : 'not a mapping of names to values',
      line,
    );
  }
  return {};
}

/** Reads `tags.yaml`: a list of tags with their labels; the first of several tags with one name counts. */
export function readTags(path: string, bytes: Uint8Array, report: Report): readonly PlannedTag[] {
  const result = parseYaml(new TextDecoder().decode(bytes), MAX_SETTINGS_LENGTH);
  if ('problem' in result || (result.value !== null && !Array.isArray(result.value))) {
    const line = 'line' in result && result.line !== undefined ? { line: result.line } : {};
    report.warn('tags-unreadable', path, 'problem' in result ? result.problem : 'not a list of tags', line);
    return [];
  }
  if (result.isCleaned) report.warnCleanedText(path);
  const tags = new Map<string, PlannedTag>();
  for (const [index, source] of ((result.value ?? []) as readonly YamlValue[]).entries()) {
    const tag = parseTag(source);
    if (!tag || tags.has(tag.tag))
      report.warn('tag-invalid', path, `entry ${index + 1} ${tag ? 'repeats a tag' : 'is not a tag'}; ignored`);
    else tags.set(tag.tag, tag);
  }
  return [...tags.values()];
}

function parseTag(source: YamlValue): PlannedTag | null {
  if (!isMap(source)) return null;
  const [tag, label, icon, color] = ['tag', 'label', 'icon', 'color'].map((key) => scalarText(source.get(key)));
  if (tag === undefined) return null;
  return {
    tag,
    label: label ?? tag,
    ...(icon === undefined ? {} : { icon }),
    ...(color === undefined ? {} : { color }),
  };
}

const scalarText = (value: YamlValue | undefined): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
