/** Styles of page content. */
export const CONTENT_STYLES = `
.s-content > :first-child { margin-block-start: 0; }
.s-content h2, .s-content h3, .s-content h4, .s-content h5, .s-content h6 { margin: 2.2em 0 .6em; line-height: 1.3; }
.s-content h2 { font-size: 1.5rem; } .s-content h3 { font-size: 1.22rem; } .s-content h4 { font-size: 1.05rem; } .s-content h5, .s-content h6 { font-size: 1rem; }
.s-content p, .s-content ul, .s-content ol, .s-content dl, .s-content blockquote, .s-content pre, .s-content figure, .s-content details { margin: 0 0 1em; }
.s-content li > p { margin-block-end: .5em; }
.s-content ul, .s-content ol { padding-inline-start: 1.6em; }
.s-content li > ul, .s-content li > ol { margin-block-end: 0; }
.s-content blockquote { padding-inline-start: 1em; border-inline-start: 3px solid var(--line); color: var(--soft); }
.s-content hr { margin: 2.5rem 0; border: 0; border-block-start: 1px solid var(--line); }
.s-content img { max-inline-size: 100%; block-size: auto; border-radius: calc(6px * var(--corner)); vertical-align: middle; }
.s-content .q-line-image { block-size: 1.4em; inline-size: auto; }
.s-content code, .s-content kbd, .s-content samp { font: .875em/1.5 var(--mono); }
.s-content :not(pre) > code { padding: .12em .35em; background: var(--raised); border-radius: calc(4px * var(--corner)); overflow-wrap: anywhere; }
.s-content kbd { padding: .1em .4em; border: 1px solid var(--line); border-block-end-width: 2px; border-radius: calc(4px * var(--corner)); background: var(--raised); }
.s-content pre { padding: .9rem 1.1rem; overflow-x: auto; background: var(--raised); border: 1px solid var(--line); border-radius: calc(8px * var(--corner)); line-height: 1.5; tab-size: 4; }
.s-content pre code { overflow-wrap: normal; }
.s-content .q-plain, .s-content .q-wrap pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.s-content mark { padding-inline: .15em; border-radius: calc(3px * var(--corner)); background: var(--mark); color: inherit; }
.s-content mark[class*="q-fg-"]:not([class*="q-bg-"]) { background: none; padding: 0; }
.q-fg-primary, .q-fg-info, .q-fg-blue { --fg: var(--info); } .q-fg-success, .q-fg-green { --fg: var(--success); }
.q-fg-warning, .q-fg-orange, .q-fg-yellow { --fg: var(--warning); } .q-fg-danger, .q-fg-red { --fg: var(--danger); }
.q-fg-purple { --fg: light-dark(#7a35b8, #c89bf3); } .q-fg-pink { --fg: light-dark(#b0266f, #f59ac6); } .q-fg-teal { --fg: light-dark(#0b6e6e, #6fd0d0); }
.q-fg-brown { --fg: light-dark(#7a4a20, #d3a77c); } .q-fg-gray, .q-fg-grey { --fg: var(--soft); }
.s-content mark[class*="q-fg-"] { color: var(--fg); }
.q-bg-primary, .q-bg-info, .q-bg-blue { --bg: var(--info); } .q-bg-success, .q-bg-green { --bg: var(--success); }
.q-bg-warning, .q-bg-orange, .q-bg-yellow { --bg: var(--warning); } .q-bg-danger, .q-bg-red { --bg: var(--danger); }
.q-bg-purple, .q-bg-pink { --bg: #a45fd6; } .q-bg-teal { --bg: #1a9c9c; } .q-bg-brown { --bg: #a5713f; } .q-bg-gray, .q-bg-grey { --bg: #888; }
.s-content mark[class*="q-bg-"] { background: color-mix(in srgb, var(--bg) 22%, transparent); }
.q-broken { text-decoration: underline dotted; color: var(--soft); }
.q-table { margin: 0 0 1.2em; overflow-x: auto; }
.s-content table { border-collapse: collapse; min-inline-size: 100%; font-size: .94em; }
.s-content th, .s-content td { padding: .5em .75em; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; min-inline-size: 5em; }
.s-content [align="center"] { text-align: center; } .s-content [align="right"] { text-align: end; }
.s-content th { font-weight: 650; border-block-end-width: 2px; }
.s-content td > :last-child, .s-content th > :last-child { margin-block-end: 0; }
.q-hint { --tone: var(--info); margin: 0 0 1.2em; padding: .8rem 1.1rem; border: 1px solid color-mix(in srgb, var(--tone) 35%, transparent); border-inline-start: 4px solid var(--tone); border-radius: calc(8px * var(--corner)); background: color-mix(in srgb, var(--tone) 8%, transparent); }
.q-hint-success { --tone: var(--success); } .q-hint-warning { --tone: var(--warning); } .q-hint-danger { --tone: var(--danger); }
.q-hint::before { content: attr(aria-label); display: block; font-size: .8rem; font-weight: 650; color: var(--tone); }
.q-hint > :first-child, .q-caption > :first-child, .q-column > :first-child, .q-tab-body > :first-child, .q-update-body > :first-child { margin-block-start: 0; }
.q-hint > :last-child, .q-caption > :last-child, .q-tab-body > :last-child, .s-content details > :last-child { margin-block-end: 0; }
.s-content details { border: 1px solid var(--line); border-radius: calc(8px * var(--corner)); padding: .6rem 1rem; }
.s-content summary { cursor: pointer; font-weight: 600; }
.s-content summary > :is(h2, h3, h4, p) { display: inline; margin: 0; font-size: inherit; }
.s-content details[open] > summary { margin-block-end: .6rem; }
.q-tabs { margin: 0 0 1.2em; border: 1px solid var(--line); border-radius: calc(8px * var(--corner)); overflow: clip; }
.s-content .q-tab { margin: 0; padding: 0; border: 0; border-radius: 0; }
.s-content .q-tab + .q-tab { border-block-start: 1px solid var(--line); }
.s-content .q-tab > summary { margin: 0; padding: .55rem 1rem; background: var(--raised); }
.q-tab-body { padding: 1rem; }
@supports selector(::details-content) {
  .q-tabs { display: flex; flex-wrap: wrap; background: linear-gradient(var(--raised), var(--raised)) top / 100% 2.75rem no-repeat; }
  .s-content .q-tab { display: contents; }
  .s-content .q-tab > summary { list-style: none; block-size: 2.75rem; padding-block: 0; line-height: 2.75rem; color: var(--soft); white-space: nowrap; }
  .s-content .q-tab > summary::-webkit-details-marker { display: none; }
  .s-content .q-tab[open] > summary { color: var(--text); box-shadow: inset 0 -2px var(--accent); }
  .q-tab::details-content { order: 1; inline-size: 100%; }
  .q-tab:not([open])::details-content { display: none; }
}
.q-code { margin: 0 0 1em; }
.q-code > figcaption { padding: .4rem 1.1rem; border: 1px solid var(--line); border-block-end: 0; border-radius: calc(8px * var(--corner)) calc(8px * var(--corner)) 0 0; font: .85rem/1.5 var(--mono); color: var(--soft); }
.s-content .q-code > figcaption + pre { border-start-start-radius: 0; border-start-end-radius: 0; margin: 0; }
.q-numbered code { counter-reset: line; }
.q-numbered .q-code-line::before { counter-increment: line; content: counter(line); display: inline-block; inline-size: 2.2em; margin-inline-end: 1em; text-align: end; color: var(--soft); opacity: .7; user-select: none; }
.s-content figure { display: flow-root; }
.s-content figcaption { font-size: .875rem; color: var(--soft); }
.s-content figcaption > p { margin: .35rem 0 0; }
.q-frame { padding: 1rem; border: 1px solid var(--line); border-radius: calc(8px * var(--corner)); }
.q-align-center { text-align: center; } .q-align-right { text-align: end; }
.q-steps { list-style: none; counter-reset: step; padding: 0 !important; }
.q-step { position: relative; counter-increment: step; padding-inline-start: 3rem; padding-block-end: 1rem; }
.q-step::before { content: counter(step); position: absolute; inset-inline-start: 0; inline-size: 2rem; block-size: 2rem; line-height: 2rem; text-align: center; border-radius: 50%; background: var(--raised); border: 1px solid var(--line); font-size: .875rem; font-weight: 650; }
.q-step:not(:last-child)::after { content: ""; position: absolute; inset-inline-start: 1rem; inset-block: 2.4rem 0; border-inline-start: 1px solid var(--line); }
.q-step > :first-child { margin-block-start: 0 !important; padding-block-start: .15rem; }
.q-columns { display: grid; grid-template-columns: repeat(12, minmax(0, 1fr)); gap: 1.5rem; margin-block-end: 1em; }
.q-column { grid-column: span 12; min-inline-size: 0; }
@media (min-width: 40rem) {
  .q-columns { display: flex; } .q-column { flex: 1 1 0; }
  .q-w-1 { flex: 0 1 calc(100% * 1 / 12); } .q-w-2 { flex: 0 1 calc(100% * 2 / 12); } .q-w-3 { flex: 0 1 calc(100% * 3 / 12); } .q-w-4 { flex: 0 1 calc(100% * 4 / 12); } .q-w-5 { flex: 0 1 calc(100% * 5 / 12); } .q-w-6 { flex: 0 1 calc(100% * 6 / 12); }
  .q-w-7 { flex: 0 1 calc(100% * 7 / 12); } .q-w-8 { flex: 0 1 calc(100% * 8 / 12); } .q-w-9 { flex: 0 1 calc(100% * 9 / 12); } .q-w-10 { flex: 0 1 calc(100% * 10 / 12); } .q-w-11 { flex: 0 1 calc(100% * 11 / 12); } .q-w-12 { flex: 0 1 calc(100% * 12 / 12); }
}
.q-link, .q-prompt, .q-api { margin: 0 0 1em; padding: .8rem 1.1rem; border: 1px solid var(--line); border-radius: calc(8px * var(--corner)); }
.q-link > a { font-weight: 600; text-decoration: none; overflow-wrap: anywhere; }
.q-link > a::after { content: " →"; } [dir="rtl"] .q-link > a::after { content: " ←"; } .q-file > a::after { content: " ↓" !important; }
.q-link > :last-child, .q-prompt > :last-child, .q-api > :last-child, .q-steps > :last-child, .q-column > :last-child { margin-block-end: 0 !important; }
.q-caption { color: var(--soft); font-size: .9rem; }
.q-api-head { font-weight: 600; } .q-api-part { margin-block-start: .75rem; padding-inline-start: 1rem; border-inline-start: 2px solid var(--line); }
.q-method { padding: .1em .5em; border-radius: calc(4px * var(--corner)); background: var(--raised); font: 650 .8rem var(--mono); } .q-method-delete { color: var(--danger); } .q-method-get { color: var(--success); } .q-method-post { color: var(--info); }
.q-update { display: grid; gap: .5rem 2rem; padding-block: 1.25rem; border-block-start: 1px solid var(--line); }
@media (min-width: 52rem) { .q-update { grid-template-columns: 8rem minmax(0, 1fr); } }
.q-update-meta { color: var(--soft); font-size: .9rem; }
.q-tag { display: inline-block; margin: .1rem .3rem .1rem 0; padding: 0 .55em; border: 1px solid var(--line); border-radius: 99px; font-size: .8rem; }
.q-notice { color: var(--soft); font-style: italic; }
.q-button { display: inline-block; padding: .4rem 1rem; border: 1px solid var(--accent); border-radius: calc(6px * var(--corner)); text-decoration: none; font-weight: 600; }
.q-button-primary { background: var(--accent); color: var(--ground); }
.s-content .q-cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: 1rem; padding: 0; list-style: none; }
.s-content .q-cards-large { grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); }
.q-card { position: relative; display: flex; flex-direction: column; border: 1px solid var(--line); border-radius: calc(10px * var(--corner)); overflow: clip; }
.q-card:has(.q-card-link):hover { border-color: var(--accent); }
.q-card-cover img { inline-size: 100%; aspect-ratio: 16 / 9; object-fit: cover; border-radius: 0 !important; }
.q-card-body { padding: .9rem 1.1rem; }
.q-card-part > p:last-child { margin: 0; } .q-card-part:first-child { font-weight: 600; } .q-card-part + .q-card-part { color: var(--soft); font-size: .92rem; }
.q-card-link { color: inherit; text-decoration: none; } .q-card-link::after { content: ""; position: absolute; inset: 0; }
.q-card-part + .q-card-part a { position: relative; z-index: 1; }
.contains-task-list { list-style: none; padding-inline-start: .3em !important; } .task-list-item > input { margin-inline-end: .5em; }
.math-display { display: block; overflow-x: auto; text-align: center; }
.footnotes { margin-block-start: 3rem; padding-block-start: 1rem; border-block-start: 1px solid var(--line); font-size: .9rem; }
.sr-only { position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
