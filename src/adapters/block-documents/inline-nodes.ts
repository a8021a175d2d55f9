import type { PhrasingContent } from 'mdast';
import type { Inline, Mark, Text } from '../../ports/block-documents.ts';
import { contentReference } from './content-references.ts';
import type { Keys } from './keys.ts';

const mark = (type: string): Mark => ({ object: 'mark', type });
const MARK_OF: Readonly<Record<string, string>> = { strong: 'bold', emphasis: 'italic', delete: 'strikethrough' };

/** Inline Markdown as inlines and texts; what no inline says (raw HTML) is text. */
export class InlineNodes {
  constructor(
    private readonly keys: Keys,
    /** Where reference-style links lead. */
    private readonly definitions: ReadonlyMap<string, string>,
  ) {}

  of(nodes: readonly PhrasingContent[]): (Inline | Text)[] {
    const made = nodes.flatMap((node) => this.#node(node, []));
    return made.length > 0 ? joined(made) : [this.text('')];
  }

  text(text: string, marks: readonly Mark[] = []): Text {
    return { object: 'text', key: this.keys.next(), leaves: [{ object: 'leaf', text, marks }] };
  }

  #node(node: PhrasingContent, marks: readonly Mark[]): (Inline | Text)[] {
    switch (node.type) {
      case 'text':
      case 'html':
        return [this.text(node.value, marks)];
      case 'inlineCode':
        return [this.text(node.value, [...marks, mark('code')])];
      case 'strong':
      case 'emphasis':
      case 'delete':
        return node.children.flatMap((child) => this.#node(child, [...marks, mark(MARK_OF[node.type]!)]));
      case 'break':
        return [this.text('\n', marks)];
      case 'link':
        return [this.#link(node.url, node.children, marks)];
      case 'linkReference':
        return this.#reference(node.identifier, (url) => this.#link(url, node.children, marks)) ?? node.children.flatMap((child) => this.#node(child, marks));
      case 'image':
        return [this.#image(node.url, node.alt)];
      case 'imageReference':
        return this.#reference(node.identifier, (url) => this.#image(url, node.alt)) ?? [this.text(node.alt ?? '', marks)];
      case 'footnoteReference':
        return [this.text(`[^${node.label ?? node.identifier}]`, marks)];
      default: {
        // Mathematics is an extension: its node is not in the base types.
        const { type, value } = node as { type: string; value?: string };
        return type === 'inlineMath' ? [this.#void('inline-math', { formula: value ?? '' })] : [this.text(value ?? '', marks)];
      }
    }
  }

  #reference(identifier: string, make: (url: string) => Inline): Inline[] | undefined {
    const url = this.definitions.get(identifier);
    return url === undefined ? undefined : [make(url)];
  }
  #link(url: string, children: readonly PhrasingContent[], marks: readonly Mark[]): Inline {
    const nodes = children.flatMap((child) => this.#node(child, marks));
    return { object: 'inline', type: 'link', key: this.keys.next(), isVoid: false, data: { ref: contentReference(url) }, nodes: nodes.length > 0 ? joined(nodes) : [this.text('')] };
  }
  #image(url: string, alt: string | null | undefined): Inline {
    return this.#void('inline-image', { ref: contentReference(url), ...(alt ? { caption: alt } : {}) });
  }
  #void(type: string, data: Readonly<Record<string, unknown>>): Inline {
    return { object: 'inline', type, key: this.keys.next(), isVoid: true, data };
  }
}

/** Texts that follow each other are one text of several leaves. */
function joined(nodes: readonly (Inline | Text)[]): (Inline | Text)[] {
  const result: (Inline | Text)[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (node.object === 'text' && last?.object === 'text') result[result.length - 1] = { ...last, leaves: [...last.leaves, ...node.leaves] };
    else result.push(node);
  }
  return result;
}
