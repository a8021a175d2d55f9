import { isUtf8 } from 'node:buffer';
import { leadingHeading } from './leading-heading.ts';
import { readPageFields, TEXT_KEYS } from './page-fields.ts';
import { frontMatterYaml, splitFrontMatter } from './split-front-matter.ts';
import { isMap, parseYamlWithTexts, type YamlMap } from './yaml.ts';
import type { FileFinder } from './page-fields.ts';
import type { Report } from './report.ts';
import type { PriorText, FrontMatterFields } from '../../ports/git/repository-format.ts';

/** Maximum length of front matter; longer front matter stays in the body. */
const MAX_FRONT_MATTER_LENGTH = 64 * 1024;

/** Parsed Markdown file. */
export interface PageSource {
  readonly frontMatterSource: Uint8Array | null;
  readonly markdown: Uint8Array;
  readonly fields: FrontMatterFields;
  /** Title stated in the front matter. */
  readonly title?: string;
  /** Plain text of the level-1 heading at the start of the body. */
  readonly heading: string | null;
  /** The front matter contained NUL characters or lone surrogates. */
  readonly isCleaned?: true;
  /** Result of an earlier import of the same text, which was not read again. */
  readonly known?: PriorText;
}

/** Creates the source of a text that was imported before. */
export const priorSource = (known: PriorText): PageSource => ({
  frontMatterSource: null,
  markdown: EMPTY,
  fields: known.condition === undefined ? {} : { condition: known.condition },
  title: known.title,
  heading: null,
  known,
});
const KEPT_AS_TEXT = "kept as part of the page's text";
const EMPTY = new Uint8Array();

/** Line that restricts who sees a page. */
const RESTRICTION = /^[ \t{,]*(["']?)(?:if|hidden)\1[ \t]*:/m;

/**
 * Reports whether a Markdown text starts with front matter that cannot be read but has a line `hidden:` or `if:`. Its
 * page is hidden, because whoever wrote the line did not want to show it to everybody.
 */
export function hasUnreadableRestriction(bytes: Uint8Array): boolean {
  const { frontMatter } = splitFrontMatter(bytes);
  return frontMatter !== null && 'problem' in parseMapping(frontMatter) && isRestricted(frontMatter);
}

const isRestricted = (frontMatter: Uint8Array): boolean => RESTRICTION.test(frontMatterYaml(frontMatter));

function parseMapping(
  frontMatter: Uint8Array,
): { readonly map: YamlMap; readonly isCleaned?: true } | { readonly problem: string; readonly line?: number } {
  const parsed = parseYamlWithTexts(frontMatterYaml(frontMatter), MAX_FRONT_MATTER_LENGTH, TEXT_KEYS);
  if ('problem' in parsed) return parsed;
  const { value, ...rest } = parsed;
  if (value === null) return { map: new Map(), ...rest };
  return isMap(value) ? { map: value, ...rest } : { problem: 'not a mapping of keys to values' };
}

/** Splits a file and reads its fields; front matter that is not a YAML mapping is reported and stays in the body. */
export function readPageSource(path: string, bytes: Uint8Array, findFile: FileFinder, report: Report): PageSource {
  if (!isUtf8(bytes)) report.info('invalid-utf-8', path, 'the file is not valid UTF-8; its bytes are kept');
  const { frontMatter, body } = splitFrontMatter(bytes);
  const asBody = { frontMatterSource: null, markdown: bytes, fields: {}, heading: null };
  if (!frontMatter) return { ...asBody, heading: leadingHeading(bytes) };
  const parsed = parseMapping(frontMatter);
  if ('problem' in parsed) {
    const isHidden = isRestricted(frontMatter);
    const effect = isHidden ? `${KEPT_AS_TEXT}, and the page is hidden` : KEPT_AS_TEXT;
    const line = parsed.line === undefined ? {} : { line: parsed.line + 1 };
    report.warn('front-matter-unreadable', path, `${parsed.problem}; ${effect}`, line);
    return { ...asBody, ...(isHidden && { fields: { hidden: true } }) };
  }
  if (parsed.isCleaned) report.warnCleanedText(path);
  const { fields, title, problems } = readPageFields(parsed.map, findFile);
  for (const { code, message } of problems) report.warn(code, path, message);
  return {
    frontMatterSource: frontMatter,
    markdown: body,
    fields,
    ...(title === undefined ? {} : { title }),
    heading: leadingHeading(body),
    ...(parsed.isCleaned && { isCleaned: true }),
  };
}
