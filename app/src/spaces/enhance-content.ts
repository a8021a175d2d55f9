import { enhanceCode } from '../../../src/adapters/site/browser/content/copy-code.ts';
import { enhanceScrollable } from '../../../src/adapters/site/browser/content/scrollable.ts';
import { enhanceTabs } from '../../../src/adapters/site/browser/content/tabs.ts';
import { m } from '../messages/messages.ts';

for (const [name, text] of Object.entries(m.content)) document.body.setAttribute(`data-text-${name}`, text);

/** Gives rendered content the behavior that it has on sites: tabs, copying of code, and diagrams. */
export function enhanceContent(content: Element): void {
  enhanceTabs(document);
  enhanceCode(document);
  enhanceScrollable(document);
  if (content.querySelector('.q-mermaid[data-frame]') !== null)
    import('../../../src/adapters/site/browser/content/diagrams.ts').then(
      ({ enhance }) => enhance(document),
      reportError,
    );
}
