import { interfaceText, newElements, type Feature } from '../feature.ts';

/** Colors and font of a diagram. */
export interface DiagramStyle {
  readonly isDark: boolean;
  readonly ground: string;
  readonly text: string;
  readonly line: string;
  readonly accent: string;
}

/** Messages to the frame that draws diagrams, and from it. */
export interface DiagramRequest {
  readonly number: number;
  readonly source: string;
  readonly style: DiagramStyle;
}
export type DiagramReply = { readonly isReady: true } | { readonly number: number; readonly svg: string | undefined };

/** Figures by the number of their requests. */
const figures = new Map<number, HTMLElement>();
let lastNumber = 0;
/** Frame of the page, which draws all its diagrams. */
let frame: HTMLIFrameElement | undefined;
let isReady = false;

/**
 * Draws diagrams in a frame of their own, because they need inline styles, which the policy of the page forbids, and
 * shows them as pictures. Text that is no diagram stays as it is. A page whose content is replaced keeps its frame.
 */
export const enhance: Feature = (document) => {
  const added = newElements(document, '.q-mermaid[data-frame]', 'diagrams');
  const address = added[0]?.dataset['frame'];
  if (address === undefined) return;
  for (const [number, figure] of figures) if (!figure.isConnected) figures.delete(number);
  for (const figure of added) figures.set(++lastNumber, figure);
  if (frame === undefined) openFrame(document, address);
  else if (isReady) draw();
};

function draw(): void {
  for (const [number, figure] of figures) {
    const source = figure.querySelector('pre')?.textContent ?? '';
    const request: DiagramRequest = { number, source, style: styleOf(figure) };
    frame?.contentWindow?.postMessage(request, location.origin);
  }
}

function openFrame(document: Document, address: string): void {
  frame = document.createElement('iframe');
  frame.className = 'q-drawing-frame';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.title = interfaceText(document, 'diagram');
  frame.src = address;
  addEventListener('message', ({ source, data }: MessageEvent<DiagramReply>) => {
    if (source !== frame?.contentWindow) return;
    if ('isReady' in data) {
      isReady = true;
      draw();
      return;
    }
    const figure = figures.get(data.number);
    if (figure !== undefined && data.svg !== undefined) show(figure, data.svg);
  });
  document.body.append(frame);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  new MutationObserver(draw).observe(document.documentElement, { attributes: true });
}

function styleOf(figure: HTMLElement): DiagramStyle {
  const { backgroundColor, color, borderTopColor } = getComputedStyle(figure);
  const link =
    figure.closest('.s-content')?.querySelector('a:not([class])') ??
    figure.ownerDocument.querySelector('main a:not(.button)');
  const accent = link === null ? color : getComputedStyle(link).color;
  const [ground, text, line, accentColor] = [backgroundColor, color, borderTopColor, accent].map(toHex) as [
    string,
    string,
    string,
    string,
  ];
  const brightness = [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(ground.slice(at, at + 2), 16), 0);
  return { isDark: brightness < 384, ground, text, line, accent: accentColor };
}

/** Converts a computed color of any notation. */
function toHex(color: string): string {
  const context = document.createElement('canvas').getContext('2d')!;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part!.toString(16).padStart(2, '0')).join('')}`;
}

function show(figure: HTMLElement, svg: string): void {
  const { ownerDocument: document } = figure;
  const pre = figure.querySelector('pre')!;
  const image = figure.querySelector<HTMLImageElement>('.q-drawing img') ?? document.createElement('img');
  image.alt = `${interfaceText(document, 'diagram')}: ${pre.textContent.trim()}`;
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  if (image.isConnected) return;
  const drawing = document.createElement('div');
  drawing.className = 'q-drawing';
  drawing.append(image);
  figure.append(drawing);
  pre.hidden = true;
}
