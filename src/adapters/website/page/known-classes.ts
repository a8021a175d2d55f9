import { textOf, type Element } from './dom.ts';

const STYLES: Readonly<Record<string, string>> = {
  note: 'info',
  info: 'info',
  important: 'info',
  seealso: 'info',
  hint: 'success',
  tip: 'success',
  success: 'success',
  check: 'success',
  warning: 'warning',
  caution: 'warning',
  attention: 'warning',
  danger: 'danger',
  error: 'danger',
  critical: 'danger',
};
/** How generators of documentation mark a hint; which kind of hint it is stands behind or beside it. */
const HINT =
  /^(?:admonition|theme-admonition|custom-block|markdown-alert|callout|hint|hint-container|alert|starlight-aside|docs-aside)(?=-|$)/;

/** The style of the hint that an element is by its classes; undefined for what is none. */
export function hintStyle(element: Element): string | undefined {
  const classes = classesOf(element);
  if (!classes.some((name) => HINT.test(name)) || classes.some((name) => /title|heading|content|icon|body/.test(name)))
    return undefined;
  const words = classes.flatMap((name) => name.split(/[-_]+/));
  return STYLES[words.find((word) => Object.hasOwn(STYLES, word) && word !== 'hint') ?? 'note'];
}

const HINT_TITLE =
  /^(?:admonition|theme-admonition|custom-block|markdown-alert|callout|hint|hint-container|alert|starlight-aside_)[-_]*(?:title|heading)/;

/** Whether an element is the title of a hint. */
export const isHintTitle = (element: Element): boolean => classesOf(element).some((name) => HINT_TITLE.test(name));

/** Whether a title says nothing that the style does not. */
export const namesOnlyTheHint = (element: Element): boolean =>
  isHintTitle(element) && Object.hasOwn(STYLES, textOf(element).toLowerCase());

/** What a block of code is written in, by the classes of it, of what it holds and of what holds it; nothing when unknown. */
export function languageOf(pre: Element): string {
  for (const element of [pre.querySelector('code'), pre, pre.parentNode, pre.parentNode?.parentNode]) {
    if (!element?.getAttribute) continue;
    const told =
      element.getAttribute('data-language') ??
      element.getAttribute('data-lang') ??
      classesOf(element)
        .map((name) => /^(?:language|lang|highlight-source|highlight|brush)-([\w+#.-]{1,30})$/.exec(name)?.[1])
        .find((name) => name !== undefined);
    if (told)
      return /^(?:none|plain|plaintext|default|text|nohighlight)$/i.test(told)
        ? ''
        : /^[\w+#.-]{1,30}$/.test(told)
          ? told.toLowerCase()
          : '';
  }
  return '';
}

const classesOf = (element: Element): string[] =>
  (element.getAttribute('class') ?? '').toLowerCase().split(/\s+/, 50).filter(Boolean);
