import { sameJson } from '../../../domain/content/objects/json.ts';
import type { Page } from '../../../domain/content/page.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { isObject } from '../../../domain/kernel/is-object.ts';
import type { FrontMatterFields, JsonValue, PlannedCoverRef } from '../../../ports/git/repository-format.ts';
import { SWITCHES, type FileFinder } from '../page-fields.ts';
import { readPageFields } from '../page-fields.ts';
import { isMap, type YamlMap, type YamlValue } from '../yaml.ts';

/** Conversion between files and their names in a page's front matter. */
export interface FilePaths {
  /** Finds the path of a file that front matter names. */
  readonly find: FileFinder;
  /** Returns the path of a file of the space. */
  readonly pathOf: (file: Id) => string | undefined;
  /** Formats the name of the file at a path. */
  readonly write: (path: string) => string;
}

type MutableYamlEdits = Map<string, JsonValue | undefined>;

type WrittenFields = Pick<
  Page,
  | 'description'
  | 'icon'
  | 'emoji'
  | 'hidden'
  | 'noIndex'
  | 'noRobotsIndex'
  | 'condition'
  | 'layout'
  | 'cover'
  | 'variables'
>;

const PLAIN_FIELDS = ['description', 'icon', 'emoji', 'hidden', 'noIndex', 'noRobotsIndex'] as const;

/** Returns the edits after which front matter states the fields of a page. Values that are already equivalent stay. */
export function fieldEdits(frontMatter: YamlMap, page: WrittenFields, files: FilePaths): MutableYamlEdits {
  const { fields } = readPageFields(frontMatter, files.find);
  const edits = new Map<string, JsonValue | undefined>();
  for (const name of PLAIN_FIELDS) if (!sameValue(fields[name], page[name])) edits.set(name, page[name]);
  if (!sameValue(fields.condition, page.condition)) edits.set('if', page.condition);
  if (!sameValue(fields.variables, page.variables))
    edits.set('vars', page.variables === undefined || isEmpty(page.variables) ? undefined : { ...page.variables });
  if (!sameValue(fields.layout, page.layout))
    edits.set('layout', layoutEdit(frontMatter.get('layout'), page.layout ?? {}));
  coverEdits(fields.cover, page, files, edits);
  return edits;
}

/** Compares values; false, empty and absent are equal. */
const sameValue = (a: unknown, b: unknown): boolean =>
  sameJson(a || undefined, b || undefined) || (isEmpty(a) && isEmpty(b));
const isEmpty = (value: unknown): boolean => !value || (typeof value === 'object' && Object.keys(value).length === 0);

/** Returns the layout with the current settings and unknown members preserved. */
function layoutEdit(before: YamlValue | undefined, layout: Readonly<Record<string, unknown>>): JsonValue | undefined {
  const stated = new Map<string, JsonValue>(
    isMap(before) ? [...before].map(([key, value]) => [key, toJson(value)]) : [],
  );
  const setPart = (key: string, value: JsonValue | undefined): void =>
    void (value === undefined ? stated.delete(key) : stated.set(key, value));
  setPart('width', layout['width'] as JsonValue | undefined);
  for (const name of SWITCHES) {
    const part: Record<string, JsonValue> = { ...asObject(stated.get(name)) };
    setMember(part, 'visible', layout[name] as JsonValue | undefined);
    if (name === 'cover') setMember(part, 'size', layout['coverSize'] as JsonValue | undefined);
    setPart(name, Object.keys(part).length > 0 ? part : undefined);
  }
  return stated.size > 0 ? Object.fromEntries(stated) : undefined;
}

function setMember(part: Record<string, JsonValue>, key: string, value: JsonValue | undefined): void {
  if (value === undefined || value === null) delete part[key];
  else part[key] = value;
}

const asObject = (value: JsonValue | undefined): Record<string, JsonValue> => (isObject(value) ? value : {});

function coverEdits(
  stated: FrontMatterFields['cover'],
  page: WrittenFields,
  files: FilePaths,
  edits: Map<string, JsonValue | undefined>,
): void {
  const cover = (page.cover ?? {}) as { readonly ref?: CoverRef; readonly refDark?: CoverRef; readonly yPos?: number };
  for (const [key, name] of [
    ['cover', 'ref'],
    ['coverDark', 'refDark'],
  ] as const) {
    const text = coverText(cover[name], files);
    if (text !== undefined ? !sameCover(stated?.[name], cover[name], files) : stated?.[name] !== undefined)
      edits.set(key, text);
  }
  const y = cover.yPos ?? 0;
  if (y !== (stated?.yPos ?? 0)) edits.set('coverY', page.cover === undefined ? undefined : y);
}

interface CoverRef {
  readonly kind: string;
  readonly url?: string;
  readonly file?: Id;
}

function coverText(ref: CoverRef | undefined, files: FilePaths): string | undefined {
  if (ref?.kind === 'url') return ref.url;
  const path = ref?.file === undefined ? undefined : files.pathOf(ref.file);
  return path === undefined ? undefined : files.write(path);
}

function sameCover(stated: PlannedCoverRef | undefined, ref: CoverRef | undefined, files: FilePaths): boolean {
  if (stated === undefined || ref === undefined) return false;
  return stated.kind === 'url'
    ? stated.url === ref.url
    : ref.file !== undefined && stated.path === files.pathOf(ref.file);
}

function toJson(value: YamlValue): JsonValue {
  if (isMap(value)) return Object.fromEntries([...value].map(([key, member]) => [key, toJson(member)]));
  return Array.isArray(value) ? (value as readonly YamlValue[]).map(toJson) : (value as JsonValue);
}
