/** Quote in a list of containers; other containers are list items or footnotes, with the columns of their indentation. */
const QUOTE = 0;
const FOOTNOTE_INDENT = 4;
const CODE_INDENT = 4;
const TAB_WIDTH = 4;
/** Maximum number of containers around a line; deeper ones are text, so that each line takes a bounded time. */
const MAX_CONTAINERS = 100;

const LIST_MARKER = /(?:[-*+]|(\d{1,9})[.)])(?=[ \t\r\n]|$)/y;
const THEMATIC_BREAK = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})(?=[\r\n]|$)/y;
const FOOTNOTE = /\[\^[^\]\s]{1,999}\]:/y;
/** Heading or block tag: what an indented line after it does not continue. */
const ONE_LINE_BLOCK = /(?:#{1,6}(?=[ \t\r\n]|$)|\{%(?:[^%]|%(?!\}))*%\}[ \t]*(?=[\r\n]|$))/y;
const UNDERLINE = /(?:=+|-+)[ \t]*(?=[\r\n]|$)/y;

/** Kind of a line: text that a paragraph may continue, another block of one line, a blank line, or indented code. */
export type ContainedKind = 'paragraph' | 'block' | 'blank' | 'indented';

/**
 * Tracks the quotes, list items and footnotes around the lines of a document, which must be passed in order and may end
 * with a line ending. Linear.
 */
export class BlockContainers {
  readonly #open: number[] = [];
  #line = '';
  /** Offset and column of the next character that is not blank. */
  #at = 0;
  #column = 0;
  /** Column at which the content of the innermost container of the line begins. */
  #base = 0;
  #isInParagraph = false;

  /** Number of quotes around the last line. */
  get quotes(): number {
    return this.#open.filter((container) => container === QUOTE).length;
  }

  /** Reads a line outside fenced code. */
  read(line: string): ContainedKind {
    this.#line = line;
    this.#at = this.#column = this.#base = 0;
    this.#skipBlanks();
    const matched = this.#match();
    const isBlank = this.#isAtEnd();
    const isNew = !isBlank && this.#enter(matched);
    const kind = this.#kindOf(isBlank, isNew);
    // Only text continues a paragraph without the marks of its containers.
    if (!isNew && (kind !== 'paragraph' || !this.#isInParagraph)) this.#leave(matched, isBlank);
    this.#isInParagraph = kind === 'paragraph' && !this.#isAtEnd();
    return kind;
  }

  /** Ends the present paragraph, before a fence of code. */
  endParagraph(): void {
    this.#isInParagraph = false;
  }

  #kindOf(isBlank: boolean, isNew: boolean): ContainedKind {
    if (isBlank) return 'blank';
    const continues = this.#isInParagraph && !isNew;
    if (this.#column - this.#base >= CODE_INDENT) return continues ? 'paragraph' : 'indented';
    const blocks = continues ? [ONE_LINE_BLOCK, THEMATIC_BREAK, UNDERLINE] : [ONE_LINE_BLOCK, THEMATIC_BREAK];
    return blocks.some((block) => this.#matches(block) !== null) ? 'block' : 'paragraph';
  }

  /** Counts the open containers that the line continues, and passes their marks. */
  #match(): number {
    let matched = 0;
    for (const indent of this.#open) {
      if (indent === QUOTE) {
        if (!this.#passQuote()) break;
      } else if (!this.#isAtEnd()) {
        if (this.#column - this.#base < indent) break;
        this.#base += indent;
      }
      matched++;
    }
    return matched;
  }

  /** Opens the containers that start on the line. */
  #enter(matched: number): boolean {
    let isNew = false;
    for (;;) {
      const base = this.#base;
      if (this.#column - base >= CODE_INDENT || (isNew ? this.#open.length : matched) >= MAX_CONTAINERS) return isNew;
      const open = this.#passQuote() ? QUOTE : this.#passIndentedMarker(base, !isNew && matched === this.#open.length);
      if (open === undefined) return isNew;
      if (!isNew) this.#open.length = matched;
      this.#open.push(open);
      isNew = true;
    }
  }

  #passQuote(): boolean {
    if (this.#line[this.#at] !== '>' || this.#column - this.#base >= CODE_INDENT) return false;
    this.#pass(1);
    this.#base = this.#column;
    // One column after the mark belongs to it.
    if (this.#line[this.#at] === ' ' || this.#line[this.#at] === '\t') this.#base += 1;
    this.#skipBlanks();
    return true;
  }

  /** Passes the marker of a list item or a footnote. Returns the columns by which its content is indented. */
  #passIndentedMarker(base: number, isInSameContainer: boolean): number | undefined {
    const footnote = this.#matches(FOOTNOTE);
    const marker = footnote ?? (this.#matches(THEMATIC_BREAK) === null ? this.#matches(LIST_MARKER) : null);
    if (marker === null) return undefined;
    const [before, start] = [{ at: this.#at, column: this.#column }, this.#column + marker[0].length];
    this.#pass(marker[0].length);
    this.#skipBlanks();
    const interrupts = this.#isInParagraph && isInSameContainer && footnote === null;
    if (interrupts && (this.#isAtEnd() || (marker[1] !== undefined && Number(marker[1]) !== 1))) {
      this.#at = before.at;
      this.#column = before.column;
      return undefined;
    }
    const spaces = this.#column - start;
    if (footnote !== null) this.#base = this.#column;
    else this.#base = this.#isAtEnd() || spaces > CODE_INDENT ? start + 1 : start + spaces;
    return footnote === null ? this.#base - base : FOOTNOTE_INDENT;
  }

  /** Closes the containers that the line does not continue; a blank line ends only quotes. */
  #leave(matched: number, isBlank: boolean): void {
    if (!isBlank || this.#open[matched] === QUOTE) this.#open.length = matched;
  }

  #skipBlanks(): void {
    for (let sign = this.#line[this.#at]; sign === ' ' || sign === '\t'; sign = this.#line[this.#at]) this.#pass(1);
  }

  #pass(count: number): void {
    for (let i = 0; i < count; i++)
      this.#column += this.#line[this.#at++] === '\t' ? TAB_WIDTH - (this.#column % TAB_WIDTH) : 1;
  }

  #isAtEnd(): boolean {
    const sign = this.#line[this.#at];
    return sign === undefined || sign === '\n' || sign === '\r';
  }

  #matches(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#line);
  }
}
