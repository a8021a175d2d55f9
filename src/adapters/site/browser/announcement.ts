import { newElements } from './feature.ts';
import { readStored, writeStored } from './storage.ts';

const KEY = 'quire-dismissed';

/** Lets the reader dismiss an announcement, until there is another one. */
export function enhanceAnnouncement(document: Document): void {
  for (const announcement of newElements(document, '[data-announcement]', 'announcement')) {
    const key = announcement.dataset['announcement'];
    announcement.hidden = readStored('localStorage', KEY) === key;
    const button = announcement.querySelector<HTMLElement>('[data-dismiss]');
    if (button === null) continue;
    button.hidden = false;
    button.addEventListener('click', () => {
      announcement.hidden = true;
      writeStored('localStorage', KEY, key);
    });
  }
}
