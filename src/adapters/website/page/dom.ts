import { parseHTML } from 'linkedom';
import { requireShallow, type PageElement } from './page-element.ts';

export interface PageDocument {
  readonly documentElement: PageElement | null;
  readonly head: PageElement;
  readonly body: PageElement;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  createElement(name: string): PageElement;
}

/**
 * Parses a page and moves content outside of the body into it.
 *
 * @throws RangeError when the page is nested too deeply
 */
export function parsePage(html: string): PageDocument {
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
  const { document } = parseHTML(whole) as unknown as { document: PageDocument };
  const { head, body } = document;
  for (const node of [...document.documentElement!.childNodes]) if (node !== head && node !== body) body.append(node);
  requireShallow(document.documentElement!);
  // Escapes in a text create separate nodes until then.
  document.documentElement!.normalize();
  return document;
}
