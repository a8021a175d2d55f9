import { escapeHtml } from '../content/documents/tag-markup.ts';
import type { Token } from './segment.ts';

/**
 * Formats tokens for engines: `<g1>…</g1>` around words, `<x2/>` for placeholders, everything else escaped as in XML.
 */
export const toMarkup = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      switch (token.kind) {
        case 'text':
          return escapeHtml(token.text);
        case 'open':
          return `<g${token.tag}>`;
        case 'close':
          return `</g${token.tag}>`;
        case 'void':
          return `<x${token.tag}/>`;
      }
    })
    .join('');

const TAG = /<[^<>]*>/g;
const OPEN = /^<\s*g(\d{1,6})\s*>$/i;
const CLOSE = /^<\s*\/\s*g(\d{1,6})\s*>$/i;
const VOID = /^<\s*x(\d{1,6})\s*\/?\s*>$/i;
const END_OF_VOID = /^<\s*\/\s*x(\d{1,6})\s*>$/i;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function unescapeMarkup(text: string): string | undefined {
  let sound = !text.includes('<');
  const read = text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,10}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      if (code < 0x20 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff)) sound = false;
      return sound ? String.fromCodePoint(code) : '';
    },
  );
  return sound ? read : undefined;
}

/** Parses the answer of an engine; undefined if it contains an unknown or incomplete tag. */
export function parseMarkup(markup: string): Token[] | undefined {
  const tokens: Token[] = [];
  let done = 0;
  const addText = (text: string): boolean => {
    const read = unescapeMarkup(text);
    if (read !== undefined && read !== '') tokens.push({ kind: 'text', text: read });
    return read !== undefined;
  };
  for (const { 0: tag, index } of markup.matchAll(TAG)) {
    if (!addText(markup.slice(done, index))) return undefined;
    done = index + tag.length;
    const [open, close, alone, ended] = [OPEN, CLOSE, VOID, END_OF_VOID].map((form) => form.exec(tag)?.[1]);
    if (open !== undefined) tokens.push({ kind: 'open', tag: Number(open) });
    else if (close !== undefined) tokens.push({ kind: 'close', tag: Number(close) });
    else if (alone !== undefined) tokens.push({ kind: 'void', tag: Number(alone) });
    else {
      const last = tokens.at(-1);
      if (ended === undefined || last?.kind !== 'void' || last.tag !== Number(ended)) return undefined;
    }
  }
  return addText(markup.slice(done)) ? tokens : undefined;
}
