import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runChecks, type CheckResult } from '../../src/cli/doctor.ts';
import { temporaryFolder, testEnvironment } from '../support/backends.ts';
import { S3_KEY, S3Server } from '../support/servers/s3-server.ts';

describe('runChecks', () => {
  let server: S3Server;
  before(async () => (server = await S3Server.start()));
  after(() => server.stop());

  const fileStorage = async (more: Record<string, string>): Promise<CheckResult | undefined> => {
    const s3 = {
      BLOB_STORE: 's3',
      S3_ENDPOINT: server.url,
      S3_REGION: server.settings.region,
      S3_BUCKET: server.bucket,
      S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
    };
    return (await runChecks(testEnvironment({ PERSISTENCE: 'memory', ...s3, ...more }))).find(
      ({ check }) => check === 'file storage',
    );
  };

  it('reports whether the bucket for stored files is usable', async () => {
    expect(await fileStorage({})).to.deep.equal({
      check: 'file storage',
      ok: true,
      message: 'the bucket docs answers',
    });
    const wrong = await fileStorage({ S3_SECRET_ACCESS_KEY: 'not the secret' });
    expect(wrong).to.include({ ok: false });
    expect(wrong!.message)
      .to.match(/403.*check S3_ACCESS_KEY_ID/)
      .and.not.include('not the secret');
    expect(await fileStorage({ S3_BUCKET: 'other' })).to.deep.include({
      ok: false,
      message: 'the bucket other does not exist: create the bucket, or set S3_BUCKET',
    });
    expect((await fileStorage({ S3_ENDPOINT: 'http://127.0.0.1:9' }))!.message).to.match(
      /cannot be reached.*check S3_ENDPOINT/,
    );
    expect(await fileStorage({ BLOB_STORE: 'disk' })).to.equal(undefined);
  });
  it('promises no database in a data directory that is a file', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    for (const dir of [file, join(file, 'below')]) {
      const findings = await runChecks(testEnvironment({ DATA_DIR: dir }));
      expect(findings.filter(({ ok }) => !ok)).to.deep.equal([
        {
          check: 'data directory',
          ok: false,
          message: `the data directory ${dir} is not a directory, or is below a file: set DATA_DIR to another directory`,
        },
      ]);
      expect(findings.map(({ check }) => check)).not.to.include('database');
    }
  });
});
