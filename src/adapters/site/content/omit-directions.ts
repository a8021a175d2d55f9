import { forEachElement, nodeText, type HtmlRoot } from './nodes.ts';

/** Letters of scripts that are written from right to left, and the characters that state this direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Removes the directions of texts on a page from left to right if neither they nor its title have another one. */
export function omitDirections(root: HtmlRoot, title: string): void {
  if (RIGHT_TO_LEFT.test(title + nodeText(root))) return;
  let isMixed = false;
  forEachElement(root, ({ properties }) => {
    isMixed ||= properties.dir === 'rtl';
  });
  if (isMixed) return;
  forEachElement(root, ({ properties }) => {
    delete properties.dir;
  });
}
