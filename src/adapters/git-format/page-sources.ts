import { isUtf8 } from 'node:buffer';
import { leadingHeading } from './leading-heading.ts';
import { readPageFields } from './page-fields.ts';
import { frontMatterYaml, splitFrontMatter } from './split-front-matter.ts';
import { isMap, parseYaml } from './yaml.ts';
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
  fields: {},
  title: known.title,
  heading: null,
  known,
});
const EMPTY = new Uint8Array();

/** Splits a file and reads its fields; front matter that is not a YAML mapping is reported and stays in the body. */
export function readPageSource(path: string, bytes: Uint8Array, findFile: FileFinder, report: Report): PageSource {
  if (!isUtf8(bytes)) report.info('invalid-utf-8', path, 'the file is not valid UTF-8; its bytes are kept');
  const { frontMatter, body } = splitFrontMatter(bytes);
  const asBody = { frontMatterSource: null, markdown: bytes, fields: {}, heading: null };
  if (!frontMatter) return { ...asBody, heading: leadingHeading(bytes) };
  const parsed = parseYaml(frontMatterYaml(frontMatter), MAX_FRONT_MATTER_LENGTH);
  if ('problem' in parsed || !(isMap(parsed.value) || parsed.value === null)) {
    const line = 'line' in parsed && parsed.line !== undefined ? { line: parsed.line + 1 } : {};
    const problem = 'problem' in parsed ? parsed.problem : 'not a mapping of keys to values';
    report.warn('front-matter-unreadable', path, `${problem}; kept as part of the page's text`, line);
    return asBody;
  }
  if (parsed.isCleaned) report.warnCleanedText(path);
  const { fields, title, problems } = readPageFields(isMap(parsed.value) ? parsed.value : new Map(), findFile);
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
