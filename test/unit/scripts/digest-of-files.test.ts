import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
// @ts-expect-error: a script without types
import { digestOfFiles } from '../../../scripts/build/digest-of-files.mjs';
import { temporaryFolder } from '../../support/backends.ts';

describe('digestOfFiles', () => {
  it('differs when a file is changed, added, renamed or deleted, and is the same when the files are', async () => {
    const folder = join(temporaryFolder(), 'sources');
    const file = join(folder, 'inner', 'one.ts');
    const digest = (): Promise<string> => digestOfFiles([folder, join(folder, 'missing')]);
    mkdirSync(join(folder, 'inner'), { recursive: true });
    writeFileSync(file, 'first');
    writeFileSync(join(folder, 'two.ts'), 'second');
    const first = await digest();
    expect(await digest()).to.equal(first);

    writeFileSync(file, 'changed');
    const changed = await digest();
    writeFileSync(join(folder, 'three.ts'), '');
    const added = await digest();
    renameSync(join(folder, 'three.ts'), join(folder, 'four.ts'));
    const renamed = await digest();
    expect(new Set([first, changed, added, renamed])).to.have.property('size', 4);

    rmSync(join(folder, 'four.ts'));
    expect(await digest()).to.equal(changed);
    writeFileSync(file, 'first');
    expect(await digest()).to.equal(first);
  });

  it('tells files from others with the same text in all', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'x'), 'text');
    writeFileSync(join(folder, 'y'), '');
    const before = await digestOfFiles([folder]);
    writeFileSync(join(folder, 'x'), '');
    writeFileSync(join(folder, 'y'), 'text');
    expect(await digestOfFiles([folder])).not.to.equal(before);
  });
});
