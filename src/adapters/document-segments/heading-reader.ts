import type { Heading, PhrasingContent } from 'mdast';
import { referenceLabels } from '../../domain/search/plain-text.ts';
import { parseHeading } from '../../domain/search/readable-text.ts';
import { HeadingAnchors } from '../../domain/search/heading-anchors.ts';

const OWN_ID = /^<a href="#([^"]*)" id="\1"><\/a>$/;

/** Heading without the explicit ids at its end. */
export interface ParsedHeading {
  readonly words: readonly PhrasingContent[];
  /** Id that links use. */
  readonly anchor: string;
  /** Further ids that are derived from the text. */
  readonly aliases: readonly string[];
  /** The anchor is an explicit id rather than derived from the text. */
  readonly hasOwnId: boolean;
}

/** Reads the headings of one document, which must be passed in order. */
export class HeadingReader {
  readonly #anchors = new HeadingAnchors();

  readonly #labels: ReadonlySet<string>;

  /** @param text source that offsets refer to */
  constructor(private readonly text: string) {
    this.#labels = referenceLabels(text);
  }

  read({ children }: Heading): ParsedHeading {
    const [from, to] = [children[0]?.position?.start.offset ?? 0, children.at(-1)?.position?.end.offset ?? 0];
    const { anchorSource: named, anchor } = parseHeading(this.text.slice(from, to), this.#labels);
    return {
      words: this.#withoutIds(children),
      ...this.#anchors.idsFor(named, anchor),
      hasOwnId: anchor !== undefined,
    };
  }

  #withoutIds(children: readonly PhrasingContent[]): readonly PhrasingContent[] {
    const rest = this.#withoutId(children);
    return rest.length < children.length ? this.#withoutIds(rest) : rest;
  }

  #withoutId(children: readonly PhrasingContent[]): readonly PhrasingContent[] {
    const [open, close] = children.slice(-2);
    if (open?.type !== 'html' || close?.type !== 'html' || !OWN_ID.test(open.value + close.value)) return children;
    const words = children.slice(0, -2);
    const last = words.at(-1);
    if (last?.type !== 'text' || last.position?.end.offset === undefined) return words;
    // The space before the id is not part of the words, unlike one that is written as a character reference.
    const raw = this.text.slice(last.position.start.offset, last.position.end.offset);
    const spaces = raw.length - raw.replace(/ +$/, '').length;
    if (spaces === 0) return words;
    if (!last.value.endsWith(raw.slice(-spaces))) return children;
    if (raw.length === spaces) return words.slice(0, -1);
    const end = {
      ...last.position.end,
      offset: last.position.end.offset - spaces,
      column: last.position.end.column - spaces,
    };
    return [
      ...words.slice(0, -1),
      { ...last, value: last.value.slice(0, -spaces), position: { ...last.position, end } },
    ];
  }
}
