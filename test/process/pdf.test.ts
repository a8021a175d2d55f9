import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/backends.ts';
import { GIF, WEBP } from '../support/files/pictures.ts';
import { downloadPdf, readPdf } from '../support/files/read-pdf.ts';
import { apiOf, must } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

describe('PDF file of the built server', function () {
  it('contains text of all scripts, code, formulas and images, although the printer is bundled', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const server = QuireProcess.start({ DATA_DIR: dataDir, PERSISTENCE: 'memory' });
    const url = await server.ready();
    const api = apiOf({ url }, QuireProcess.token(dataDir));
    const [organization] = must(await api.get('/v1/orgs'), 200).items;
    const { id } = must(await api.post(`/v1/orgs/${organization.id}/spaces`, { title: 'Printed' }), 201);
    const file = (name: string, bytes: Buffer, contentType: string) =>
      `![${name}](data:${contentType};base64,${bytes.toString('base64')})`;
    const markdown = [
      'Latin, العربية, 漢字, 한국어, ไทย, हिन्दी, 🎉',
      'Energy is $$E=mc^2$$.',
      '```js\nconst a = 1;\n```',
      file('photo', WEBP, 'image/webp'),
      file('moving', GIF, 'image/gif'),
    ].join('\n\n');
    must(
      await api.post(`/v1/spaces/${id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Page', document: { markdown } }],
      }),
      200,
    );
    const { url: link } = must(await api.get(`/v1/spaces/${id}/pdf`), 200);
    const bytes = await downloadPdf(link);
    const pdf = await readPdf(bytes);
    const text = pdf.sheets.join(' ');
    for (const expected of ['Latin', '漢字', '한국어', '🎉', 'E=mc^2', 'const a = 1;'])
      expect(text).to.include(expected);
    expect(text).to.not.match(/photo|moving|\ufffd/);
    expect(pdf.images).to.equal(2);
    await server.end();
  });
});
