/**
 * Names of the interface texts that scripts show. The server puts the texts on every page, one a line, in this order.
 */
export const BROWSER_LABELS = [
  'allResults',
  'close',
  'expand',
  'nothingFound',
  'recentSearches',
  'resultCount',
  'scope',
  'scopeAll',
  'scopeSection',
  'scopeSpace',
  'search',
  'searchFailed',
  'searchIn',
  'copy',
  'copied',
  'copyLink',
  'enlarge',
  'diagram',
] as const;

/** Names of the texts that scripts show on sites that answer questions; they follow the others. */
export const ANSWER_LABELS = [
  'ask',
  'askQuestion',
  'answer',
  'answering',
  'answerSources',
  'noAnswer',
  'answerFailed',
  'answerNotice',
] as const;

/** Name of an interface text that scripts show. */
export type BrowserLabel = (typeof BROWSER_LABELS)[number] | (typeof ANSWER_LABELS)[number];
