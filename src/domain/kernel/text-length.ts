/** Tells whether a text has more characters than a maximum; counts Unicode code points, as JSON Schema does. */
export const isLongerThan = (text: string, maxLength: number): boolean =>
  text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);
