import { normalizeLabel } from '../../domain/search/plain-text.ts';
import { findLink, type SummaryLink } from './summary-link.ts';

const DEFINITION =
  /^ {0,3}\[((?:\\.|[^[\]\\]){1,999})\]:[ \t]*(<[^<>]*>|[^\s<]\S*)(?:[ \t]+("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'))?$/;
const REFERENCE = /(?<![!\\])\[((?:\\.|[^[\]\\])+)\](?:\[((?:\\.|[^[\]\\])*)\])?/g;

/** Definitions of a summary, to which its entries can refer by their labels. */
export class SummaryReferences {
  /** Destinations with their titles, as a link states them, by label. */
  readonly #definitions = new Map<string, string>();

  /** @param lines lines of the summary without white space at their ends; the first of equal labels counts */
  constructor(lines: readonly string[]) {
    for (const line of lines) {
      const [, label, destination = '', title = ''] = line.includes(']:') ? (DEFINITION.exec(line) ?? []) : [];
      if (label === undefined || this.#definitions.has(normalizeLabel(label))) continue;
      this.#definitions.set(normalizeLabel(label), `${destination} ${title}`.trimEnd());
    }
  }

  isDefinition(line: string): boolean {
    return line.includes(']:') && DEFINITION.test(line);
  }

  /** Finds the first link by reference of a list item: `[text][label]`, `[text][]` or `[text]`; null if there is none. */
  findLink(text: string): Omit<SummaryLink, 'source'> | null {
    if (this.#definitions.size === 0) return null;
    for (const { 0: written, 1: title = '', 2: label, index } of text.matchAll(REFERENCE)) {
      const stated = this.#definitions.get(normalizeLabel(label === undefined || label === '' ? title : label));
      if (stated !== undefined)
        return findLink(`${text.slice(0, index)}[${title}](${stated})${text.slice(index + written.length)}`);
    }
    return null;
  }
}
