import { expect } from 'chai';
import { decodeText } from '../../../../src/adapters/website/page/decode-text.ts';

const bytes = (text: string, encoding: BufferEncoding): Uint8Array => Buffer.from(text, encoding);

describe('decodeText', () => {
  it('decodes by the byte order mark, then the header, then the page, then as valid UTF-8', () => {
    expect(decodeText(bytes('\ufeffü', 'utf8'), 'text/html; charset=latin1')).to.equal('ü');
    expect(decodeText(bytes('\ufeffü', 'utf16le'), 'text/html')).to.equal('ü');
    expect(decodeText(bytes('<meta charset=utf-8>ü', 'latin1'), 'text/html;charset="ISO-8859-1"')).to.include('ü');
    expect(
      decodeText(
        bytes('<META http-equiv="Content-Type" content="text/html; charset=windows-1251">\xe0', 'latin1'),
        'text/html',
      ),
    ).to.include('а');
    expect(decodeText(bytes('ü', 'utf8'), 'text/html')).to.equal('ü');
    expect(decodeText(bytes('\x93ü\x94', 'latin1'), 'text/html')).to.equal('“ü”');
  });

  it('accepts unknown encodings and invalid bytes', () => {
    expect(decodeText(bytes('ü', 'utf8'), 'text/html; charset=none')).to.equal('ü');
    expect(decodeText(bytes('<meta charset="utf-16">ü', 'utf8'), 'text/html')).to.include('ü');
    expect(decodeText(Uint8Array.of(0x61, 0xff), 'text/html; charset=utf-8')).to.equal('a\ufffd');
    expect(decodeText(new Uint8Array(), '')).to.equal('');
  });
});
