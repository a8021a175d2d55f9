import type { Mermaid } from 'mermaid';
import { diagramTheme } from './content/diagram-theme.ts';
import type { DiagramReply, DiagramRequest } from './content/diagrams.ts';

let loading: Promise<Mermaid> | undefined;
let last: Promise<unknown> = Promise.resolve();
let count = 0;

const reply = (message: DiagramReply): void => {
  parent.postMessage(message, location.origin);
};

addEventListener('message', ({ origin, source, data }: MessageEvent<DiagramRequest>) => {
  if (origin !== location.origin || source !== parent) return;
  // The library draws one diagram at a time.
  last = last.then(async () => {
    reply({ number: data.number, svg: await draw(data).catch(() => undefined) });
  });
});
reply({ isReady: true });

async function draw({ source, style }: DiagramRequest): Promise<string> {
  const mermaid = await (loading ??= import('mermaid').then((library) => library.default));
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    theme: 'base',
    // The library shows the line below a label through its ground.
    themeCSS: '.edgeLabel rect { opacity: 1 }',
    themeVariables: diagramTheme(style),
  });
  const { svg } = await mermaid.render(`diagram-${++count}`, source);
  return withSize(svg);
}

/** Gives a drawing its own size, without which a picture of it has none. */
function withSize(svg: string): string {
  const [, width, height] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  if (width === undefined || height === undefined) return svg;
  return svg.replace(/<svg[^>]*>/, (tag) =>
    tag.replace(/ (?:width|height)="[^"]*"/g, '').replace('<svg', `<svg width="${width}" height="${height}"`),
  );
}
