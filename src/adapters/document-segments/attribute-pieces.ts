import { decodeEntities } from '../../domain/content/markdown/decode-entities.ts';
import { escapeTagValue } from '../../domain/content/documents/tag-markup.ts';
import { hasWords, parsePlainParts, type Piece, type SegmentKind } from '../../domain/translations/segment.ts';

/** Attributes of block tags that readers see. */
const VISIBLE_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    tab: ['title'],
    step: ['title'],
    column: ['title'],
    code: ['title'],
    embed: ['title'],
    file: ['caption'],
    prompt: ['description'],
    swagger: ['summary', 'description'],
    'swagger-response': ['description'],
    'api-method': ['summary', 'description'],
    'api-method-response-example': ['description'],
  }),
);
const TAG = /^\{%-?\s*([a-z][\w-]*)/;
const TAG_ATTRIBUTE = /([\w-]+)(\s*=\s*")((?:[^"\\]|\\[^])*)"/g;
const IMAGE = /^<img\b/i;
const ELEMENT_ATTRIBUTE = /([\w-]+)(\s*=\s*")([^"]*)"/g;
/** URLs and file names, which are not translated. */
export const ADDRESS_OR_FILE_NAME = /^(?:\S+:\/\/\S*|www\.\S+|\S+\.\w{2,4}|\S+@\S+)$/;

/** Splits a tag into source and segments for its visible attributes. */
export function tagPieces(raw: string): Piece[] {
  const visible = VISIBLE_ATTRIBUTES.get(TAG.exec(raw)?.[1] ?? '') ?? [];
  return visible.length === 0
    ? [raw]
    : attributePieces(raw, TAG_ATTRIBUTE, 'attribute', (name, written) => {
        const value = written.replace(/\\(.)/g, '$1');
        return visible.includes(name) && escapeTagValue(value) === written ? value : undefined;
      });
}

/** Splits the tag of an HTML element; the alternative text of an image becomes a segment. */
export function elementPieces(raw: string): Piece[] {
  return !IMAGE.test(raw)
    ? [raw]
    : attributePieces(raw, ELEMENT_ATTRIBUTE, 'html-attribute', (name, written) => {
        return name === 'alt' ? decodeEntities(written) : undefined;
      });
}

/** @param valueOf returns the text of an attribute if readers see it */
function attributePieces(
  raw: string,
  attributes: RegExp,
  kind: SegmentKind,
  valueOf: (name: string, written: string) => string | undefined,
): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { 0: whole, 1: name = '', 2: sign = '', 3: written = '', index } of raw.matchAll(attributes)) {
    const text = valueOf(name.toLowerCase(), written);
    if (text === undefined || ADDRESS_OR_FILE_NAME.test(text) || /\{[{%]|[\r\n\ue000]/.test(text)) continue;
    const parts = parsePlainParts(written, (part) => valueOf(name.toLowerCase(), part));
    if (parts === undefined || !hasWords(parts)) continue;
    pieces.push(raw.slice(done, index + name.length + sign.length), { kind, parts });
    done = index + whole.length - 1;
  }
  return [...pieces, raw.slice(done)];
}
