import { createTextAsset } from './static-asset.ts';

/** Icon of sites without one of their own: an open page. */
export const FAVICON = createTextAsset(
  'icon',
  'svg',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2456c7"/><path d="M10 8h8l5 5v11H10z" fill="#fff"/><path d="M18 8v5h5" fill="#b9cdf6"/><path d="M13 17h7M13 20.5h5" stroke="#2456c7" stroke-width="1.6" stroke-linecap="round"/></svg>',
);
