/** Small pictures of each kind: two by two pixels, red. */
export const GIF = Buffer.from('R0lGODlhAgACAPAAAP8AAP///yH5BAAFAAAAIf8LSW1hZ2VNYWdpY2sNZ2FtbWE9MC40NTQ1NQAsAAAAAAIAAgAAAgKEUQAh+QQABQAAACwAAAAAAgACAIAAAP8AAAACAoRRADs=', 'base64');
export const WEBP = Buffer.from('UklGRhwAAABXRUJQVlA4TA8AAAAvAUAAAAcQ/Y/+ByKi/wEA', 'base64');
/** Half transparent. */
export const HALF_WEBP = Buffer.from('UklGRhwAAABXRUJQVlA4TA8AAAAvAUAAEAcQ/Y8CBiKi/wEA', 'base64');

export const svgOf = (inner: string, width: number, height: number): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`;

/** It takes minutes to draw. */
export const HEAVY_SVG = Buffer.from(svgOf('<filter id="f"><feMorphology radius="500"/></filter><rect filter="url(#f)" width="2000" height="2000"/>', 2000, 2000));
