import type { PageDocument } from './dom.ts';
import type { PageElement } from './page-element.ts';

const SCRIPTS = 'script[type^="math/tex"]';
const DELIMITED = '.math, .arithmatex';
const INLINE = /^\\\(([^]*)\\\)$/;
const DISPLAYED = /^(?:\\\[([^]*)\\\]|\$\$([^]*)\$\$)$/;

/** Rewrites mathematics that scripts of the page draw from TeX into elements that state their source. */
export function rewriteMath(document: PageDocument): void {
  for (const script of [...document.querySelectorAll(SCRIPTS)])
    replace(document, script, script.textContent, script.getAttribute('type')!.includes('mode=display'));
  for (const element of [...document.querySelectorAll(DELIMITED)]) {
    const written = element.textContent.trim();
    const [, inline] = INLINE.exec(written) ?? [];
    const [, bracketed, dollars] = DISPLAYED.exec(written) ?? [];
    const source = inline ?? bracketed ?? dollars;
    if (source !== undefined) replace(document, element, source, inline === undefined);
  }
}

function replace(document: PageDocument, element: PageElement, source: string, isDisplayed: boolean): void {
  const math = document.createElement('math');
  if (isDisplayed) math.setAttribute('display', 'block');
  const annotation = document.createElement('annotation');
  annotation.setAttribute('encoding', 'application/x-tex');
  annotation.append(source.trim());
  math.append(annotation);
  element.replaceWith(math);
}
