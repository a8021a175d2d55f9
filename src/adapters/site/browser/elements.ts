import { splitMatches } from '../split-matches.ts';

type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Creates an element; attributes that are undefined or false are left out. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  element.append(...children);
  return element;
}

/** Returns a text with the words of a query marked. */
export function highlight(text: string, query: string): DocumentFragment {
  const fragment = new DocumentFragment();
  const parts = splitMatches(text, query);
  parts.forEach((part, i) => fragment.append(i % 2 === 1 ? createElement('mark', {}, part) : part));
  return fragment;
}
