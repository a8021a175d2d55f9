import { elementText, type PageElement } from './page-element.ts';

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
  bug: 'danger',
  failure: 'danger',
  fail: 'danger',
  critical: 'danger',
};
/** Class names of alerts of GitHub, whose word for danger means a warning to other generators. */
const GITHUB_ALERT = /^(?:markdown|github)-alert(?=-|$)/;
/** Class names by which documentation generators mark a hint; its kind follows the name or is another class. */
const HINT =
  /^(?:admonition|theme-admonition|custom-block|markdown-alert|callout|hint|hint-container|alert|starlight-aside|docs-aside)(?=-|$)/;

/** Returns the style of a hint by its classes; undefined if the element is not a hint. */
export function hintStyle(element: PageElement): string | undefined {
  const classes = classNames(element);
  const isPart = classes.some((name) => /title|heading|content|icon|body/.test(name));
  if (!classes.some((name) => HINT.test(name)) || (isPart && !classes.includes('admonition'))) return undefined;
  const words = classes.flatMap((name) => name.split(/[-_]+/));
  if (words.includes('caution') && classes.some((name) => GITHUB_ALERT.test(name))) return 'danger';
  return STYLES[words.find((word) => Object.hasOwn(STYLES, word) && word !== 'hint') ?? 'note'];
}

const HINT_TITLE =
  /^(?:admonition|theme-admonition|custom-block|markdown-alert|callout|hint|hint-container|alert|starlight-aside_)[-_]*(?:title|heading)/;

/** Reports whether an element is the title of a hint. */
export const isHintTitle = (element: PageElement): boolean => classNames(element).some((name) => HINT_TITLE.test(name));

/** Reports whether a title only repeats the style of its hint. */
export const repeatsHintStyle = (element: PageElement): boolean =>
  isHintTitle(element) && Object.hasOwn(STYLES, elementText(element).toLowerCase());

/** Finds the language of a code block by the classes of the block, its content and its ancestors; empty if unknown. */
export function codeLanguage(pre: PageElement): string {
  if (classNames(pre).includes('mermaid')) return 'mermaid';
  for (const element of [pre.querySelector('code'), pre, ...ancestors(pre, 3)]) {
    if (!element?.getAttribute) continue;
    const declared =
      element.getAttribute('data-language') ??
      element.getAttribute('data-lang') ??
      classNames(element)
        .map((name) => /^(?:language|lang|highlight-source|highlight|brush)-([\w+#.-]{1,30})$/.exec(name)?.[1])
        .find((name) => name !== undefined);
    if (declared)
      return /^(?:none|plain|plaintext|default|text|nohighlight)$/i.test(declared)
        ? ''
        : /^[\w+#.-]{1,30}$/.test(declared)
          ? declared.toLowerCase()
          : '';
  }
  return '';
}

function ancestors(element: PageElement, count: number): PageElement[] {
  const parent = element.parentNode;
  return parent === null || count === 0 ? [] : [parent, ...ancestors(parent, count - 1)];
}

const classNames = (element: PageElement): string[] =>
  (element.getAttribute('class') ?? '').toLowerCase().split(/\s+/, 50).filter(Boolean);
