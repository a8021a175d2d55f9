import { zipOf } from './zip.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const MATH = 'http://schemas.openxmlformats.org/officeDocument/2006/math';

/** Builds a Word document of the XML of its body; styles of paragraphs have their names as ids. */
export const wordDocument = (body: string, styles: readonly string[] = []): Buffer =>
  zipOf(
    Object.entries({
      '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${TYPES}/officeDocument" Target="word/document.xml"/></Relationships>`,
      'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${TYPES}/styles" Target="styles.xml"/></Relationships>`,
      'word/styles.xml': `<?xml version="1.0"?><w:styles xmlns:w="${WORD}">${styles.map((name) => `<w:style w:type="paragraph" w:styleId="${name}"><w:name w:val="${name}"/></w:style>`).join('')}</w:styles>`,
      'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${WORD}" xmlns:m="${MATH}"><w:body>${body}</w:body></w:document>`,
    }).map(([name, bytes]) => ({ name, bytes })),
  );

/** Builds a paragraph of one run. */
export const wordParagraph = (words: string, style?: string, format = ''): string =>
  `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:rPr>${format}</w:rPr><w:t>${words}</w:t></w:r></w:p>`;
