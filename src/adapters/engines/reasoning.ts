const START = '<think>';
const END = '</think>';

/** Removes the reasoning that some language models write before their answer, between `<think>` tags. */
export function withoutReasoning(text: string): string {
  const remover = new ReasoningRemover();
  return remover.add(text) + remover.end();
}

/** Removes the reasoning of a language model from a text that arrives in pieces. */
export class ReasoningRemover {
  #state: 'beginning' | 'reasoning' | 'gap' | 'answer' = 'beginning';
  /** Text until it is known whether it is a reasoning; then the last characters of that. */
  #held = '';

  /** Returns the part of the answer that is known after one more piece. */
  add(piece: string): string {
    if (this.#state === 'answer') return piece;
    if (this.#state === 'gap') return this.#beginAnswer(piece);
    this.#held += piece;
    if (this.#state === 'beginning') {
      const text = this.#held.trimStart();
      if (text.length < START.length && START.startsWith(text)) return '';
      if (!text.startsWith(START)) {
        this.#state = 'answer';
        return this.#held;
      }
      this.#state = 'reasoning';
    }
    const end = this.#held.indexOf(END);
    if (end >= 0) return this.#beginAnswer(this.#held.slice(end + END.length));
    this.#held = this.#held.slice(-END.length);
    return '';
  }

  /** Returns the rest at the end of the text; a reasoning without an end has no answer. */
  end(): string {
    return this.#state === 'beginning' ? this.#held : '';
  }

  #beginAnswer(text: string): string {
    const answer = text.trimStart();
    this.#state = answer === '' ? 'gap' : 'answer';
    return answer;
  }
}
