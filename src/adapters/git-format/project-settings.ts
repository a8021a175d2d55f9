import { nameOf, resolvePath } from './paths.ts';
import { isMap, parseYaml } from './yaml.ts';
import type { ProjectFiles } from './project-files.ts';
import type { Report } from './report.ts';
import type { YamlMap, YamlValue } from './yaml.ts';

/** Locations of a project's content; paths are relative to the project directory. */
export interface ProjectSettings {
  readonly root: string;
  readonly readme: string;
  readonly summary: string;
  /** File that states the redirects, for reports. */
  readonly source: string;
  /** Redirects as written: old path to new destination, relative to the root. */
  readonly redirects: ReadonlyMap<string, string>;
}

export const SETTINGS_FILE = '.gitbook.yaml';
const LEGACY_FILE = 'book.json';
const SITE_FILES = ['docs.yaml', 'gitbook-docs.yaml'];
export const MAX_SETTINGS_LENGTH = 256 * 1024;

const KNOWN_KEYS = ['root', 'structure', 'redirects'];
const STRUCTURE_KEYS = ['readme', 'summary'];

/**
 * Reads `.gitbook.yaml`; settings that it does not state come from a legacy `book.json`, then from the defaults (`./`,
 * `README.md`, `SUMMARY.md`). Reports and ignores mistakes, and suggests the correct key for a misspelled one.
 */
export async function readProjectSettings(project: ProjectFiles, report: Report): Promise<ProjectSettings> {
  const bytes = await project.read([SETTINGS_FILE, LEGACY_FILE].filter((path) => project.has(path)));
  for (const path of SITE_FILES) {
    if (project.has(path))
      report.info(
        'site-structure-not-imported',
        path,
        'describes a site of several spaces; only this space is imported',
      );
  }
  const reader = new SettingsReader(project, report);
  const stated = reader.readSettings(bytes.get(SETTINGS_FILE));
  const legacy = reader.readLegacySettings(bytes.get(LEGACY_FILE));
  const root = reader.root(SETTINGS_FILE, stated.get('root')) ?? reader.root(LEGACY_FILE, legacy.get('root')) ?? '';
  const structure = reader.map(SETTINGS_FILE, 'structure', stated.get('structure'), STRUCTURE_KEYS);
  const legacyStructure = reader.map(LEGACY_FILE, 'structure', legacy.get('structure'), null);
  const file = (key: string, fallback: string): string => {
    const stated =
      reader.file(SETTINGS_FILE, key, structure.get(key), root) ??
      reader.file(LEGACY_FILE, key, legacyStructure.get(key), root);
    const path = stated ?? resolvePath(root, fallback) ?? fallback;
    return reader.repairCase(path);
  };
  return {
    root,
    readme: file('readme', 'README.md'),
    summary: file('summary', 'SUMMARY.md'),
    source: SETTINGS_FILE,
    redirects: reader.redirects(SETTINGS_FILE, stated.get('redirects')),
  };
}

/** Reports whether a project states its settings. */
export const hasSettings = (project: ProjectFiles): boolean =>
  [SETTINGS_FILE, LEGACY_FILE].some((path) => project.has(path));

/** Returns the settings of a project with default names below another root folder. */
export const withRoot = (settings: ProjectSettings, root: string): ProjectSettings => ({
  ...settings,
  root,
  readme: resolvePath(root, nameOf(settings.readme)) ?? settings.readme,
  summary: resolvePath(root, nameOf(settings.summary)) ?? settings.summary,
});

const EMPTY_MAP: YamlMap = new Map();

class SettingsReader {
  constructor(
    private readonly project: ProjectFiles,
    private readonly report: Report,
  ) {}

  readSettings(bytes: Uint8Array | undefined): YamlMap {
    return bytes ? this.#parse(SETTINGS_FILE, bytes, KNOWN_KEYS) : EMPTY_MAP;
  }

