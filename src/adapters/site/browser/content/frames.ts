import { newElements, type Feature } from '../feature.ts';

/** Replaces the card of an embedded page by the page itself, when a reader asks for it. */
export const enhance: Feature = (document) => {
  for (const card of newElements(document, '.q-embed[data-frame]', 'frames')) {
    const link = card.querySelector('a');
    const address = card.dataset['frame'];
    if (link === null || address === undefined) continue;
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const frame = document.createElement('iframe');
      frame.src = address;
      frame.title = link.textContent;
      frame.allow = 'fullscreen; picture-in-picture; encrypted-media; autoplay';
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation allow-forms');
      frame.referrerPolicy = 'strict-origin-when-cross-origin';
      link.replaceWith(frame);
      frame.focus();
    });
  }
};
