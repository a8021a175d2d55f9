import { isUtf8 } from 'node:buffer';
import { leadingHeading } from './leading-heading.ts';
import { readPageFields } from './page-fields.ts';
import { frontMatterYaml, splitFrontMatter } from './split-front-matter.ts';
import { isMap, parseYaml } from './yaml.ts';
import type { FileFinder } from './page-fields.ts';
import type { Report } from './report.ts';
import type { PriorText, FrontMatterFields } from '../../ports/git/repository-format.ts';

/** Longer front matter is none: it stays in the body. */
const MAX_FRONT_MATTER_LENGTH = 64 * 1024;

/** A Markdown file, understood. */
export interface PageSource {
  readonly frontMatterSource: Uint8Array | null;
  readonly markdown: Uint8Array;
  readonly fields: FrontMatterFields;
  /** As the front matter states it. */
  readonly title?: string;
  /** The plain text of the level-1 heading the body starts with. */
  readonly heading: string | null;
  /** Texts of the front matter held NUL characters or lone surrogates. */
  readonly isCleaned?: true;
  /** What is known of a text that was not read. */
  readonly known?: PriorText;
}

/** A text of which nothing has to be read. */
export const priorSource = (known: PriorText): PageSource => ({
  frontMatterSource: null,
  markdown: EMPTY,
  fields: {},
  title: known.title,
  heading: null,
  known,
});
const EMPTY = new Uint8Array();

/** Splits one file and reads its fields; front matter that is no YAML mapping is reported and stays in the body. */
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
