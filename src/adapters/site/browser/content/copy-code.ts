import { interfaceText, newElements } from '../feature.ts';

/** Milliseconds for which a button says that it copied. */
const SHOWN_MS = 2_000;

/** Adds a button to each block of code that copies its text. */
export function enhanceCode(document: Document): void {
  for (const figure of newElements(document, '.q-code:not(.q-mermaid)', 'copy')) {
    const code = figure.querySelector('pre');
    if (code === null) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'q-copy';
    button.textContent = interfaceText(document, 'copy');
    button.addEventListener('click', () => {
      void copyText(button, codeText(code).trimEnd());
    });
    figure.append(button);
  }
}

/** Returns the text of code; `innerText` would add a line break to each line that is a block and ends in one. */
function codeText(code: HTMLElement): string {
  const copy = code.cloneNode(true) as HTMLElement;
  for (const lineBreak of copy.querySelectorAll('br')) lineBreak.replaceWith('\n');
  return copy.textContent;
}

/** Copies a text and says so on the button, also to screen readers. */
async function copyText(button: HTMLElement, text: string): Promise<void> {
  const { ownerDocument: document } = button;
  await writeClipboard(document, text);
  // A second click must not take the message for the label.
  if (button.dataset['done'] !== undefined) return;
  const label = button.textContent;
  button.dataset['done'] = '';
  button.setAttribute('role', 'status');
  button.textContent = interfaceText(document, 'copied');
  setTimeout(() => {
    delete button.dataset['done'];
    button.removeAttribute('role');
    button.textContent = label;
  }, SHOWN_MS);
}

/** Writes a text to the clipboard; pages without HTTPS have no access to it other than by the deprecated command. */
export async function writeClipboard(document: Document, text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const write = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', write, { once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', write);
}
