import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lockDataDirectory } from '../../../../src/adapters/database/data-directory-lock.ts';
import { processIdentity } from '../../../../src/adapters/database/process-identity.ts';
import { StartupError } from '../../../../src/adapters/database/startup-error.ts';

describe('lockDataDirectory', () => {
  let dir: string;
  beforeEach(() => (dir = fs.mkdtempSync(path.join(os.tmpdir(), 'quire-lock-'))));
  afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

  const file = () => path.join(dir, 'quire.lock');
  const leave = (holder: object | string) =>
    fs.writeFileSync(file(), typeof holder === 'string' ? holder : JSON.stringify(holder));

  it('creates the directory, and leaves no files behind after release', () => {
    const deep = path.join(dir, 'a', 'b');
    const lock = lockDataDirectory(deep);
    expect(fs.readdirSync(deep)).to.deep.equal(['quire.lock']);
    lock.releaseLock();
    lock.releaseLock();
    expect(fs.readdirSync(deep)).to.deep.equal([]);
  });

  it('names the process that holds the lock', () => {
    const lock = lockDataDirectory(dir);
    expect(() => lockDataDirectory(dir)).to.throw(
      StartupError,
      `another Quire is running on ${dir} (pid ${process.pid})`,
    );
    expect(() => lockDataDirectory(path.join(dir, '.', 'x', '..'))).to.throw(StartupError, /another Quire/);
    lock.releaseLock();
    lockDataDirectory(dir).releaseLock();
  });

  it('refuses a directory that another running process holds', async () => {
    const child = spawn('sleep', ['30'], { stdio: 'ignore' });
    await once(child, 'spawn');
    leave({ pid: child.pid, started: processIdentity(child.pid as number), nonce: 'x' });
    expect(() => lockDataDirectory(dir)).to.throw(StartupError, `(pid ${child.pid})`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockDataDirectory(dir).releaseLock();
  });

  it('takes over the lock of a process whose id belongs to another program now', () => {
    leave({ pid: process.pid, started: 'an earlier boot/17', nonce: 'x' });
    lockDataDirectory(dir).releaseLock();
    expect(fs.readdirSync(dir)).to.deep.equal([]);
  });

  for (const junk of ['', '{', 'null', '{"pid":"1"}']) {
    it(`takes over a lock file with the content ${JSON.stringify(junk)}`, () => {
      leave(junk);
      const lock = lockDataDirectory(dir);
      expect(JSON.parse(fs.readFileSync(file(), 'utf8'))).to.include({ pid: process.pid });
      lock.releaseLock();
    });
  }

  it('does not remove a lock that another process has taken over', () => {
    const lock = lockDataDirectory(dir);
    leave({ pid: 1, started: processIdentity(1), nonce: 'other' });
    lock.releaseLock();
    expect(fs.existsSync(file())).to.equal(true);
  });

  it('lets exactly one of several successors of a dead process succeed', async () => {
    leave({ pid: process.pid, started: 'an earlier boot/17', nonce: 'x' });
    const module = new URL('../../../../src/adapters/database/data-directory-lock.ts', import.meta.url).href;
    const script = `const { lockDataDirectory } = await import(${JSON.stringify(module)}); process.stdin.once('data', () => { try { lockDataDirectory(${JSON.stringify(dir)}); console.log('won'); } catch (e) { console.log(e.name); } }); process.stdin.once('end', () => process.exit()); console.log('here');`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        stdio: ['pipe', 'pipe', 'ignore'],
      }),
    );
    const said = children.map((child) => child.stdout[Symbol.asyncIterator]());
    const next = async () =>
      (await Promise.all(said.map((each) => each.next()))).map(({ value }) => String(value).trim());
    expect(await next()).to.deep.equal(children.map(() => 'here'));
    for (const child of children) child.stdin.write('go\n');
    expect((await next()).sort()).to.deep.equal(['StartupError', 'StartupError', 'StartupError', 'won']);
    await Promise.all(children.map((child) => (child.stdin.end(), once(child, 'exit'))));
  });

  it('reports that the directory cannot be created', function () {
    if (process.platform !== 'linux') this.skip();
    expect(() => lockDataDirectory('/proc/quire/data')).to.throw(StartupError, 'no directory can be created in /proc');
  });

  it('reports in one line that the path cannot be a directory', () => {
    fs.writeFileSync(path.join(dir, 'file'), '');
    expect(() => lockDataDirectory(path.join(dir, 'file'))).to.throw(StartupError, 'is not a directory');
    expect(() => lockDataDirectory(path.join(dir, 'file', 'below'))).to.throw(StartupError, 'is not a directory');
  });
});