  /** Reads `book.json`: JSON is YAML except for tabs; its other keys belong to plugins and themes. */
  readLegacySettings(bytes: Uint8Array | undefined): YamlMap {
    return bytes ? this.#parse(LEGACY_FILE, bytes, null) : EMPTY_MAP;
  }

  map(path: string, name: string, value: YamlValue | undefined, known: readonly string[] | null): YamlMap {
    if (value === undefined || value === null) return EMPTY_MAP;
    if (!isMap(value)) {
      this.#reportInvalid(path, `${name} must be a mapping`);
      return EMPTY_MAP;
    }
    if (known) for (const key of value.keys()) if (!known.includes(key)) this.#reportUnknown(path, key, known);
    return value;
  }

  root(path: string, value: YamlValue | undefined): string | undefined {
    if (value === undefined || value === null) return undefined;
    const root = typeof value === 'string' ? resolvePath('', value) : null;
    if (root === null) return this.#reportInvalid(path, 'root must be a directory inside the project');
    if (this.project.hasDirectory(root)) return root;
    this.report.warn(
      'root-missing',
      path,
      `root names ${JSON.stringify(value)}, which is not a directory of the project; ignored`,
    );
    return undefined;
  }

  file(path: string, key: string, value: YamlValue | undefined, root: string): string | undefined {
    if (value === undefined || value === null) return undefined;
    const file = typeof value === 'string' ? resolvePath(root, value) : null;
    return file === null || file === ''
      ? this.#reportInvalid(path, `structure.${key} must name a file inside the project`)
      : file;
  }

  /** Returns the path as spelled in the repository if only its case differs. */
  repairCase(path: string): string {
    const found = this.project.has(path) ? path : this.project.findIgnoringCase(path);
    if (found === undefined || found === path) return path;
    this.report.info('path-repaired', found, `interpreted as ${JSON.stringify(path)}`);
    return found;
  }

  redirects(path: string, value: YamlValue | undefined): ReadonlyMap<string, string> {
    const usable = new Map<string, string>();
    for (const [from, to] of this.map(path, 'redirects', value, null)) {
      if (typeof to === 'string' && to !== '' && from !== '') usable.set(from, to);
      else this.#reportInvalid(path, `redirects: ${JSON.stringify(from)} must name a file`);
    }
    return usable;
  }

  #parse(path: string, bytes: Uint8Array, known: readonly string[] | null): YamlMap {
    const text = new TextDecoder().decode(bytes);
    const result = parseYaml(path === LEGACY_FILE ? text.replaceAll('\t', ' ') : text, MAX_SETTINGS_LENGTH);
    if ('value' in result) {
      if (result.isCleaned) this.report.warnCleanedText(path);
      return this.map(path, 'the file', result.value, known);
    }
    const line = result.line === undefined ? {} : { line: result.line };
    this.report.warn('settings-unreadable', path, `${result.problem}; the defaults are used`, line);
    return EMPTY_MAP;
  }

  #reportUnknown(path: string, key: string, known: readonly string[]): void {
    const suggestion = known.find((candidate) => isMisspelling(key.toLowerCase(), candidate));
    const hint = suggestion === undefined ? `known keys are ${known.join(', ')}` : `did you mean ${suggestion}?`;
    this.report.warn('settings-unknown-key', path, `the key ${JSON.stringify(key.slice(0, 80))} is ignored: ${hint}`);
  }

  #reportInvalid(path: string, message: string): undefined {
    this.report.warn('settings-invalid-value', path, message);
  }
}

/** Reports whether at most two characters were added, removed or changed at one position. */
function isMisspelling(written: string, known: string): boolean {
  let start = 0;
  while (start < known.length && written[start] === known[start]) start++;
  let end = 0;
  while (end < known.length - start && end < written.length - start && written.at(-1 - end) === known.at(-1 - end))
    end++;
  return Math.max(written.length, known.length) - start - end <= 2;
}
