import { runFeatures, type Feature, type LazyFeature } from './feature.ts';
import { enhanceMenus } from './menus.ts';

/** Features of every page, in order. */
const FEATURES: readonly Feature[] = [enhanceMenus];

/** Features that are loaded where a page needs them. */
const LAZY_FEATURES: readonly LazyFeature[] = [];

runFeatures(document, FEATURES, LAZY_FEATURES);
