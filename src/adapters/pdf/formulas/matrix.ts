/** x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const SAME: Matrix = [1, 0, 0, 1, 0, 0];

/** First the inner one, then the outer one. */
export const within = ([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix => [
  a * p + c * q,
  b * p + d * q,
  a * r + c * s,
  b * r + d * s,
  a * t + c * u + e,
  b * t + d * u + f,
];

/** What an SVG `transform` says. */
export function matrixOf(transform: string | undefined): Matrix {
  let matrix = SAME;
  for (const [, name, list = ''] of (transform ?? '').matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    const n = list
      .split(/[\s,]+/)
      .filter((each) => each !== '')
      .map(Number);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = n;
    if (name === 'translate') matrix = within(matrix, [1, 0, 0, 1, a, b]);
    else if (name === 'scale') matrix = within(matrix, [a, 0, 0, n.length > 1 ? b : a, 0, 0]);
    else if (name === 'matrix') matrix = within(matrix, [a, b, c, d, e, f]);
    else if (name === 'rotate') {
      const [sine, cosine] = [Math.sin((a * Math.PI) / 180), Math.cos((a * Math.PI) / 180)];
      matrix = within(within(within(matrix, [1, 0, 0, 1, b, c]), [cosine, sine, -sine, cosine, 0, 0]), [
        1,
        0,
        0,
        1,
        -b,
        -c,
      ]);
    }
  }
  return matrix;
}
