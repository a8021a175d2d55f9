import { isUtf8 } from 'node:buffer';
import type { JsonObject } from '../../../domain/content/objects/json.ts';
import { parseMarkdown } from '../../../domain/content/markdown/parse-markdown.ts';
import { headingText, inlineText, splitAnchor } from '../inline-text.ts';
import { leadingHeading } from '../leading-heading.ts';
import { TEXT_KEYS } from '../page-fields.ts';
import { frontMatterYaml, splitFrontMatter } from '../split-front-matter.ts';
import { isMap, parseYaml, parseYamlWithTexts, type YamlMap } from '../yaml.ts';
import { firstLineEnding } from './line-endings.ts';
import { editYaml, type YamlEdits } from './yaml-edits.ts';

const EMPTY = new Uint8Array();
const LF = 0x0a;
const MAX_FRONT_MATTER_LENGTH = 64 * 1024;
const PUNCTUATION = /[\\`*_[\]<>&!#]/g;

/** Returns front matter as it was imported. */
export function frontMatterBytes(kept: JsonObject | undefined): Uint8Array | null {
  if (typeof kept?.['source'] === 'string') return Buffer.from(kept['source']);
  return typeof kept?.['base64'] === 'string' ? Buffer.from(kept['base64'], 'base64') : null;
}

/** Parses the values of front matter. */
export function parseFrontMatter(frontMatter: Uint8Array | null): YamlMap {
  const parsed = frontMatter && parseYamlWithTexts(frontMatterYaml(frontMatter), MAX_FRONT_MATTER_LENGTH, TEXT_KEYS);
  return parsed && 'value' in parsed && isMap(parsed.value) ? parsed.value : new Map();
}

/** Updates values of front matter; null if it becomes empty. Invalid UTF-8 bytes are preserved. */
export function editFrontMatter(frontMatter: Uint8Array | null, edits: YamlEdits): Uint8Array | null {
  if (edits.size === 0) return frontMatter;
  if (frontMatter === null) {
    const yaml = editYaml('', edits);
    return yaml === '' ? null : Buffer.from(`---\n${yaml}---\n`);
  }
  const encoding = isUtf8(frontMatter) ? 'utf8' : 'latin1';
  const lines = Buffer.from(frontMatter).toString(encoding);
  const start = lines.indexOf('\n') + 1;
  const end = lines.lastIndexOf('\n', lines.length - 2) + 1;
  const encode = (value: string): string => (encoding === 'utf8' ? value : Buffer.from(value).toString('latin1'));
  const yaml = editYaml(
    lines.slice(start, end),
    new Map([...edits].map(([key, value]) => [key, typeof value === 'string' ? encode(value) : value])),
  );
  return yaml.trim() === '' ? null : Buffer.from(lines.slice(0, start) + yaml + lines.slice(end), encoding);
}

/** Text of a file in its two parts. */
interface JoinedDocument {
  readonly bytes: Uint8Array;
  readonly frontMatter: Uint8Array | null;
  readonly body: Uint8Array;
}

/**
 * Joins front matter and body so that they are split at the same position again: front matter without a line break at
 * its end gets one, and an empty line separates them where necessary.
 */
export function joinDocument(source: Uint8Array | null, body: Uint8Array, isNew: boolean): JoinedDocument {
  const isOpen = source !== null && source.at(-1) !== LF && body.length > 0;
  const frontMatter = isOpen ? Buffer.concat([source, Buffer.from(firstLineEnding(source))]) : source;
  const ending = Buffer.from(firstLineEnding(frontMatter ?? body));
  const isTight = isNew && frontMatter !== null && body.length > 0 && body[0] !== 0x0a && body[0] !== 0x0d;
  const isMistaken = frontMatter === null && isFrontMatter(body);
  const lines = isTight || isMistaken ? Buffer.concat([ending, body]) : body;
  return { bytes: Buffer.concat([frontMatter ?? EMPTY, lines]), frontMatter, body: lines };
}

/** Reports whether a text starts with something that is read as front matter. */
function isFrontMatter(body: Uint8Array): boolean {
  const { frontMatter } = splitFrontMatter(body);
  if (frontMatter === null) return false;
  const parsed = parseYaml(frontMatterYaml(frontMatter), MAX_FRONT_MATTER_LENGTH);
  return 'value' in parsed && (isMap(parsed.value) || parsed.value === null);
}

/** Adds the title as a heading to the body of a new file that has none. */
export function withHeading(body: Uint8Array, title: string): Uint8Array {
  if (leadingHeading(body) !== null) return body;
  const heading = `# ${escapeTitle(title)}\n`;
  return Buffer.concat([Buffer.from(body.length === 0 ? heading : `${heading}\n`), body]);
}

/**
 * Renames the heading of a body if it equals the previous title. An underlined heading becomes one with `#` if the
 * underline would make something else of the new title.
 */
export function renameHeading(body: Uint8Array, before: string, title: string): Uint8Array {
  if (before === title || leadingHeading(body) !== before || !isUtf8(body)) return body;
  const text = Buffer.from(body).toString();
  const start = /^\s*?(?=\S)/.exec(text)?.[0].length ?? 0;
  const lineEnd = text.indexOf('\n', start);
  const end = lineEnd < 0 ? text.length : lineEnd;
  const line = text.slice(start, end);
  const marks = /^[ \ufeff]{0,4}(?:#[ \t]+)?/.exec(line)?.[0] ?? '';
  const rest = line.slice(marks.length);
  const { text: plain } = splitAnchor(rest.trimEnd());
  const words = headingText(plain);
  const renamed = escapeTitle(title) + rest.slice(rest.indexOf(words) + words.length);
  if (marks.includes('#') || isUnderlinedHeading(renamed))
    return Buffer.from(text.slice(0, start) + marks + renamed + text.slice(end));
  const underlineEnd = text.indexOf('\n', end + 1);
  return Buffer.from(`${text.slice(0, start)}${marks}# ${renamed}${underlineEnd < 0 ? '' : text.slice(underlineEnd)}`);
}

/** Reports whether a line with an underline is a heading, not for instance a list item. */
function isUnderlinedHeading(line: string): boolean {
  const { children } = parseMarkdown(`${line.trim()}\n===`);
  return children.length === 1 && children[0]!.type === 'heading' && children[0]!.depth === 1;
}

/** Escapes a title in Markdown only where necessary. */
export function escapeTitle(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  return headingText(line) === line && inlineText(splitAnchor(line).text) === line
    ? line
    : line.replace(PUNCTUATION, '\\$&');
}
