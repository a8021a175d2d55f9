import { expect } from 'chai';
import { Registry } from 'prom-client';
import { registerBackupMetrics } from '../../../../src/adapters/metrics/backup-metrics.ts';
import { scrapedFigures } from '../../../../src/adapters/metrics/scraped-figures.ts';
import type { BackupRun } from '../../../../src/ports/instance.backups.ts';

describe('scrapedFigures', () => {
  it('reports a failure once until the figures can be read again', async () => {
    const reported: unknown[] = [];
    let problem: Error | undefined = new Error('the database is unreachable');
    const figures = scrapedFigures(
      'jobs',
      async () => {
        if (problem !== undefined) throw problem;
        return 7;
      },
      (...failure) => reported.push(failure),
    );
    expect([await figures(), await figures()]).to.deep.equal([undefined, undefined]);
    expect(reported).to.deep.equal([['jobs', problem]]);
    problem = undefined;
    expect(await figures()).to.equal(7);
    problem = new Error('again');
    await figures();
    expect(reported.slice(1)).to.deep.equal([['jobs', problem]]);
  });

  it('shares one read among those at the same time', async () => {
    let reads = 0;
    const figures = scrapedFigures(
      'jobs',
      async () => ++reads,
      () => {},
    );
    expect(await Promise.all([figures(), figures()])).to.deep.equal([1, 1]);
    expect(await figures()).to.equal(2);
  });
});

describe('registerBackupMetrics', () => {
  it('exports that a scheduled backup was missed', async () => {
    const complete = { startedAt: '2026-01-01T00:00:00.000Z', state: 'complete', bytes: 1 } as BackupRun;
    const exported = async (isLate: boolean, run: BackupRun | undefined): Promise<number | undefined> => {
      const registry = new Registry();
      const latest = async () => ({ last: run, complete: run });
      registerBackupMetrics(registry, { latest, isLate: () => isLate }, () => {});
      const [value] = (await registry.getSingleMetric('quire_backup_missed')!.get()).values;
      return value?.value;
    };
    expect(await exported(true, complete)).to.equal(1);
    expect(await exported(false, complete)).to.equal(0);
    expect(await exported(true, undefined)).to.equal(0);
  });
});
