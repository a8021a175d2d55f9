import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft } from '../../support/content/api-content.ts';
import { must, World, type Person } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);
type Place = 'space' | 'changeRequest' | 'revision';

onEveryBackend('operations that read content', (backend) => {
  let world: World;
  let reader: Person;
  let stranger: Person;
  /** Changes the page `Guide` of its space. */
  let draft: Draft;
  let page: string;
  let file: string;
  let reusable: string;
  /** Revision of the space before the change request. */
  let revision: string;
  before(async () => {
    world = await World.create(await backend.instance());
    [reader, stranger] = [await world.member('read'), await world.stranger()];
    const merged = await Draft.merged(
      world,
      { operation: 'insert_page', title: 'Guide', document: { markdown: 'Before\n' } },
      {
        operation: 'insert_files',
        files: [{ name: 'a.txt', contentType: 'text/plain', base64: Buffer.from('words').toString('base64') }],
      },
      { operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'Reused\n' } },
    );
    const content = await merged.inSpace('/content');
    must(await world.admin.api.patch(merged.space, { defaultLevel: 'read' }), 200);
    [page, file, reusable] = [content.pages[0].id, content.files[0].id, content.reusableContents[0].id];
    revision = content.id;
    draft = await merged.another();
    await draft.update(page, { title: 'Manual', document: { markdown: 'After\n' } });
  });

  const baseOf: Readonly<Record<Place, () => string>> = {
    space: () => `${draft.space}/content`,
    changeRequest: () => `${draft.path}/content`,
    revision: () => `${draft.space}/revisions/${revision}`,
  };
  const unknownOf: Readonly<Record<Place, () => string>> = {
    space: () => `/v1/spaces/${UNKNOWN}/content`,
    changeRequest: () => `${draft.space}/change-requests/${UNKNOWN}/content`,
    revision: () => `${draft.space}/revisions/${UNKNOWN}`,
  };
  const titleIn: Readonly<Record<Place, string>> = { space: 'Guide', changeRequest: 'Manual', revision: 'Guide' };
  const textIn: Readonly<Record<Place, string>> = { space: 'Before\n', changeRequest: 'After\n', revision: 'Before\n' };
  /** Reads as a reader, and expects 404 in an unknown place and for a caller who does not see the space. */
  const read = async (place: Place, below: string): Promise<any> => {
    must(await reader.api.get(unknownOf[place]() + below), 404);
    must(await stranger.api.get(baseOf[place]() + below), 404);
    return must(await reader.api.get(baseOf[place]() + below), 200);
  };
  const absent = async (place: Place, below: string): Promise<void> =>
    void must(await reader.api.get(baseOf[place]() + below), 404);

  const readsContent = (place: Place) => (): void => {
    it('returns the revision with its pages, files and reusable contents', async () => {
      const content = await read(place, '');
      expect(content).to.include({ object: 'revision' });
      expect(content.pages.map(({ title }: any) => title)).to.deep.equal([titleIn[place]]);
      expect(content.files.map(({ id }: any) => id)).to.deep.equal([file]);
      expect(content.reusableContents.map(({ id }: any) => id)).to.deep.equal([reusable]);
    });
  };
  describe('getCurrentRevision', readsContent('space'));
  describe('getRevisionOfChangeRequestById', readsContent('changeRequest'));
  describe('getRevisionById', readsContent('revision'));

  const listsPages = (place: Place) => (): void => {
    it('lists the pages of this version of the content', async () => {
      const { pages } = await read(place, '/pages');
      expect(pages.map(({ id, title }: any) => [id, title])).to.deep.equal([[page, titleIn[place]]]);
    });
  };
  describe('listPages', listsPages('space'));
  describe('listPagesInChangeRequest', listsPages('changeRequest'));
  describe('listPagesInRevisionById', listsPages('revision'));

  const readsPage = (place: Place) => (): void => {
    it('returns the page with the text of this version of the content', async () => {
      const found = await read(place, `/page/${page}?format=markdown`);
      expect(found).to.include({ id: page, title: titleIn[place], markdown: textIn[place] });
      for (const id of [UNKNOWN, file, reusable]) await absent(place, `/page/${id}`);
    });
  };
  describe('getPageById', readsPage('space'));
  describe('getPageInChangeRequestById', readsPage('changeRequest'));
  describe('getPageInRevisionById', readsPage('revision'));

  const readsPath = (place: Place) => (): void => {
    it('returns the page at a path, and 404 for a path without a page', async () => {
      expect(await read(place, '/path/guide')).to.include({ id: page, title: titleIn[place], path: 'guide' });
      await absent(place, '/path/guide/none');
    });
  };
  describe('getPageByPath', readsPath('space'));
  describe('getPageInChangeRequestByPath', readsPath('changeRequest'));
  describe('getPageInRevisionByPath', readsPath('revision'));

  const readsDocument = (place: Place) => (): void => {
    it('returns the blocks of a page', async () => {
      const { object, nodes } = await read(place, `/page/${page}/document`);
      expect([object, nodes.map((node: any) => node.nodes[0].leaves[0].text)]).to.deep.equal([
        'document',
        [textIn[place].trim()],
      ]);
      await absent(place, `/page/${UNKNOWN}/document`);
    });
  };
  describe('getPageDocumentById', readsDocument('space'));
  describe('getPageDocumentInChangeRequestById', readsDocument('changeRequest'));
  describe('getPageDocumentInRevisionById', readsDocument('revision'));

  const listsFiles = (place: Place) => (): void => {
    it('lists the files with their count', async () => {
      const { items, count } = await read(place, '/files');
      expect([items.map(({ id, name }: any) => [id, name]), count]).to.deep.equal([[[file, 'a.txt']], 1]);
    });
  };
  describe('listFiles', listsFiles('space'));
  describe('listFilesInChangeRequestById', listsFiles('changeRequest'));
  describe('listFilesInRevisionById', listsFiles('revision'));

  const readsFile = (place: Place) => (): void => {
    it('returns a file with a link to its bytes', async () => {
      const found = await read(place, `/files/${file}`);
      expect(found).to.include({ id: file, name: 'a.txt', size: 5 });
      const { pathname, search } = new URL(found.downloadURL);
      expect(await (await fetch(world.instance.url + pathname + search)).text()).to.equal('words');
      for (const id of [UNKNOWN, page]) await absent(place, `/files/${id}`);
    });
  };
  describe('getFileById', readsFile('space'));
  describe('getFileInChangeRequestById', readsFile('changeRequest'));
  describe('getFileInRevisionById', readsFile('revision'));

  const listsReusable = (place: Place) => (): void => {
    it('lists the reusable contents with their count', async () => {
      const { items, count } = await read(place, '/reusable-contents');
      expect([items.map(({ id, title }: any) => [id, title]), count]).to.deep.equal([[[reusable, 'Note']], 1]);
    });
  };
  describe('listReusableContents', listsReusable('space'));
  describe('listReusableContentsInChangeRequest', listsReusable('changeRequest'));
  describe('listReusableContentsInRevisionById', listsReusable('revision'));

  const readsReusable = (place: Place) => (): void => {
    it('returns a reusable content, with its text on request', async () => {
      const without = await read(place, `/reusable-contents/${reusable}`);
      expect(without).to.include({ id: reusable, title: 'Note' });
      expect(without).not.to.have.property('markdown');
      expect(await read(place, `/reusable-contents/${reusable}?format=markdown`)).to.deep.equal({
        ...without,
        markdown: 'Reused\n',
      });
      for (const id of [UNKNOWN, page]) await absent(place, `/reusable-contents/${id}`);
    });
  };
  describe('getReusableContentById', readsReusable('space'));
  describe('getReusableContentInChangeRequestById', readsReusable('changeRequest'));
  describe('getReusableContentInRevisionById', readsReusable('revision'));
});
