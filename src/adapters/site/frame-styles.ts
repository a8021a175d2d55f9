import { DARK, declarations, LIGHT } from './palette.ts';

/**
 * Styles of the frame: header, menu, outline and footer. All properties are logical, which covers right-to-left pages.
 */
export const FRAME_STYLES = `
:root {
  color-scheme: light dark; --corner: 1;
  ${declarations(LIGHT)}
  --system-sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Noto Sans CJK SC", "Noto Sans Arabic", sans-serif;
  --system-mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --sans: var(--system-sans); --mono: var(--system-mono);
}
@media (prefers-color-scheme: dark) {
  :root { ${declarations(DARK)} }
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-block-start: 5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.65 var(--sans); overflow-wrap: break-word; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: calc(2px * var(--corner)); }
main:focus { outline: none; }
.s-skip { position: absolute; inset-inline-start: -99in; z-index: 9; padding: .5rem 1rem; background: var(--ground); }
.s-skip:focus { inset-inline-start: 1rem; inset-block-start: .5rem; }
.s-header { position: sticky; inset-block-start: 0; z-index: 2; display: flex; align-items: center; gap: .5rem 1.5rem; min-block-size: 3.5rem; padding: .25rem 1.5rem; background: var(--header-ground, var(--ground)); color: var(--header-text, inherit); border-block-end: 1px solid var(--line); }
.s-title { font-weight: 650; font-size: 1.05rem; color: inherit; text-decoration: none; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-inline-size: 6rem; }
.s-sections { flex: 1; min-inline-size: 0; overflow-x: auto; }
.s-sections ul { display: flex; gap: 1.25rem; margin: 0; padding: 0; list-style: none; white-space: nowrap; }
.s-section-group { display: flex; align-items: baseline; gap: .75rem; } .s-section-group > span { font-size: .8rem; opacity: .75; }
.s-sections a { display: block; padding-block: .35rem; color: var(--header-soft, var(--soft)); text-decoration: none; }
.s-sections a:hover, .s-sections [aria-current] { color: var(--header-text, var(--text)); }
.s-sections [aria-current] { box-shadow: inset 0 -2px var(--header-text, var(--accent)); }
.s-variants { position: relative; margin-inline-start: auto; }
.s-variants summary { cursor: pointer; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: calc(6px * var(--corner)); white-space: nowrap; }
.s-variants ul { position: absolute; inset-inline-end: 0; z-index: 3; min-inline-size: 11rem; max-inline-size: min(22rem, 90vw); max-block-size: 70vh; overflow-y: auto; margin: .35rem 0 0; padding: .35rem; list-style: none; background: var(--ground); border: 1px solid var(--line); border-radius: calc(8px * var(--corner)); box-shadow: 0 6px 24px #0003; }
.s-variants li a { display: block; padding: .3rem .6rem; border-radius: calc(5px * var(--corner)); color: inherit; text-decoration: none; }
.s-variants li a:hover { background: var(--raised); }
.s-variants [aria-current] { font-weight: 650; }
.s-menu, .s-close { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: calc(6px * var(--corner)); padding: .25rem .75rem; cursor: pointer; }
.s-body { display: grid; grid-template-columns: 17rem minmax(0, 1fr) 14rem; gap: 3rem; max-inline-size: 92rem; margin-inline: auto; padding-inline: 1.5rem; }
.s-main { grid-column: 2; max-inline-size: 50rem; inline-size: 100%; margin-inline: auto; padding-block: 2rem 4rem; }
.s-no-menu { grid-template-columns: minmax(0, 1fr) 14rem; }
.s-no-menu .s-main { grid-column: 1; }
.s-nav, .s-outline { font-size: .9rem; line-height: 1.4; }
.s-nav { position: sticky; inset: 3.5rem auto auto; display: block; inline-size: auto; block-size: auto; max-block-size: calc(100vh - 3.5rem); margin: 0; padding: 1.5rem .25rem 3rem 0; overflow-y: auto; border: 0; background: none; color: inherit; }
.s-nav ul { margin: 0; padding: 0; list-style: none; }
.s-nav li > ul { margin-inline-start: .6rem; padding-inline-start: .5rem; border-inline-start: 1px solid var(--line); }
.s-nav li > .s-group + ul { margin-inline-start: 0; padding-inline-start: 0; border: 0; }
.s-nav a, .s-nav li > span { display: block; padding: .3rem .6rem; border-radius: calc(6px * var(--corner)); color: var(--soft); text-decoration: none; }
.s-nav a:hover { background: var(--raised); color: var(--text); }
.s-nav [aria-current] { background: var(--raised); color: var(--accent); font-weight: 600; }
.s-nav .s-group { margin-block-start: 1.1rem; color: var(--text); font-weight: 650; font-size: .85em; letter-spacing: .02em; }
.s-branch { position: relative; padding-inline-end: 1.6rem !important; }
.s-branch::after { content: ""; position: absolute; inset-inline-end: .75rem; inset-block-start: .7rem; inline-size: .4rem; block-size: .4rem; border: solid currentColor; border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); opacity: .6; }
[dir="rtl"] .s-branch:not(.s-open)::after { transform: rotate(135deg); }
.s-open::after { transform: rotate(45deg); }
.s-close { display: none; }
.s-outline nav { position: sticky; inset-block-start: 3.5rem; max-block-size: calc(100vh - 3.5rem); overflow-y: auto; padding-block: 2rem; }
.s-outline p { margin: 0 0 .5rem; font-weight: 650; }
.s-outline ul { margin: 0; padding: 0; list-style: none; }
.s-outline a { display: block; padding-block: .2rem; color: var(--soft); text-decoration: none; }
.s-outline a:hover { color: var(--accent); }
.s-level-3 { padding-inline-start: .9rem; }
.s-crumbs ol { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0 0 .75rem; padding: 0; list-style: none; font-size: .875rem; color: var(--soft); }
.s-crumbs li + li::before { content: "/"; margin-inline-end: .25rem; opacity: .6; }
.s-crumbs a { color: inherit; text-decoration: none; }
.s-crumbs a:hover { text-decoration: underline; }
.s-main h1 { margin: 0 0 .75rem; font-size: 2.1rem; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
.s-lead { margin: 0 0 2rem; color: var(--soft); font-size: 1.15rem; }
.s-cover { display: block; inline-size: 100%; max-block-size: 16rem; object-fit: cover; border-radius: calc(10px * var(--corner)); margin-block-end: 2rem; }
.s-footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 2rem; margin-block-start: 3rem; padding-block-start: 1rem; border-block-start: 1px solid var(--line); font-size: .875rem; color: var(--soft); }
.s-pager { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-block-start: 2rem; }
.s-pager a, .s-pager > span { display: block; padding: .8rem 1.1rem; border: 1px solid var(--line); border-radius: calc(8px * var(--corner)); text-decoration: none; }
.s-pager a:hover { border-color: var(--accent); }
.s-pager small { display: block; color: var(--soft); }
.s-next { grid-column: 2; text-align: end; }
@media (max-width: 75rem) {
  .s-body { grid-template-columns: 16rem minmax(0, 1fr); gap: 2.5rem; }
  .s-no-menu { grid-template-columns: minmax(0, 1fr); }
  .s-outline { display: none; }
}
@media (min-width: 52.01rem) { .s-menu { display: none; } }
@media (max-width: 52rem) {
  .s-header { flex-wrap: wrap; padding-inline: 1rem; }
  .s-sections { order: 9; flex-basis: 100%; }
  .s-body { display: block; padding-inline: 1rem; }
  .s-main { padding-block-start: 1.25rem; }
  .s-main h1 { font-size: 1.7rem; }
  .s-nav[popover]:not(:popover-open) { display: none; }
  .s-nav { position: fixed; inset: 0; inline-size: min(22rem, 88vw); block-size: 100dvh; max-block-size: none; inset-inline-end: auto; padding: 1rem; background: var(--ground); border-inline-end: 1px solid var(--line); }
  .s-nav::backdrop { background: #0008; }
  .s-close { display: block; margin: 0 0 .5rem auto; }
}
@media print {
  .s-header, .s-nav, .s-outline, .s-pager, .s-skip, .s-footer a { display: none !important; }
  .s-body { display: block; }
  .s-main { max-inline-size: none; padding: 0; }
}
.s-logo { display: block; max-block-size: 2.25rem; inline-size: auto; }
.s-links { display: flex; align-items: center; gap: .5rem 1rem; margin-inline-start: auto; padding: 0; list-style: none; white-space: nowrap; }
.s-links + .s-variants { margin-inline-start: 0; }
.s-links a { color: var(--header-text, var(--text)); text-decoration: none; }
.s-links > li > a.s-button { display: block; padding: .25rem .9rem; border: 1px solid currentColor; border-radius: calc(6px * var(--corner)); }
.s-links > li > a.s-primary { background: var(--accent); border-color: var(--accent); color: var(--ground); }
.s-menu-list { position: relative; }
.s-menu-list summary { cursor: pointer; }
.s-menu-list ul { position: absolute; inset-inline-end: 0; z-index: 3; min-inline-size: 11rem; margin: .35rem 0 0; padding: .35rem; list-style: none; background: var(--ground); border: 1px solid var(--line); border-radius: calc(8px * var(--corner)); }
.s-menu-list li a { display: block; padding: .3rem .6rem; color: var(--text); }
.s-announcement { --tone: var(--info); padding: .5rem 1.5rem; text-align: center; background: color-mix(in srgb, var(--tone) 14%, var(--ground)); border-block-end: 1px solid color-mix(in srgb, var(--tone) 35%, transparent); }
.s-announcement-success { --tone: var(--success); } .s-announcement-warning { --tone: var(--warning); } .s-announcement-danger { --tone: var(--danger); }
.s-site-footer { display: flex; flex-wrap: wrap; gap: 1.5rem 3rem; max-inline-size: 92rem; margin: 2rem auto 0; padding: 2rem 1.5rem 3rem; border-block-start: 1px solid var(--line); font-size: .875rem; color: var(--soft); }
.s-site-footer ul { margin: .35rem 0 0; padding: 0; list-style: none; }
.s-site-footer p { margin: 0; } .s-site-footer h2 { margin: 0; font-size: inherit; color: var(--text); }
.s-site-footer a { color: inherit; }
.s-search { display: flex; gap: .5rem; margin-inline-start: auto; }
.s-search input { inline-size: 100%; min-inline-size: 7rem; max-inline-size: 16rem; padding: .3rem .7rem; font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: calc(6px * var(--corner)); }
.s-search-prominent { flex: 1; justify-content: center; } .s-search-prominent input { max-inline-size: 26rem; }
.s-search button { padding: .3rem .9rem; font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: calc(6px * var(--corner)); cursor: pointer; }
.s-search ~ .s-links, .s-search ~ .s-variants, .s-sections ~ .s-search { margin-inline-start: 0; }
.s-results { margin: 1.5rem 0 0; padding: 0; list-style: none; } .s-results li { margin-block-end: 1.25rem; } .s-results a { font-weight: 600; } .s-results p { margin: .15rem 0 0; color: var(--soft); font-size: .92rem; }
.s-deep .s-pager a, .s-deep .s-nav, .s-deep .s-variants summary, .s-deep .q-card { box-shadow: 0 2px 10px #0001; }
.s-links-accent .s-content a:not([class]) { color: inherit; text-decoration-color: var(--accent); text-decoration-thickness: 2px; }
.s-nav-filled .s-nav { background: var(--raised); padding-inline: .75rem; border-radius: calc(8px * var(--corner)); }
.s-nav-pill .s-nav a { border-radius: 99px; }
.s-nav-line .s-nav a { border-radius: 0; border-inline-start: 2px solid transparent; } .s-nav-line .s-nav [aria-current] { background: none; border-inline-start-color: var(--accent); }
.s-header-none .s-header { position: static; background: none; border: 0; }
`;
