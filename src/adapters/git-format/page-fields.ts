import { isLongerThan } from '../../domain/kernel/text-length.ts';
import { isMap } from './yaml.ts';
import { isMarkdown } from './paths.ts';
import { parseVariables } from './shared-values.ts';
import type {
  FrontMatterFields,
  PlannedCover,
  PlannedCoverRef,
  PlannedLayout,
} from '../../ports/git/repository-format.ts';
import type { YamlMap, YamlValue } from './yaml.ts';

export interface FieldProblem {
  readonly code: 'front-matter-invalid-value' | 'cover-missing';
  readonly message: string;
}

export interface ParsedFields {
  readonly fields: FrontMatterFields;
  /** Title in the front matter, used for pages that navigation does not list; not a page field. */
  readonly title?: string;
  readonly problems: readonly FieldProblem[];
}

/** Finds the file that a path in a page's front matter refers to. */
export type FileFinder = (reference: string) => string | undefined;

/** Keys whose values are texts, also where YAML reads a number such as a version. */
export const TEXT_KEYS = ['title', 'description', 'icon', 'emoji'] as const;
/** Maximum number of characters of an icon or emoji, as in edits. */
const MAX_ICON_LENGTH = 50;
/** Switches of `layout`, each `{visible: boolean}`. */
export const SWITCHES = [
  'cover',
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
] as const;
/** Condition that no visitor meets. */
const NEVER = 'false';
/** Words that are texts in YAML 1.2, and booleans in YAML 1.1 or without their quotes. */
const YAML_1_1_BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', 'no', 'off'].map((word) => [word, false] as const),
]);
const WIDTHS = ['default', 'wide'] as const;
const COVER_SIZES = ['hero', 'full', 'background'] as const;

/** Maps front matter to page fields. Unknown keys are ignored and stay in the source of the page. */
export function readPageFields(frontMatter: YamlMap, findFile: FileFinder): ParsedFields {
  return new FieldReader(frontMatter, findFile).read();
}

class FieldReader {
  readonly #problems: FieldProblem[] = [];

  constructor(
    private readonly source: YamlMap,
    private readonly findFile: FileFinder,
  ) {}

  read(): ParsedFields {
    const fields: FrontMatterFields = withoutUndefined({
      description: this.#text('description')?.trimEnd(),
      icon: this.#icon('icon'),
      emoji: this.#icon('emoji'),
      hidden: this.#restriction('hidden'),
      noIndex: this.#restriction('noIndex'),
      noRobotsIndex: this.#restriction('noRobotsIndex'),
      condition: this.#condition(),
      layout: this.#layout(),
      cover: this.#cover(),
      variables: this.#variables(),
      tags: this.#tags(),
      ...this.#metaLinks(),
    });
    const title = this.source.get('title');
    return {
      fields,
      ...(typeof title === 'string' && title.trim() !== '' ? { title: title.trim() } : {}),
      problems: this.#problems,
    };
  }

