import { expect } from 'chai';
import { ApiError } from '../../../app/src/api/api-error.ts';
import { DraftStore } from '../../../app/src/editing/draft-store.ts';
import { joinParts, mergeTexts, splitMerged } from '../../../app/src/editing/merge-texts.ts';
import { PageSaver, type PageText, type PageVersion, type SaveState } from '../../../app/src/editing/page-saver.ts';

const changed = new ApiError(412, 'the resource has changed', 'request');
const unreachable = new ApiError(0, 'the server cannot be reached', undefined);
const KEY = 'space page';
const USER = 'user-1';

class MemoryStorage {
  readonly values = new Map<string, string>();
  isFull = false;
  get length(): number {
    return this.values.size;
  }
  key = (index: number): string | null => [...this.values.keys()][index] ?? null;
  getItem = (key: string): string | null => this.values.get(key) ?? null;
  setItem = (key: string, value: string): void => {
    if (this.isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    this.values.set(key, value);
  };
  removeItem = (key: string): void => void this.values.delete(key);
}

/** Server with one page, which others can change. */
class Page {
  version: PageVersion = { title: 'Title', text: 'one\n\ntwo\n', revision: 'r1' };
  problems: Error[] = [];
  #last = 1;

  save(page: Partial<PageText>): string {
    this.version = { ...this.version, ...page, revision: `r${++this.#last}` };
    return this.version.revision;
  }
  async write(page: PageText, what: { title: boolean; text: boolean }, ifMatch: string): Promise<string> {
    const problem = this.problems.shift();
    if (problem !== undefined) throw problem;
    if (ifMatch !== this.version.revision) throw changed;
    return this.save({ ...(what.title && { title: page.title }), ...(what.text && { text: page.text }) });
  }
}

describe('PageSaver', () => {
  const start = () => {
    const page = new Page();
    const storage = new MemoryStorage();
    const states: SaveState[] = [];
    const merged: PageText[] = [];
    const saver = new PageSaver({
      key: KEY,
      drafts: new DraftStore(storage, USER),
      opened: page.version,
      write: (...args) => page.write(...args),
      read: async () => page.version,
      merge: async (...args) => mergeTexts(...args),
      onState: (state) => states.push(state),
      onMerged: (text) => merged.push(text),
      schedule: () => () => {},
    });
    return { page, saver, storage, states, merged, drafts: new DraftStore(storage, USER) };
  };
  const title = 'Title';

  it('saves a change on top of the revision that was opened, and keeps it as a draft until then', async () => {
    const { page, saver, drafts } = start();
    saver.change({ title, text: 'one\n\ntwo\nthree\n' });
    expect(drafts.findEarlier(KEY)).to.include({ text: 'one\n\ntwo\nthree\n' });
    await saver.save();
    expect(page.version).to.deep.equal({ title, text: 'one\n\ntwo\nthree\n', revision: 'r2' });
    expect(saver.state.kind).to.equal('saved');
    expect(drafts.findEarlier(KEY)).to.equal(undefined);
  });

  it('says that a full browser keeps no draft, until there is room again or the text is saved', async () => {
    const { page, saver, storage, drafts } = start();
    storage.isFull = true;
    page.problems = [unreachable, unreachable];
    saver.change({ title, text: 'mine\n' });
    expect(saver.hasDraft).to.equal(false);
    await saver.save();
    expect(saver.state).to.include({ kind: 'failed', hasDraft: false });
    storage.isFull = false;
    await saver.save();
    expect(saver.state).to.include({ kind: 'failed', hasDraft: true });
    expect(drafts.findEarlier(KEY)).to.include({ text: 'mine\n' });
    storage.isFull = true;
    saver.change({ title, text: 'mine, more\n' });
    expect(saver.hasDraft).to.equal(false);
    await saver.save();
    expect(page.version.text).to.equal('mine, more\n');
    expect(saver.hasDraft).to.equal(true);
  });

  it('saves again on top of its own revision', async () => {
    const { page, saver } = start();
    for (const text of ['a\n', 'b\n', 'c\n']) {
      saver.change({ title, text });
      await saver.save();
    }
    expect(page.version).to.deep.equal({ title, text: 'c\n', revision: 'r4' });
  });

  it('sends one request at a time, however often a save is requested while one runs', async () => {
    const { page, saver } = start();
    const pending: (() => void)[] = [];
    let most = 0;
    const write = page.write.bind(page);
    page.write = async (...args) => {
      await new Promise<void>((resolve) => {
        pending.push(resolve);
        most = Math.max(most, pending.length);
      });
      pending.shift();
      return write(...args);
    };
    const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    saver.change({ title, text: 'a\n' });
    const saves = [saver.save()];
    saver.change({ title, text: 'a b\n' });
    saves.push(saver.save(), saver.save());
    pending[0]!();
    await settle();
    saver.change({ title, text: 'a b c\n' });
    for (let step = 0; step < 8; step++) {
      for (const release of [...pending]) release();
      await settle();
    }
    await Promise.all(saves);
    expect(most).to.equal(1);
    expect(saver.state.kind).to.equal('saved');
    expect(page.version.text).to.equal('a b c\n');
  });

  it('continues from a revision that changed other pages only', async () => {
    const { page, saver, merged } = start();
    page.save({});
    saver.change({ title, text: 'mine\n' });
    await saver.save();
    expect(page.version.text).to.equal('mine\n');
    expect(merged).to.deep.equal([]);
    expect(saver.state.kind).to.equal('saved');
  });

  it('merges the change of another writer, in the text and in the title', async () => {
    const { page, saver, merged } = start();
    page.save({ title: 'Their title', text: 'one, theirs\n\ntwo\n' });
    saver.change({ title, text: 'one\n\ntwo\n\nmine\n' });
    await saver.save();
    expect(page.version).to.include({ title: 'Their title', text: 'one, theirs\n\ntwo\n\nmine\n' });
    expect(merged).to.deep.equal([{ title: 'Their title', text: 'one, theirs\n\ntwo\n\nmine\n' }]);
    expect(saver.state.kind).to.equal('merged');
  });

  it('asks where both changed the same lines, saves nothing until the decision, and loses neither', async () => {
    const { page, saver, drafts } = start();
    page.save({ text: 'theirs\n\ntwo\n' });
    saver.change({ title, text: 'mine\n\ntwo\n' });
    await saver.save();
    const { state } = saver;
    expect(state.kind).to.equal('conflict');
    saver.change({ title, text: 'mine, more\n\ntwo\n' });
    await saver.save();
    expect(page.version.text).to.equal('theirs\n\ntwo\n');
    expect(drafts.findEarlier(KEY)).to.include({ text: 'mine, more\n\ntwo\n' });
    saver.resolve({ title, text: 'theirs\nmine, more\n\ntwo\n' });
    await saver.save();
    expect(page.version.text).to.equal('theirs\nmine, more\n\ntwo\n');
    expect(saver.state.kind).to.equal('saved');
  });

  it('asks about what is written while the writer decides, too', async () => {
    const { page, saver } = start();
    page.save({ text: 'theirs\n\ntwo\n' });
    saver.change({ title, text: 'mine\n\ntwo\n' });
    await saver.save();
    saver.change({ title, text: 'mine\n\ntwo\n\nwritten later\n' });
    const { state } = saver;
    expect(state.kind === 'conflict' && state.conflict.mine.text).to.equal('mine\n\ntwo\n\nwritten later\n');
  });

  it('saves a text with its last title while the title is empty', async () => {
    const { page, saver, drafts } = start();
    for (const empty of ['', ' \n']) {
      saver.change({ title: empty, text: `under “${empty}”\n` });
      expect(drafts.findEarlier(KEY)).to.include({ title, text: `under “${empty}”\n` });
      await saver.save();
      expect(page.version).to.include({ title, text: `under “${empty}”\n` });
    }
    saver.change({ title: 'Another title', text: 'under another\n' });
    await saver.save();
    expect(page.version).to.include({ title: 'Another title', text: 'under another\n' });
  });

  it('keeps the draft of a text that cannot be sent, and sends it later', async () => {
    const { page, saver, drafts } = start();
    page.problems = [unreachable];
    saver.change({ title, text: 'later\n' });
    await saver.save();
    expect(saver.state).to.deep.equal({ kind: 'failed', error: unreachable, hasDraft: true });
    expect(drafts.findEarlier(KEY)).to.include({ text: 'later\n' });
    await saver.save();
    expect(page.version.text).to.equal('later\n');
    expect(drafts.findEarlier(KEY)).to.equal(undefined);
  });

  it('resumes a draft on its old base, and merges what was saved since', async () => {
    const { page, saver } = start();
    const base = page.version;
    page.save({ text: 'one\n\ntwo\n\ntheirs\n' });
    saver.resume({ title, text: 'draft\n\ntwo\n' }, base);
    await saver.save();
    expect(page.version.text).to.equal('draft\n\ntwo\n\ntheirs\n');
  });
});

describe('joinParts', () => {
  const parts = splitMerged(mergeTexts('a\n\nb\n', 'theirs\n\nb\n', 'mine\n\nb\n'));

  it('joins a merged text with the side that was chosen for each conflict', () => {
    expect(parts.map(({ kind }) => kind)).to.deep.equal(['conflict', 'text']);
    expect(joinParts(parts, ['mine'])).to.equal('mine\n\nb\n');
    expect(joinParts(parts, ['theirs'])).to.equal('theirs\n\nb\n');
    expect(joinParts(parts, ['both'])).to.equal('theirs\nmine\n\nb\n');
    expect(joinParts(parts, [])).to.equal('theirs\nmine\n\nb\n');
  });
});

describe('DraftStore', () => {
  const base = { title: 'Title', text: '', revision: 'r1' };

  const open = (storage: MemoryStorage, user = USER) => new DraftStore(storage, user);
  const draft = (text: string, at = Date.now()) => ({ title: 'Title', text, base, at });

  it('keeps the drafts of two editors of a document until each is discarded, the latest first', () => {
    const storage = new MemoryStorage();
    const [first, second] = [open(storage), open(storage)];
    const now = Date.now();
    first.write(KEY, draft('first\n', now - 2));
    second.write(KEY, draft('second\n', now - 1));
    first.write(KEY, draft('first, later\n', now));
    expect(second.findEarlier(KEY)).to.include({ text: 'first, later\n' });
    expect(first.findEarlier(KEY)).to.include({ text: 'second\n' });
    second.remove(KEY);
    expect(first.findEarlier(KEY)).to.equal(undefined);
    const later = open(storage).findEarlier(KEY)!;
    expect(later).to.include({ text: 'first, later\n' });
    open(storage).discard(later.entry);
    expect(open(storage).findEarlier(KEY)).to.equal(undefined);
  });

  it('offers drafts of versions that kept one for each document and one aside', () => {
    const storage = new MemoryStorage();
    storage.setItem(`quire-user-draft ${USER} ${KEY}`, JSON.stringify(draft('one\n')));
    storage.setItem(`quire-user-draft ${USER} ${KEY} aside`, JSON.stringify(draft('aside\n', Date.now() - 9)));
    const drafts = open(storage);
    drafts.discard(drafts.findEarlier(KEY)!.entry);
    expect(drafts.findEarlier(KEY)).to.include({ text: 'aside\n' });
  });

  it('forgets a draft after thirty days, and unreadable ones', () => {
    const storage = new MemoryStorage();
    const store = open(storage);
    const day = 86_400_000;
    open(storage).write(KEY, draft('kept', 0));
    expect(store.findEarlier(KEY, 30 * day - 1)).to.include({ text: 'kept' });
    expect(store.findEarlier(KEY, 30 * day)).to.equal(undefined);
    storage.setItem(`quire-user-draft ${USER} ${KEY}`, '{');
    expect(store.findEarlier(KEY)).to.equal(undefined);
  });

  it('keeps the drafts of each user of the browser apart', () => {
    const storage = new MemoryStorage();
    open(storage).write(KEY, draft('mine\n'));
    const second = open(storage, 'user-2');
    expect(second.findEarlier(KEY)).to.equal(undefined);
    second.write(KEY, draft('theirs\n'));
    second.remove(KEY);
    expect(open(storage).findEarlier(KEY)).to.include({ text: 'mine\n' });
  });

  it('gives the drafts of earlier versions to the first user who edits, beside newer drafts, and to nobody later', () => {
    const storage = new MemoryStorage();
    const [first, second] = [open(storage), open(storage, 'user-2')];
    storage.setItem(`quire-draft ${KEY}`, JSON.stringify(draft('old\n')));
    storage.setItem('quire-draft other page', JSON.stringify(draft('other\n')));
    first.write(KEY, draft('newer\n'));
    first.adopt();
    second.adopt();
    expect(first.findEarlier('other page')).to.include({ text: 'other\n' });
    expect(first.findEarlier(KEY)).to.include({ text: 'old\n' });
    expect(open(storage).findEarlier(KEY)).to.include({ text: 'newer\n' });
    expect([KEY, 'other page'].map((key) => second.findEarlier(key))).to.deep.equal([undefined, undefined]);
  });

  it('keeps a draft of an earlier version where the storage has no room for its longer key', () => {
    const storage = new MemoryStorage();
    storage.setItem(`quire-draft ${KEY}`, 'draft');
    const write = storage.setItem.bind(storage);
    storage.setItem = (key, text) => (key.includes(USER) ? expect.fail('the storage is full') : write(key, text));
    new DraftStore(storage, USER).adopt();
    expect(storage.getItem(`quire-draft ${KEY}`)).to.equal('draft');
  });

  it('tells when the storage is full', () => {
    const full = { ...new MemoryStorage(), setItem: () => expect.fail('the storage is full') };
    expect(new DraftStore(full as never, USER).write(KEY, { title: 'Title', text: '', base, at: 0 })).to.equal(false);
  });
});
