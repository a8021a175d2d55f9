import type { PageParser } from '../../ports/imports/page-sources.ts';
import { readPageSource } from './page-sources.ts';
import { Report } from './report.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Parses single pages by the rules of the repository format, without a report. */
export const gitPageSources: PageParser = {
  parse(markdown, findFile) {
    const {
      frontMatterSource,
      markdown: body,
      fields,
      title,
      heading,
      isCleaned,
    } = readPageSource('', encoder.encode(markdown), findFile, new Report());
    return {
      frontMatter: frontMatterSource && decoder.decode(frontMatterSource),
      body: decoder.decode(body),
      fields,
      ...(title !== undefined && { title }),
      heading,
      ...(isCleaned && { isCleaned }),
    };
  },
};