  #text(key: string): string | undefined {
    const value = this.source.get(key);
    if (value === undefined || value === null) return undefined;
    return typeof value === 'object' ? this.#reportInvalid(key, 'must be a string') : String(value);
  }

  #icon(key: string): string | undefined {
    const text = this.#text(key)?.trim();
    // An empty text removes what the page had, as in edits.
    if (text === undefined || text === '') return text;
    return isLongerThan(text, MAX_ICON_LENGTH)
      ? this.#reportInvalid(key, `must have at most ${MAX_ICON_LENGTH} characters`)
      : text;
  }

  /** Reads the condition of the page; one that is no text is never true. */
  #condition(): string | undefined {
    if (typeof this.source.get('if') === 'object' && this.source.get('if') !== null)
      return this.#reportInvalid('if', 'must be a string', NEVER);
    return this.#text('if')?.trim() || undefined;
  }

  /** Reads a flag that hides the page from readers or search engines; a value that cannot be read sets it. */
  #restriction(key: string): boolean | undefined {
    return this.#flag(this.source, key, key, true);
  }

  #flag(map: YamlMap, key: string, name: string, otherwise?: boolean): boolean | undefined {
    const value = map.get(key);
    if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
    const word = typeof value === 'string' ? YAML_1_1_BOOLEANS.get(value.toLowerCase()) : undefined;
    return this.#reportInvalid(name, 'must be true or false', word ?? otherwise);
  }

  #choice<T extends string>(map: YamlMap, key: string, name: string, choices: readonly T[]): T | undefined {
    const value = map.get(key);
    if (value === undefined || value === null) return undefined;
    return (
      choices.find((choice) => choice === value) ?? this.#reportInvalid(name, `must be one of ${choices.join(', ')}`)
    );
  }

  #map(map: YamlMap, key: string, name = key): YamlMap | undefined {
    const value = map.get(key);
    if (value === undefined || value === null) return undefined;
    return isMap(value) ? value : this.#reportInvalid(name, 'must be a mapping');
  }

  #layout(): PlannedLayout | undefined {
    const layout = this.#map(this.source, 'layout');
    if (!layout) return undefined;
    const switches = SWITCHES.map((name): [string, boolean | undefined] => {
      const part = this.#map(layout, name, `layout.${name}`);
      return [name, part && this.#flag(part, 'visible', `layout.${name}.visible`)];
    });
    const cover = layout.get('cover');
    const stated = withoutUndefined({
      width: this.#choice(layout, 'width', 'layout.width', WIDTHS),
      coverSize: isMap(cover) ? this.#choice(cover, 'size', 'layout.cover.size', COVER_SIZES) : undefined,
      ...Object.fromEntries(switches),
    });
    return Object.keys(stated).length > 0 ? stated : undefined;
  }

  #cover(): PlannedCover | undefined {
    const ref = this.#coverRef('cover');
    const refDark = this.#coverRef('coverDark');
    if (!ref && !refDark) return undefined;
    const y = this.source.get('coverY');
    if (y !== undefined && y !== null && !(typeof y === 'number' && Number.isFinite(y)))
      this.#reportInvalid('coverY', 'must be a number');
    return { ...withoutUndefined({ ref, refDark }), yPos: typeof y === 'number' && Number.isFinite(y) ? y : 0 };
  }

  #coverRef(key: string): PlannedCoverRef | undefined {
    const written = this.#text(key)?.trim();
    if (!written) return undefined;
    if (/^https?:\/\/[^/\s]/i.test(written)) return { kind: 'url', url: written };
    const path = this.findFile(written);
    if (path !== undefined && !isMarkdown(path)) return { kind: 'file', path };
    this.#problems.push({
      code: 'cover-missing',
      message: `${key}: ${JSON.stringify(written.slice(0, 200))} ${path === undefined ? 'does not exist' : 'is a text'}`,
    });
    return undefined;
  }

  #variables(): FrontMatterFields['variables'] {
    const vars = this.#map(this.source, 'vars');
    return vars && parseVariables(vars, (name, why) => void this.#reportInvalid(`vars.${name}`, why));
  }

  /** Reads a list of tag names, or of mappings with a `tag`. */
  #tags(): readonly string[] | undefined {
    const tags = this.#list(this.source, 'tags', 'tags');
    const names = tags
      ?.map((tag) => (isMap(tag) ? tag.get('tag') : tag))
      .filter((tag) => typeof tag === 'string' && tag !== '');
    if (names && names.length < (tags?.length ?? 0)) this.#reportInvalid('tags', 'must be a list of tags');
    return names as string[] | undefined;
  }

  #metaLinks(): Pick<FrontMatterFields, 'canonical' | 'alternates'> {
    const links = this.#map(this.source, 'metaLinks');
    if (links === undefined) return {};
    const canonical = links.get('canonical');
    if (canonical !== undefined && canonical !== null && typeof canonical !== 'string')
      this.#reportInvalid('metaLinks.canonical', 'must be a text');
    const alternates = this.#list(links, 'alternates', 'metaLinks.alternates');
    return withoutUndefined({
      canonical: typeof canonical === 'string' && canonical.trim() !== '' ? canonical.trim() : undefined,
      alternates: alternates?.filter((alternate) => typeof alternate === 'string'),
    });
  }

  #list(map: YamlMap, key: string, name: string): readonly YamlValue[] | undefined {
    const value = map.get(key);
    if (value === undefined || value === null) return undefined;
    return Array.isArray(value) ? (value as readonly YamlValue[]) : this.#reportInvalid(name, 'must be a list');
  }

  /** Reports a value and returns the one that is used in its place. */
  #reportInvalid<T = undefined>(name: string, why: string, used?: T): T | undefined {
    this.#problems.push({
      code: 'front-matter-invalid-value',
      message: `${name.slice(0, 100)} ${why}; ${used === undefined ? 'ignored' : `read as ${String(used)}`}`,
    });
    return used;
  }
}

/** Returns an object without its undefined members. */
function withoutUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
