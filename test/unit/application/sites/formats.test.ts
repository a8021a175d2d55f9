import { expect } from 'chai';
import fc from 'fast-check';
import { feedXml } from '../../../../src/application/sites/reader/formats/feed-xml.ts';
import { listUpdates } from '../../../../src/application/sites/reader/formats/updates.ts';
import { escapeXml } from '../../../../src/domain/kernel/escape-xml.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { elementAndDescendants, parseXml } from '../../../../src/adapters/saml/xml.ts';
import { checkProperty } from '../../../support/properties.ts';

const RUNS = 200;

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    ']]>',
    '<script>',
    '</title><script>alert(1)</script>',
    '&amp;',
    '\u0000\u0008\uFFFE',
    '\uD800',
    '"\'',
  ),
);
const hostileText = fc.array(hostile, { maxLength: 4 }).map((parts) => parts.join(''));
/** Text as XML can contain it, with the spaces that its readers trim. */
const readable = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/\r[\n\u0085]?|[\u0085\u2028]/g, '\n')
    .trim();

describe('escapeXml', () => {
  it('keeps every text readable by XML parsers', () => {
    checkProperty(
      fc.property(hostileText, (text) => {
        const root = parseXml(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`);
        expect(root.textContent!.trim()).to.equal(readable(text));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('feedXml', () => {
  it('gives well-formed RSS and Atom for hostile titles and texts', () => {
    checkProperty(
      fc.property(hostileText, hostileText, fc.array(hostileText, { maxLength: 2 }), (end, text, tags) => {
        const title = `Title ${end}`;
        const feed = {
          title,
          url: 'https://docs.example/',
          feedUrls: { rss: 'https://docs.example/rss.xml', atom: 'https://docs.example/atom.xml' },
          items: [
            {
              id: 'https://docs.example/a',
              title,
              url: 'https://docs.example/a?b&c',
              date: '2026-01-02T03:04:05.000Z',
              text,
              tags,
            },
          ],
        };
        for (const [format, item] of [
          ['rss', 'item'],
          ['atom', 'entry'],
        ] as const) {
          const root = parseXml(feedXml(feed, format));
          const named = (name: string, of = root) =>
            [...elementAndDescendants(of)].filter(({ localName }) => localName === name);
          expect(named('script')).to.have.length(0);
          const [only, ...more] = named(item);
          expect(more).to.have.length(0);
          expect(named('title', only)[0]!.textContent!.trim()).to.equal(readable(title));
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('listUpdates', () => {
  const update = (attributes: string, body: string): string => `{% update ${attributes} %}\n${body}\n{% endupdate %}\n`;
  it('lists updates with a date, not those in code', () => {
    const page = `{% updates %}\n${update('date="2026-03-02" tags="a, ,b"', '# One *two*\n\nText')}${update('date="soon"', 'never')}{% endupdates %}\n\`\`\`\n${update('date="2026-01-01"', 'code')}\`\`\`\n`;
    expect(listUpdates(page)).to.deep.equal([
      { title: 'One two', date: '2026-03-02T00:00:00.000Z', text: 'Text', tags: ['a', 'b'] },
    ]);
  });
  it('names an update without a heading by its date, and ignores one that does not end', () => {
    const page = `${update('date="2026-03-02T10:00:00Z"', 'Text')}{% update date="2026-04-01" %}\nopen`;
    expect(listUpdates(page).map(({ title, date }) => [title, date])).to.deep.equal([
      ['2026-03-02', '2026-03-02T10:00:00.000Z'],
    ]);
  });
  it('[A48] reads a heading with a long run of blanks in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const page = update('date="2026-03-02"', `# One${' '.repeat(50_000)}two ##\n\nText`);
    expect(cpuTimeOf(() => expect(listUpdates(page)).to.have.length(1))).to.be.below(250);
    expect(listUpdates(update('date="2026-03-02"', '# One ##\n\nText'))[0]).to.include({ title: 'One', text: 'Text' });
  });
});
