import { expect } from 'chai';
import { readDocx } from '../../../../src/adapters/website/page/read-docx.ts';
import { wordDocument, wordParagraph } from '../../../support/files/word-documents.ts';

const read = (body: string, styles: readonly string[] = []) =>
  readDocx({
    format: 'docx',
    bytes: wordDocument(body, styles),
    contentType: '',
    url: 'http://files.invalid/a.docx',
    mark: 'q-',
    maxLinks: 100,
  });

describe('readDocx', () => {
  it('keeps underlined and highlighted text, quotations and captions', async () => {
    const { markdown } = await read(
      wordParagraph('a', undefined, '<w:u w:val="single"/>') +
        wordParagraph('b', undefined, '<w:highlight w:val="yellow"/>') +
        wordParagraph('c', 'Quote') +
        wordParagraph('d', 'caption'),
      ['Quote', 'caption'],
    );
    expect(markdown).to.equal('<u>a</u>\n\n<mark>b</mark>\n\n> c\n\n_d_\n');
  });

  it('leaves out the table of contents', async () => {
    const { markdown } = await read(
      wordParagraph('Contents', 'TOC Heading') + wordParagraph('First 1', 'toc 1') + wordParagraph('First'),
      ['TOC Heading', 'toc 1'],
    );
    expect(markdown).to.equal('First\n');
  });

  it('states that equations are left out', async () => {
    expect(await read(`<w:p><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></w:p>${wordParagraph('a')}`)).to.deep.include({
      markdown: 'a\n',
      losses: ['equations are left out'],
    });
    expect((await read(wordParagraph('a'))).losses).to.deep.equal([]);
  });
});
