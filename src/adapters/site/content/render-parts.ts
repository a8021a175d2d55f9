import { highlightCode } from './highlight-code.ts';
import type { PagePart, RenderedPart } from './page-parts.ts';
import { typesetFormula } from './typeset-formula.ts';

/** Renders parts of a page; belongs on a thread that can be ended. */
export async function renderParts(parts: readonly PagePart[]): Promise<readonly RenderedPart[]> {
  const rendered: RenderedPart[] = [];
  for (const part of parts) rendered.push(await renderPart(part));
  return rendered;
}

async function renderPart(part: PagePart): Promise<RenderedPart> {
  if (part.kind === 'code') return highlightCode(part.code, part.language);
  const html = await typesetFormula(part.tex, part.isBlock);
  return html === undefined ? undefined : [html];
}
