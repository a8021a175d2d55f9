import { parseMarkdown } from '../../../domain/content/markdown/parse-markdown.ts';
import { parseBlockTag } from '../../../domain/content/markdown/block-tag.ts';
import type { ConditionFilter } from '../../../domain/kernel/expressions/condition-filter.ts';
import { codeDepth, CONDITION, filterHtml, isEscaped, sourceOf } from '../content/conditions.ts';
import { isTooComplex } from '../content/complexity.ts';
import { childrenOf, type Nodes } from '../content/nodes.ts';

/** Opening of a condition tag, in a text that may not be parsed. */
const FIRST_TAG = /\{%-?[ \t\r\n]*(?:if|elseif|elsif|else|endif)(?![\w-])/;
const TAGS = new RegExp(FIRST_TAG.source, 'g');
/** Character references of the characters that open a tag. */
const REFERENCE = /&(?:lcub|lbrace|percnt|#0*(?:123|37)|#x0*(?:7b|25));/i;

/** Replacement of a range of the source. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Tells whether a text may contain a condition. */
export const mayHaveConditions = (markdown: string): boolean => FIRST_TAG.test(markdown) || REFERENCE.test(markdown);

/** Returns a text up to its first condition. */
export function beforeConditions(markdown: string): string {
  const found = [FIRST_TAG, REFERENCE].map((opening) => markdown.search(opening)).filter((at) => at >= 0);
  return markdown.slice(0, Math.min(markdown.length, ...found));
}

/**
 * Removes the tags of conditions and the text that they hide from the source of a document. A tag counts where it
 * counts on the rendered page: not in code, and not after a backslash. A document that is too complex to be parsed ends
 * before its first tag.
 */
export function visibleSource(markdown: string, filter: ConditionFilter): string {
  if (!mayHaveConditions(markdown)) return markdown;
  try {
    if (!isTooComplex(markdown)) return new VisibleSource(markdown, filter).read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  filter.hasEvaluated = true;
  return beforeConditions(markdown);
}

class VisibleSource {
  #edits: Edit[] = [];

  constructor(
    private readonly source: string,
    private readonly filter: ConditionFilter,
  ) {}

  read(): string {
    this.#visitChildren(parseMarkdown(this.source, { isPositioned: true }));
    let text = '';
    let done = 0;
    for (const edit of this.#edits) {
      text += this.source.slice(done, edit.from) + edit.text;
      done = edit.to;
    }
    return text + this.source.slice(done);
  }

  /** Visits the children of a node. @returns whether some of them stay */
  #visitChildren(parent: Nodes): boolean {
    const { filter } = this;
    let stays = false;
    /** Number of open `<code>` and `<pre>` elements in the inline HTML of this parent, in which tags are literal. */
    let literal = 0;
    for (const child of childrenOf(parent) ?? []) {
      if (child.type === 'html') {
        const before = filter.visible;
        const value = filterHtml(child.value, filter);
        if (before || filter.visible) literal = Math.max(0, literal + codeDepth(child.value));
        if (value !== child.value || !filter.visible) this.#replace(child, value);
        stays ||= value !== '';
      } else if (child.type === 'text') {
        stays = this.#visitText(child, literal > 0) || stays;
      } else if (child.type === 'blockTag' && CONDITION.test(parseBlockTag(child.value)?.name ?? '')) {
        filter.filter(child.value);
        this.#replace(child, '');
      } else if (childrenOf(child)) stays = this.#visitParent(child) || stays;
      else if (filter.visible) stays = true;
      else this.#replace(child, '');
    }
    return stays;
  }

  #visitParent(node: Nodes): boolean {
    const before = this.filter.visible;
    const known = this.#edits.length;
    const hasChildren = childrenOf(node)!.length > 0;
    const stays = this.#visitChildren(node);
    if (stays || (!hasChildren && before)) return true;
    if (node.type === 'tableCell' && (before || this.filter.visible)) return true;
    this.#edits.length = known;
    this.#replace(node, '');
    return false;
  }

  #visitText(node: Nodes & { readonly value: string }, isLiteral: boolean): boolean {
    const { filter } = this;
    const written = sourceOf(node, this.source);
    if (isLiteral || isEscaped(node, this.source) || !(written + node.value).includes('{%')) {
      if (!filter.visible) this.#replace(node, '');
      return filter.visible;
    }
    // Tags that only character references form cannot be found in the source.
    const isReadable = written.match(TAGS)?.length === node.value.match(TAGS)?.length;
    const visible = filter.filter(isReadable ? written : node.value);
    this.#replace(node, isReadable ? visible : '');
    return isReadable && visible !== '';
  }

  #replace({ position }: Nodes, text: string): void {
    this.#edits.push({ from: position!.start.offset!, to: position!.end.offset!, text });
  }
}
