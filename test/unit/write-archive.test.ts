import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeArchive } from '../../src/cli/backup.ts';
import { temporaryFolder } from '../support/backends.ts';
import { until } from '../support/until.ts';

const refusal = (writing: Promise<unknown>): Promise<string> =>
  writing.then(
    () => expect.fail('the archive was written'),
    (error: Error) => error.message,
  );

describe('writeArchive', () => {
  it('refuses a file that another process is writing, which is complete afterwards', async () => {
    const file = join(temporaryFolder(), 'backup.tar.gz');
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const first = writeArchive(file, async (target) => {
      target.write('first, ');
      await finished;
      await new Promise<void>((resolve) => target.end('complete', resolve));
    });
    await until(async () => existsSync(`${file}.part`));
    const second = writeArchive(file, async (target) => void target.end('second'));
    expect(await refusal(second)).to.match(/backup\.tar\.gz\.part exists: another process is writing it/);
    finish();
    await first;
    expect(readFileSync(file, 'utf8')).to.equal('first, complete');
  });

  it('leaves an existing file and no draft', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'backup.tar.gz');
    writeFileSync(file, 'earlier');
    expect(await refusal(writeArchive(file, async (target) => void target.end('later')))).to.include('exists already');
    expect(readFileSync(file, 'utf8')).to.equal('earlier');
    expect(readdirSync(folder)).to.deep.equal(['backup.tar.gz']);
  });
});
