import { Cron } from 'croner';
import { expect } from 'chai';
import { archiveName, createBackupJob, expiredArchives } from '../../../src/application/instance.backups.ts';
import type { BackupArchives, BackupRun, Backups } from '../../../src/ports/instance.backups.ts';
import type { JobRequest } from '../../../src/ports/kernel/jobs.ts';

const NOW = '2026-11-25T03:00:00.123Z';
const DUE = '2026-11-25T03:00:00.000Z';
const day = (number: number): string => archiveName(`2026-11-${String(number).padStart(2, '0')}T03:00:00Z`);

describe('expiredArchives', () => {
  const names = [day(3), 'notes.txt', day(24), day(25), 'quire-before-upgrade.tar.gz', day(23)];

  it('keeps a number of archives, and files with other names', () => {
    expect(expiredArchives(names, { count: 2 }, NOW)).to.deep.equal([day(23), day(3)]);
    expect(expiredArchives(names, { count: 1 }, NOW)).to.deep.equal([day(24), day(23), day(3)]);
    expect(expiredArchives(names, { count: 9 }, NOW)).to.deep.equal([]);
  });

  it('keeps archives for a number of days, and the newest one forever', () => {
    expect(expiredArchives(names, { days: 3 }, NOW)).to.deep.equal([day(3)]);
    expect(expiredArchives(names, { days: 2 }, NOW), 'older by 123 ms').to.deep.equal([day(23), day(3)]);
    expect(expiredArchives([day(3), day(1)], { days: 2 }, NOW)).to.deep.equal([day(1)]);
  });
});

describe('createBackupJob', () => {
  const pattern = new Cron('0 3 * * *', { paused: true, timezone: 'UTC' });
  let steps: string[];
  let enqueued: JobRequest[];
  let complete: BackupRun | undefined;
  beforeEach(() => ((steps = []), (enqueued = []), (complete = undefined)));

  const run = (archives: Partial<BackupArchives> = {}, at = DUE, attempt = 1): Promise<void> => {
    const backups: Backups = {
      schedule: { next: (after) => pattern.nextRun(new Date(after))?.toISOString() },
      retention: { count: 1 },
      archives: {
        prepare: async () => {},
        write: async (name) => (steps.push(`write ${name}`), 17),
        check: async () => void steps.push('check'),
        list: async () => [day(24), day(25)],
        delete: async (name) => void steps.push(`delete ${name}`),
        ...archives,
      },
      runs: {
        begin: async ({ name }) => void steps.push(`begin ${name}`),
        finish: async (_id, { state, bytes, error }) => void steps.push(`${state} ${bytes} ${error}`),
        latest: async () => ({ last: complete, complete }),
      },
    };
    const jobs = { enqueue: async (request: JobRequest) => void enqueued.push(request) };
    const context = {
      backups,
      clock: { now: () => NOW },
      ids: { next: () => 'id' },
      now: NOW,
      attempt,
      signal: new AbortController().signal,
      transact: (_of: object, task: (work: object) => unknown) => task({ jobs }),
    };
    return createBackupJob.run(context as never, { at });
  };

  it('enqueues the next backup, writes this one, checks it, and deletes others then', async () => {
    await run();
    expect(steps).to.deep.equal([
      `begin ${day(25)}`,
      `write ${day(25)}`,
      'check',
      'complete 17 null',
      `delete ${day(24)}`,
    ]);
    expect(enqueued.map(({ key, notBefore }) => [key, notBefore])).to.deep.equal([
      ['backup 2026-11-26T03:00:00.000Z', '2026-11-26T03:00:00.000Z'],
    ]);
  });

  it('deletes a damaged archive and none of the others, and records the reason', async () => {
    const failed = await run({ check: () => Promise.reject(new Error('the archive is damaged\nat 3')) }).catch(
      (error: Error) => error,
    );
    expect(failed).to.be.instanceOf(Error);
    expect(steps.slice(2)).to.deep.equal([`delete ${day(25)}`, 'failed null the archive is damaged']);
    expect(enqueued).to.have.length(1);
  });

  it('records that the target cannot be written', async () => {
    await run({ write: () => Promise.reject(new Error('no space left')) }).catch(() => {});
    expect(steps.slice(1)).to.deep.equal(['failed null no space left']);
  });

  it('writes no further archive when only the deletion of others has failed', async () => {
    const refuses = { delete: () => Promise.reject(new Error('access denied')) };
    expect(await run(refuses).catch(({ message }: Error) => message)).to.equal('access denied');
    expect(steps.at(-1)).to.equal('complete 17 null');
    const ran = { id: 'id', name: day(25), state: 'complete', bytes: 17, error: null, finishedAt: NOW } as const;
    complete = { ...ran, startedAt: NOW };
    steps = [];
    await run({}, DUE, 2);
    expect(steps).to.deep.equal([`delete ${day(24)}`]);
  });

  it('writes the archive again when the last complete one is of an earlier time', async () => {
    const ran = { id: 'id', name: day(24), state: 'complete', bytes: 17, error: null, finishedAt: NOW } as const;
    complete = { ...ran, startedAt: '2026-11-24T03:00:00.000Z' };
    await run({}, DUE, 2);
    expect(steps).to.include(`write ${day(25)}`);
  });

  it('does nothing at a time that the schedule no longer has', async () => {
    await run({}, '2026-11-25T02:30:00.000Z');
    expect([steps, enqueued]).to.deep.equal([[], []]);
  });
});
