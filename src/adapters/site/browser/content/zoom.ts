import { interfaceText, newElements, type Feature } from '../feature.ts';

/** Pictures that are shown smaller than they are, and lead nowhere else. */
const PICTURES = '.s-content img:not(a img, .q-line-image, .q-card-cover img)';

/** Shows a picture in its full size on a click, or on Enter. */
export const enhance: Feature = (document) => {
  for (const image of newElements<HTMLImageElement>(document, PICTURES, 'zoom')) {
    const prepare = (): void => {
      const width = Number(image.getAttribute('width')) || image.naturalWidth;
      if (image.naturalWidth === 0 || Math.max(width, image.naturalWidth) < 1.15 * image.clientWidth) {
        // A drawing without a size of its own can always be larger.
        if (!/\.svg(?:\?|$)/i.test(image.currentSrc)) return;
      }
      image.classList.add('q-zoomable');
      image.tabIndex = 0;
      image.setAttribute('role', 'button');
      image.setAttribute('aria-label', [interfaceText(document, 'enlarge'), image.alt].filter(Boolean).join(': '));
      image.addEventListener('click', () => {
        show(image);
      });
      image.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        show(image);
      });
    };
    if (image.complete) prepare();
    else image.addEventListener('load', prepare, { once: true });
  }
};

function show(image: HTMLImageElement): void {
  const { ownerDocument: document } = image;
  const dialog = document.createElement('dialog');
  dialog.className = 'q-zoom';
  dialog.setAttribute('aria-label', image.alt || interfaceText(document, 'enlarge'));
  const large = document.createElement('img');
  large.alt = image.alt;
  large.src = image.srcset === '' ? image.currentSrc : image.src;
  dialog.append(large);
  dialog.addEventListener('click', () => {
    dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    image.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
