/** Fragment of an image that is shown in one color scheme alone. */
const SCHEME = '(?:#gh-(?:dark|light)-mode-only)?';
/** Beginning and end of a picture around an image. */
const PICTURE_START = '(?:<picture><source srcset="[^"]{0,4000}" media="[^"]{0,100}">)?';
const PICTURE_END = '(?:</picture>)?';

/** Replaces marks in Markdown by URLs; an image without a target becomes its alternative text. */
export const replaceTargets = (
  markdown: string,
  mark: string,
  destinationOf: (target: number) => string | undefined,
): string =>
  markdown
    .replace(
      new RegExp(`!\\[((?:[^[\\]\\\\]|\\\\.){0,2000})\\]\\(${mark}(\\d+)x${SCHEME}\\)`, 'g'),
      (image, alt: string, n: string) => (destinationOf(Number(n)) === undefined ? alt : image),
    )
    // A picture without its dark variant becomes its image.
    .replace(
      new RegExp(`<picture><source srcset="${mark}(\\d+)x" media="[^"]{0,100}">(<img [^<>]{0,4000}>)</picture>`, 'g'),
      (picture, n: string, image: string) => (destinationOf(Number(n)) === undefined ? image : picture),
    )
    .replace(
      new RegExp(
        `${PICTURE_START}<img src="${mark}(\\d+)x${SCHEME}" alt="([^"]{0,2000})"(?: width="\\d+")?>${PICTURE_END}`,
        'g',
      ),
      (image, n: string, alt: string) => (destinationOf(Number(n)) === undefined ? alt : image),
    )
    .replace(new RegExp(`${mark}(\\d+)x`, 'g'), (_, n: string) => destinationOf(Number(n)) ?? '#');

/** Escapes characters of a URL that are significant in Markdown. */
export const escapeUrl = (address: string): string =>
  address.replace(
    /[\\()<>|`{}$\s"]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
