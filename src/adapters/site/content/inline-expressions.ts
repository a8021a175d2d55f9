import { childrenOf, type ElementContent, type HtmlContent, type HtmlRoot, type Element, type Nodes } from './nodes.ts';
import { sourceOf } from './conditions.ts';
import { percentDecoded } from '../../../domain/kernel/percent-decoded.ts';

/** Expression in braces, in text and in the target of a link. */
const IN_TEXT = /\{\{([^{}]*)\}\}/g;
const IN_URL = /(?:\{|%7B){2}((?:(?!%7[BD])[^{}])*)(?:\}|%7D){2}/gi;
const ESCAPED = /\\\{\{|\{\\\{/;
/** Elements whose text stays as it is written. */
const LITERAL: ReadonlySet<string> = new Set(['code', 'pre', 'kbd', 'samp', 'script', 'style', 'textarea']);
/** Name of no element of HTML; authors cannot write it, as unknown elements are text. */
const ESCAPED_TEXT = 'quire-literal';

type Evaluate = (expression: string) => string | undefined;

/** Marks texts whose braces follow a backslash. `source` is the text that the tree was parsed from. */
export function markEscapedBraces(node: Nodes, source: string): void {
  if (!ESCAPED.test(source)) return;
  const visit = (parent: Nodes): void => {
    for (const child of childrenOf(parent) ?? []) {
      if (child.type !== 'text') visit(child);
      else if (child.value.includes('{{') && ESCAPED.test(sourceOf(child, source)))
        Object.assign(child, {
          type: 'quireLiteral',
          data: { hName: ESCAPED_TEXT },
          children: [{ type: 'text', value: child.value }],
        });
    }
  };
  visit(node);
}

/**
 * Replaces expressions in braces by their values, in text and in the targets of links and images. Code, and expressions
 * without a value, stay as they are written.
 */
export function evaluateExpressions(root: HtmlRoot, evaluate: Evaluate): void {
  const known = new Map<string, string | undefined>();
  const valueOf = (written: string): string | undefined => {
    const expression = written.trim();
    if (expression === '') return undefined;
    if (!known.has(expression)) known.set(expression, evaluate(expression));
    return known.get(expression);
  };
  const visit = (parent: HtmlRoot | Element): void => {
    for (const child of parent.children as HtmlContent[]) {
      if (child.type === 'text') {
        if (child.value.includes('{{'))
          child.value = child.value.replace(IN_TEXT, (whole, expression: string) => valueOf(expression) ?? whole);
      } else if (child.type === 'element' && !LITERAL.has(child.tagName) && child.tagName !== ESCAPED_TEXT) {
        evaluateUrls(child, valueOf);
        visit(child);
      }
    }
    if (parent.children.some((child) => child.type === 'element' && child.tagName === ESCAPED_TEXT))
      (parent as Element).children = (parent as Element).children.flatMap((child): ElementContent[] =>
        child.type === 'element' && child.tagName === ESCAPED_TEXT ? child.children : [child],
      );
  };
  visit(root);
}

function evaluateUrls({ properties }: Element, valueOf: Evaluate): void {
  for (const name of ['href', 'src']) {
    const url = properties[name];
    if (typeof url !== 'string' || !/(?:\{|%7B){2}/i.test(url)) continue;
    properties[name] = url.replace(IN_URL, (whole, expression: string) => {
      const value = valueOf(percentDecoded(expression));
      return value === undefined ? whole : encodeURI(value.toWellFormed());
    });
  }
}
