import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderFiles } from '../../../src/adapters/folder-templates.ts';

describe('FolderFiles', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'quire-folder-'));
    mkdirSync(join(folder, 'a'));
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git', 'config'), 'secret');
    writeFileSync(join(folder, 'a', 'x.md'), 'x');
    writeFileSync(join(folder, 'a.md'), '# A\n');
    symlinkSync('/etc/passwd', join(folder, 'link.md'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('lists files with the names and order of Git', () => {
    const oid = execFileSync('git', ['hash-object', '--stdin'], { input: '# A\n', encoding: 'utf8' }).trim();
    const entries = FolderFiles.open(folder)!.list();
    expect(entries.map(({ path, kind, size }) => [path, kind, size])).to.deep.equal([
      ['a.md', 'file', 4],
      ['a/x.md', 'file', 1],
      ['link.md', 'symlink', 0],
    ]);
    expect(entries[0]!.oid).to.equal(oid);
  });

  it('reads listed files, but no links and nothing outside of the folder', async () => {
    const read = await FolderFiles.open(folder)!.read(['a/x.md', 'link.md', '.git/config', '../../etc/passwd', 'none']);
    expect([...read].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).to.deep.equal([['a/x.md', 'x']]);
  });

  it('returns undefined for a missing folder', () =>
    expect(FolderFiles.open(join(folder, 'none'))).to.equal(undefined));
});
