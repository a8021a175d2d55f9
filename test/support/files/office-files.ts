import { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const OPENXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

async function zipOf(
  entries: readonly (readonly [name: string, content: string, compress?: boolean])[],
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content, compress = true] of entries) zip.addBuffer(Buffer.from(content), name, { compress });
  zip.end();
  return buffer(zip.outputStream);
}

/** Document with the parts that determine its type, and one long part after them. */
const openXml = (folder: string, part: string, type: string): Promise<Buffer> =>
  zipOf([
    [
      '[Content_Types].xml',
      `<Types><Override PartName="/${folder}/${part}.xml" ContentType="${type}.main+xml"/></Types>`,
    ],
    ['_rels/.rels', '<Relationships/>'],
    [`${folder}/${part}.xml`, `<document>${Array.from({ length: 5_000 }, (_, i) => `word ${i} `).join('')}</document>`],
  ]);
const openDocument = (type: string): Promise<Buffer> =>
  zipOf([
    ['mimetype', type, false],
    ['content.xml', '<office:document-content/>'],
  ]);

/** Files of office suites: name, media type, bytes. */
export const officeFiles = async (): Promise<readonly (readonly [name: string, type: string, bytes: Buffer])[]> => [
  [
    'a.docx',
    `${OPENXML}.wordprocessingml.document`,
    await openXml('word', 'document', `${OPENXML}.wordprocessingml.document`),
  ],
  ['a.xlsx', `${OPENXML}.spreadsheetml.sheet`, await openXml('xl', 'workbook', `${OPENXML}.spreadsheetml.sheet`)],
  [
    'a.pptx',
    `${OPENXML}.presentationml.presentation`,
    await openXml('ppt', 'presentation', `${OPENXML}.presentationml.presentation`),
  ],
  ['a.odt', `${ODF}.text`, await openDocument(`${ODF}.text`)],
  ['a.ods', `${ODF}.spreadsheet`, await openDocument(`${ODF}.spreadsheet`)],
  ['a.odp', `${ODF}.presentation`, await openDocument(`${ODF}.presentation`)],
  ['a.epub', 'application/epub+zip', await openDocument('application/epub+zip')],
  ['a.zip', 'application/zip', await zipOf([['word/html.xml', '<html/>']])],
];
