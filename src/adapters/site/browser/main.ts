import { enhanceCode } from './content/copy-code.ts';
import { enhanceHeadings } from './content/heading-links.ts';
import { enhanceScrollable } from './content/scrollable.ts';
import { enhanceTabs } from './content/tabs.ts';
import { enhanceAnnouncement } from './announcement.ts';
import { runFeatures, type Feature, type LazyFeature } from './feature.ts';
import { enhanceMenus } from './menus.ts';
import { enhancePageActions } from './page-actions.ts';
import { enhanceOutline } from './outline.ts';
import { enhanceLinks } from './prefetching.ts';
import { enhancePrinting } from './printing.ts';
import { enhanceSearch } from './search-dialog.ts';
import { enhanceSidebar } from './sidebar.ts';
import { enhanceTheme } from './theme.ts';

/** Features of every page, in order. */
const FEATURES: readonly Feature[] = [
  enhanceSidebar,
  enhanceAnnouncement,
  enhanceTheme,
  enhanceOutline,
  enhanceMenus,
  enhanceSearch,
  enhancePrinting,
  enhanceTabs,
  enhanceCode,
  enhanceHeadings,
  enhanceScrollable,
  enhancePageActions,
  enhanceLinks,
];

/** Features that are loaded where a page needs them. */
const LAZY_FEATURES: readonly LazyFeature[] = [
  { selector: '.s-content img', load: () => import('./content/zoom.ts') },
  { selector: '.q-embed[data-frame]', load: () => import('./content/frames.ts') },
  { selector: '.q-mermaid[data-frame]', load: () => import('./content/diagrams.ts') },
  { selector: '.a-op', load: () => import('./api-reference.ts') },
];

runFeatures(document, FEATURES, LAZY_FEATURES);
