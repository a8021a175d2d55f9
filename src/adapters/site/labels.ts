import type { SiteLabels } from '../../ports/site-renderer.ts';

/** The interface in English, for every word a site does not bring itself. */
export const ENGLISH: SiteLabels = {
  skipToContent: 'Skip to content',
  menu: 'Menu',
  close: 'Close',
  sections: 'Sections',
  variants: 'Versions',
  tableOfContents: 'Table of contents',
  breadcrumbs: 'Breadcrumbs',
  outline: 'On this page',
  pagination: 'Previous and next page',
  previous: 'Previous',
  next: 'Next',
  edit: 'Edit this page',
  lastUpdated: 'Last updated',
  footnotes: 'Footnotes',
  contentUnavailable: 'This content is not available here.',
  notFoundTitle: 'Page not found',
  notFoundText: 'There is no page at this address. It may have moved.',
  home: 'Home',
  info: 'Info',
  success: 'Success',
  warning: 'Warning',
  danger: 'Danger',
};
