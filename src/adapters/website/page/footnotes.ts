import { fragmentOf } from './anchors.ts';
import type { PageDocument } from './dom.ts';
import { elementText, type PageElement } from './page-element.ts';

/** Attributes of a reference to a footnote and of a footnote, with its label. */
export const NOTE_REFERENCE = 'data-import-note-reference';
export const NOTE = 'data-import-note';

const REFERENCES =
  'sup a[href^="#"], a[href^="#"].footnote-ref, a[href^="#"].footnote-reference, a[href^="#"][role="doc-noteref"]';
/** Elements that are a footnote, or contain the footnotes. */
const NOTES =
  '.footnotes, .footnote, .footnote-definition, .footnote-list, [data-footnotes], [role="doc-endnotes"], [role="doc-footnote"]';
const BACK_LINKS = '.footnote-backref, [data-footnote-backref], [role="doc-backlink"]';
const LABELS = '.label, .footnote-definition-label';

/**
 * Rewrites footnotes into elements with the attributes `NOTE_REFERENCE` and `NOTE`. A footnote is in a place for
 * footnotes, or contains a link back to its reference.
 */
export function rewriteFootnotes(document: PageDocument): void {
  const references = [...document.querySelectorAll(REFERENCES)];
  if (references.length === 0) return;
  const byId = new Map([...document.querySelectorAll('[id]')].map((each) => [each.getAttribute('id')!, each]));
  const origins = new Set(references.flatMap((link) => [link.getAttribute('id'), link.parentNode?.getAttribute('id')]));
  const labels = new Map<PageElement, string>();
  for (const link of references) {
    const target = byId.get(fragmentOf(link));
    const note = target?.closest('li') ?? target;
    if (note === undefined || note.contains(link) || !isNote(note, origins)) continue;
    if (!labels.has(note)) labels.set(note, String(labels.size + 1));
    replaceReference(document, link, labels.get(note)!);
  }
  for (const [note, label] of labels) replaceNote(document, note, label, origins);
}

const linksBack = (note: PageElement, origins: ReadonlySet<string | null | undefined>): PageElement[] =>
  [...note.querySelectorAll('a[href^="#"]')].filter((link) => origins.has(fragmentOf(link)));

const isNote = (target: PageElement, origins: ReadonlySet<string | null | undefined>): boolean =>
  target.closest('nav, h1, h2, h3, h4, h5, h6') === null &&
  (linksBack(target, origins).length > 0 || target.closest(NOTES) !== null);

function replaceReference(document: PageDocument, link: PageElement, label: string): void {
  const raised = link.closest('sup');
  const whole = raised !== null && elementText(raised) === elementText(link) ? raised : link;
  const reference = document.createElement('span');
  reference.setAttribute(NOTE_REFERENCE, label);
  reference.append(label);
  whole.replaceWith(reference);
}

/** Moves a footnote before the place for footnotes, which goes with the last of them. */
function replaceNote(
  document: PageDocument,
  note: PageElement,
  label: string,
  origins: ReadonlySet<string | null | undefined>,
): void {
  for (const part of [...linksBack(note, origins), ...note.querySelectorAll(`${BACK_LINKS}, ${LABELS}`)]) part.remove();
  const made = document.createElement('div');
  made.setAttribute(NOTE, label);
  made.append(...note.childNodes);
  if (note.nodeName !== 'LI') return note.replaceWith(made);
  const list = note.parentNode!;
  const place = list.closest(NOTES) ?? list;
  place.replaceWith(made, place);
  note.remove();
  if (place.querySelector('li') === null) place.remove();
}
