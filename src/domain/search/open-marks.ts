/** Mark in the output text. */
interface Mark {
  readonly at: number;
  readonly length: number;
  /** The bracket contains a link, so it does not open another. */
  isInactive?: true;
}

/** Maximum number of open marks that are kept, counted from the last. */
const MAX_OPEN_MARKS = 32;

/** Opening marks: markup if closed later, otherwise text. */
export class OpenMarks {
  readonly brackets: Mark[] = [];
  readonly emphasis: Mark[] = [];
  readonly asterisks: Mark[] = [];
  readonly #removed: Mark[] = [];
  /** The block has an escaped bracket, which a closing bracket without another opening belongs to. */
  hasEscapedBracket = false;

  open(kind: 'brackets' | 'emphasis' | 'asterisks', mark: Mark): void {
    const marks = this[kind];
    marks.push(mark);
    if (marks.length > 2 * MAX_OPEN_MARKS) marks.splice(0, MAX_OPEN_MARKS);
  }

  /** Marks the open brackets around a link. */
  deactivateBrackets(): void {
    for (const mark of this.brackets) if (mark.length === 1) mark.isInactive = true;
  }

  remove(mark: Mark): void {
    this.#removed.push(mark);
  }

  /** Closes emphasis with this number of underscores, if it was opened. */
  endEmphasis(length: number): boolean {
    // Only the last few are examined, so that the work stays linear.
    for (let index = this.emphasis.length - 1; index >= Math.max(0, this.emphasis.length - 4); index--) {
      if (this.emphasis[index]!.length !== length) continue;
      this.remove(this.emphasis[index]!);
      this.emphasis.length = index;
      return true;
    }
    return false;
  }

  /** Closes emphasis with an asterisk, if it was opened. */
  endAsterisk(): boolean {
    const mark = this.asterisks.pop();
    if (mark !== undefined) this.remove(mark);
    return mark !== undefined;
  }

  /** Discards open marks; emphasis and links do not cross paragraphs. */
  endBlock(): void {
    this.brackets.length = 0;
    this.emphasis.length = 0;
    this.asterisks.length = 0;
    this.hasEscapedBracket = false;
  }

  /** Removes the marks that were closed from the text. */
  removeMarks(text: string): string {
    if (this.#removed.length === 0) return text;
    let rest = '';
    let from = 0;
    for (const { at, length } of this.#removed.sort((a, b) => a.at - b.at)) {
      if (at + length <= from) continue;
      rest += text.slice(from, Math.max(from, at));
      from = at + length;
    }
    return rest + text.slice(from);
  }
}
