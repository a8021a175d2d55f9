/** Evaluates a condition; undefined if conditions cannot be evaluated. */
export type ConditionEvaluator = ((expression: string) => boolean) | undefined;

interface Branch {
  visible: boolean;
  /** Set once a branch was visible, or if none may be: all later branches are hidden. */
  isClosed: boolean;
}

const OPENING = /\{%-?[ \t\r\n]*(if|elseif|elsif|else|endif)(?![\w-])/g;

/**
 * Filters the text that a reader may see, passed in document order. Everything under a condition is hidden unless the
 * evaluator returns true: also without an evaluator, after an error, in an unterminated tag, and after an `if` that is
 * never closed.
 */
export class ConditionFilter {
  #open: Branch[] = [];
  #hidden = 0;
  hasEvaluated = false;

  constructor(private readonly evaluate: ConditionEvaluator) {}

  get visible(): boolean {
    return this.#hidden === 0;
  }

  /** Removes tags and hidden text from `text`. */
  filter(text: string): string {
    if (!text.includes('{%')) return this.visible ? text : '';
    let out = '';
    let from = 0;
    OPENING.lastIndex = 0;
    for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
      if (this.visible) out += text.slice(from, match.index);
      const start = match.index + match[0].length;
      const end = text.indexOf('%}', start);
      if (end < 0) {
        if (match[1] !== 'endif') this.#push({ visible: false, isClosed: true });
        return out;
      }
      this.#handleTag(match[1] as string, text.slice(start, end).replace(/-$/, '').trim());
      from = end + 2;
      OPENING.lastIndex = from;
    }
    return this.visible ? out + text.slice(from) : out;
  }

  #handleTag(word: string, expression: string): void {
    this.hasEvaluated = true;
    if (word === 'if') {
      this.#push(this.#evaluateBranch(expression));
    } else if (word === 'endif') {
      if (this.#open.pop()?.visible === false) this.#hidden--;
    } else {
      const branch = this.#open.pop();
      if (branch === undefined) return;
      if (!branch.visible) this.#hidden--;
      if (branch.isClosed) this.#push({ visible: false, isClosed: true });
      else this.#push(word === 'else' ? { visible: true, isClosed: true } : this.#evaluateBranch(expression));
    }
  }

  #push(branch: Branch): void {
    this.#open.push(branch);
    if (!branch.visible) this.#hidden++;
  }

  /** Evaluates a condition unless it is hidden anyway. Without an evaluator, no branch is visible. */
  #evaluateBranch(expression: string): Branch {
    if (this.evaluate === undefined || !this.visible) return { visible: false, isClosed: true };
    try {
      const visible = this.evaluate(expression) === true;
      return { visible, isClosed: visible };
    } catch {
      return { visible: false, isClosed: true };
    }
  }
}
