import type { PageDocument } from './dom.ts';
import { elementText, type PageElement } from './page-element.ts';

const STYLES: readonly (readonly [marker: string, style: string])[] = [
  ['confluence-information-macro-information', 'info'],
  ['confluence-information-macro-note', 'warning'],
  ['confluence-information-macro-warning', 'danger'],
  ['confluence-information-macro-tip', 'success'],
];

/**
 * Finds the content of a page of a Confluence export, with its heading, and rewrites rendered macros into elements that
 * have a Markdown form: panels become hints, expandable sections details, code panels code blocks, lists of tasks
 * checkboxes. Undefined if the page has no content of that kind.
 */
export function confluenceContent(document: PageDocument): PageElement | undefined {
  const content = document.querySelector('#main-content');
  if (content === null) return undefined;
  for (const junk of [
    ...content.querySelectorAll('script, style, .toc-macro, .aui-icon, .hidden-content, .page-metadata'),
  ])
    junk.remove();
  rewriteCode(document, content);
  rewritePanels(document, content);
  rewriteExpands(document, content);
  rewriteTasks(document, content);
  rewriteImages(content);
  const title = pageTitle(document);
  const whole = document.createElement('div');
  if (title !== '') {
    const heading = document.createElement('h1');
    heading.append(title);
    whole.append(heading);
  }
  whole.append(...content.childNodes);
  return whole;
}

/** Returns the address of the page above, which the last link of the breadcrumbs leads to, as written. */
export function confluenceParent(document: PageDocument): string | undefined {
  const links = [...document.querySelectorAll('#breadcrumbs a[href]')];
  return links.at(-1)?.getAttribute('href') ?? undefined;
}

/** Returns the title of a page without the name of its space. */
function pageTitle(document: PageDocument): string {
  const text = elementText(document.querySelector('#title-text')) || elementText(document.querySelector('title'));
  const separator = text.indexOf(' : ');
  return separator < 0 ? text : text.slice(separator + ' : '.length);
}

function rewriteCode(document: PageDocument, content: PageElement): void {
  for (const pre of [...content.querySelectorAll('pre.syntaxhighlighter-pre, .code pre, .preformatted pre')]) {
    const brush = /brush:\s*([\w+#.-]{1,30})/.exec(pre.getAttribute('data-syntaxhighlighter-params') ?? '')?.[1];
    if (brush !== undefined) pre.setAttribute('data-language', brush);
    const panel = pre.closest('.code, .preformatted');
    const title = elementText(panel?.querySelector('.codeHeader, .preformattedHeader'));
    if (panel === null || !content.contains(panel)) continue;
    if (title === '') panel.replaceWith(pre);
    else {
      const name = document.createElement('p');
      const strong = document.createElement('strong');
      strong.append(title);
      name.append(strong);
      panel.replaceWith(name, pre);
    }
  }
}

function rewritePanels(document: PageDocument, content: PageElement): void {
  for (const macro of [...content.querySelectorAll('.confluence-information-macro')]) {
    const classes = macro.getAttribute('class') ?? '';
    const style = STYLES.find(([marker]) => classes.includes(marker))?.[1] ?? 'info';
    const title = macro.querySelector('.title');
    const body = macro.querySelector('.confluence-information-macro-body') ?? macro;
    macro.replaceWith(hint(document, style, elementText(title), body));
  }
  for (const panel of [...content.querySelectorAll('div.panel')]) {
    const body = panel.querySelector('.panelContent');
    if (body !== null)
      panel.replaceWith(hint(document, 'info', elementText(panel.querySelector('.panelHeader')), body));
  }
}

function hint(document: PageDocument, style: string, title: string, body: PageElement): PageElement {
  const made = document.createElement('div');
  made.setAttribute('class', `admonition ${style}`);
  if (title !== '') {
    const heading = document.createElement('p');
    const strong = document.createElement('strong');
    strong.append(title);
    heading.append(strong);
    made.append(heading);
  }
  made.append(...body.childNodes);
  return made;
}

function rewriteExpands(document: PageDocument, content: PageElement): void {
  for (const expand of [...content.querySelectorAll('.expand-container')]) {
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.append(elementText(expand.querySelector('.expand-control-text, .expand-control')) || 'Details');
    details.append(summary, ...(expand.querySelector('.expand-content') ?? expand).childNodes);
    expand.replaceWith(details);
  }
}

function rewriteTasks(document: PageDocument, content: PageElement): void {
  for (const task of [...content.querySelectorAll('.inline-task-list > li')]) {
    const box = document.createElement('input');
    box.setAttribute('type', 'checkbox');
    if (/(?:^|\s)checked(?:\s|$)/.test(task.getAttribute('class') ?? '')) box.setAttribute('checked', '');
    const words = [...task.childNodes];
    task.append(box, ' ', ...words);
  }
}

/** Replaces pictures of emoji by emoji, and those of attached files by the names of the files. */
function rewriteImages(content: PageElement): void {
  for (const emoji of [...content.querySelectorAll('img.emoticon, img.emoji')])
    emoji.replaceWith(emoji.getAttribute('data-emoji-fallback') ?? emoji.getAttribute('alt') ?? '');
  for (const link of [...content.querySelectorAll('a.confluence-embedded-file[data-linked-resource-default-alias]')])
    for (const picture of [...link.querySelectorAll('img')])
      picture.replaceWith(link.getAttribute('data-linked-resource-default-alias')!);
}
