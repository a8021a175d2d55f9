import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigurationError, readConfig } from '../../src/config/read-config.ts';
import { temporaryFolder } from '../support/backends.ts';

/** Returns the lines of the error for settings. */
function complaints(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigurationError);
    return (error as Error).message.split('\n');
  }
  return expect.fail(`${JSON.stringify(env)} was taken`);
}

describe('readConfig', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).to.deep.include({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: undefined,
      dataDir: './data',
      databaseUrl: undefined,
      databaseReadUrl: undefined,
      persistence: 'postgresql',
      gitProtocols: ['http', 'https'],
      gitFileRoots: [],
      allowPrivateNetworks: [],
      logLevel: 'info',
    });
    expect(readConfig({}).limits).to.deep.equal({
      body: 1_048_576,
      contentBody: 20_971_520,
      file: 20_971_520,
      archive: 268_435_456,
    });
    expect(readConfig({}).s3).to.equal(undefined);
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', ADMIN_TOKEN: '', ADMIN_TOKEN_FILE: '' })).to.deep.equal(
      readConfig({}),
    );
  });

  it('parses lists, and reduces the public URL to its origin', () => {
    const read = readConfig({
      PUBLIC_URL: 'https://Docs.example.com:443//',
      ALLOW_PRIVATE_NETWORKS: ' 10.0.0.0/8, fd00::/8,,192.168.1.1',
      GIT_PROTOCOLS: 'https,file',
    });
    expect(read).to.deep.include({
      publicUrl: 'https://docs.example.com',
      allowPrivateNetworks: ['10.0.0.0/8', 'fd00::/8', '192.168.1.1'],
      gitProtocols: ['https', 'file'],
    });
  });

  it('reads a secret from a file, and rejects it from two sources', () => {
    const file = join(temporaryFolder(), 'token');
    writeFileSync(file, '  a-token-from-a-file-0123456789\n');
    expect(readConfig({ ADMIN_TOKEN_FILE: file }).adminToken).to.equal('a-token-from-a-file-0123456789');
    expect(complaints({ ADMIN_TOKEN_FILE: file, ADMIN_TOKEN: 'another-token-0123456789' })).to.deep.equal([
      'ADMIN_TOKEN and ADMIN_TOKEN_FILE are both set; set only one',
    ]);
  });

  for (const [variable, edges] of [
    ['PORT', ['0', '65535']],
    ['TRUST_PROXY', ['0', '10']],
    ['DATABASE_CONNECTIONS', ['2', '200']],
    ['TRANSFER_IDLE_MS', ['100', '3600000']],
    ['JOB_CONCURRENCY', ['1', '100']],
    ['RENDERING_TIME_LIMIT_MS', ['100', '60000']],
    ['TRANSLATION_CONCURRENCY', ['1', '64']],
    ['TRANSLATION_REQUESTS_PER_MINUTE', ['1', '100000']],
    ['BODY_LIMIT_BYTES', ['1024', '1073741824']],
    ['BODY_MEMORY_BYTES', ['41943040', '68719476736']],
    ['RATE_LIMIT_WRITE', ['0', '1000000000']],
    ['CONNECTIONS_PER_ADDRESS', ['0', '1000000']],
    ['FILE_LIMIT_BYTES', ['1024', '2146435072']],
    ['ARCHIVE_LIMIT_BYTES', ['1024', '2146435072']],
    ['ADMIN_TOKEN', ['x'.repeat(20), 'x'.repeat(512)]],
    ['SECRET_KEY', ['x'.repeat(32)]],
  ] as const)
    it(`accepts ${variable} at its limits`, () => edges.forEach((value) => readConfig({ [variable]: value })));

  for (const [variable, value] of [
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['PUBLIC_URL', 'docs.example.com'],
    ['PUBLIC_URL', 'ftp://docs.example.com'],
    ['PUBLIC_URL', 'https://docs.example.com/?a=b'],
    ['PUBLIC_URL', 'https://docs.example.com/#a'],
    ['PUBLIC_URL', 'https://docs.example.com/quire'],
    ['PUBLIC_URL', 'https://me:secret@docs.example.com'],
    ['DATABASE_URL', 'mysql://localhost/quire'],
    ['DATABASE_URL', 'postgresql://quire:50%off@localhost/quire'],
    ['DATABASE_URL', 'postgresql://quire@localhost'],
    ['DATABASE_URL', 'postgresql://quire@localhost/?sslmode=disable'],
    ['DATABASE_URL', 'postgresql://quire@localhost/quire?sslmode=verify_full'],
    ['DATABASE_READ_URL', 'mysql://localhost/quire'],
    ['DATABASE_READ_URL', 'postgresql://one/quire'],
    ['DATABASE_READ_URL', 'postgresql://one,two/quire'],
    ['TRUST_PROXY', '11'],
    ['TRUST_PROXY', 'true'],
    ['DATABASE_CONNECTIONS', '1'],
    ['DATABASE_CONNECTIONS', '201'],
    ['PERSISTENCE', 'floppy'],
    ['ADMIN_TOKEN', 'x'.repeat(19)],
    ['ADMIN_TOKEN', 'x'.repeat(513)],
    ['ADMIN_TOKEN', 'with spaces, which no header can carry'],
    ['ADMIN_TOKEN_FILE', '/nowhere/at/all'],
    ['SECRET_KEY', 'x'.repeat(31)],
    ['ALLOW_PRIVATE_NETWORKS', 'everything'],
    ['ALLOW_PRIVATE_NETWORKS', '10.0.0.0/33'],
    ['GIT_PROTOCOLS', 'ssh'],
    ['BODY_LIMIT_BYTES', '1023'],
    ['BODY_MEMORY_BYTES', '41943039'],
    ['RATE_LIMIT_READ', '-1'],
    ['CONNECTIONS_PER_ADDRESS', '-1'],
    ['METRICS_TOKEN', 'x'.repeat(19)],
    ['ALLOWED_ORIGINS', 'https://a.example/'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://a.example,null'],
    ['ALLOWED_ORIGINS', 'https://A.example'],
    ['RATE_LIMIT_HEAVY', '1000000001'],
    ['BODY_LIMIT_BYTES', '1e6'],
    ['CONTENT_BODY_LIMIT_BYTES', '0'],
    ['CONTENT_CACHE_BYTES', 'lots'],
    ['TRANSFER_IDLE_MS', '99'],
    ['TRANSFER_IDLE_MS', '3600001'],
    ['JOB_CONCURRENCY', '0'],
    ['RENDERING_TIME_LIMIT_MS', '99'],
    ['RENDERING_TIME_LIMIT_MS', '60001'],
    ['LOG_LEVEL', 'loud'],
    ['FILE_LIMIT_BYTES', '1023'],
    ['ARCHIVE_LIMIT_BYTES', '1023'],
    ['ARCHIVE_LIMIT_BYTES', '2146435073'],
    ['BLOB_STORE', 'tape'],
    ['S3_ENDPOINT', 's3.example.com'],
    ['S3_REGION', 'not a region'],
    ['S3_BUCKET', '../bucket'],
    ['S3_PREFIX', '/from-the-root'],
    ['S3_FORCE_PATH_STYLE', 'yes please'],
    ['ADMIN_TOKEN', `qs_${'a'.repeat(32)}`],
  ] as const)
    it(`rejects ${JSON.stringify(value.slice(0, 40))} as ${variable} in one line without repeating the value`, () => {
      const said = complaints({ [variable]: value });
      expect(said).to.have.lengthOf(1);
      expect(said[0]).to.match(new RegExp(`^${variable}: .{5,}`));
      if (value.length > 4 && !variable.endsWith('_FILE')) expect(said[0]).not.to.include(value);
    });

  it('states the permitted values and lengths of a setting', () => {
    for (const [settings, expected] of [
      [{ TRUST_FORWARDED_HOST: 'yes' }, 'TRUST_FORWARDED_HOST: must be true or false'],
      [{ QUIRE_ROLE: 'none' }, 'QUIRE_ROLE: must be all, web or worker'],
      [{ OTEL_SERVICE_NAME: 'x'.repeat(201) }, 'OTEL_SERVICE_NAME: must have at most 200 characters'],
    ] as const)
      expect(complaints(settings)).to.deep.equal([expected]);
    const file = join(temporaryFolder(), 'empty');
    writeFileSync(file, '\n');
    expect(complaints({ ASK_MODEL_FILE: file })).to.deep.equal(['ASK_MODEL: must not be empty']);
  });

  it('verifies the certificate of the database where the mode of encryption says so in other words', () => {
    const url = (mode: string) => `postgresql://quire:s%2Cecret@one:5433,two/docs?sslmode=${mode}`;
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
      expect(readConfig({ DATABASE_URL: url(mode) }).databaseUrl).to.equal(url('verify-full'));
    for (const mode of ['disable', 'no-verify', 'require&uselibpqcompat=true'])
      expect(readConfig({ DATABASE_URL: url(mode) }).databaseUrl).to.equal(url(mode));
  });

  it('requires the settings of S3-compatible storage only if it is selected', () => {
    const settings = { BLOB_STORE: 's3', S3_BUCKET: 'docs', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const amazon = {
      endpoint: undefined,
      region: 'us-east-1',
      bucket: 'docs',
      prefix: '',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      pathStyle: false,
    };
    expect(readConfig(settings).s3).to.deep.equal(amazon);
    const own = { S3_ENDPOINT: 'http://minio:9000', S3_REGION: 'eu-1', S3_PREFIX: 'quire/' };
    expect(readConfig({ ...settings, ...own }).s3).to.deep.equal({
      ...amazon,
      endpoint: 'http://minio:9000',
      region: 'eu-1',
      prefix: 'quire/',
      pathStyle: true,
    });
    expect(readConfig({ ...settings, ...own, S3_FORCE_PATH_STYLE: 'false' }).s3?.pathStyle).to.equal(false);
    expect(readConfig({ ...settings, S3_FORCE_PATH_STYLE: 'true' }).s3?.pathStyle).to.equal(true);
    const without = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map(
      (name) => `${name}: is required with BLOB_STORE=s3`,
    );
    expect(complaints({ BLOB_STORE: 's3' })).to.deep.equal(without);
    expect(readConfig({ ...settings, BLOB_STORE: 'disk' }).s3).to.equal(undefined);
  });

  it('shows no sites in frames with SITE_FRAMES=none, and some by default', () => {
    expect(readConfig({ SITE_FRAMES: 'none' }).siteFrames).to.deep.equal([]);
    expect(readConfig({ SITE_FRAMES: 'vimeo, figma' }).siteFrames).to.deep.equal(['vimeo', 'figma']);
    expect(readConfig({}).siteFrames).to.include('youtube');
    expect(() => readConfig({ SITE_FRAMES: 'none,vimeo' })).to.throw(/^SITE_FRAMES: must be none, or contain only/);
  });

  it('requires a mail server and a sender together', () => {
    const settings = { SMTP_URL: 'smtp://quire:p%40ss@mail.example:587', SMTP_FROM: 'Docs <docs@quire.example>' };
    expect(readConfig({}).smtp).to.equal(undefined);
    expect(readConfig(settings).smtp).to.deep.equal({ url: settings.SMTP_URL, from: settings.SMTP_FROM });
    expect(readConfig({ SMTP_URL: 'smtps://mail.example', SMTP_FROM: 'docs@quire.example' }).smtp?.from).to.equal(
      'docs@quire.example',
    );
    expect(complaints({ SMTP_URL: settings.SMTP_URL })).to.deep.equal(['SMTP_FROM: is required with SMTP_URL']);
    expect(complaints({ SMTP_FROM: settings.SMTP_FROM })).to.deep.equal(['SMTP_URL: is required with SMTP_FROM']);
    for (const SMTP_URL of ['https://mail.example', 'mail.example:25', 'smtp://'])
      expect(complaints({ ...settings, SMTP_URL }), SMTP_URL).to.have.lengthOf(1);
    for (const SMTP_FROM of [
      'nobody',
      'a@b@c',
      'Docs <docs@quire.example',
      'Docs\r\nBcc: x <a@b.example>',
      'a@b.example, c@d.example',
    ])
      expect(complaints({ ...settings, SMTP_FROM }), SMTP_FROM).to.have.lengthOf(1);
  });

  it('requires the settings of the translation engine, and knows its default URL', () => {
    expect(readConfig({}).translation).to.equal(undefined);
    expect(complaints({ TRANSLATION_ENGINE: 'openai' })).to.deep.equal([
      'TRANSLATION_MODEL: is required with TRANSLATION_ENGINE=openai',
    ]);
    expect(complaints({ TRANSLATION_ENGINE: 'deepl' })).to.deep.equal([
      'TRANSLATION_API_KEY: is required with TRANSLATION_ENGINE=deepl',
    ]);
    expect(complaints({ TRANSLATION_ENGINE: 'libretranslate' })).to.deep.equal([
      'TRANSLATION_URL: is required with TRANSLATION_ENGINE=libretranslate',
    ]);
    expect(complaints({ TRANSLATION_ENGINE: 'babel' })).to.have.lengthOf(1);
    expect(readConfig({ TRANSLATION_ENGINE: 'apertium' }).translation).to.deep.equal({
      engine: 'apertium',
      url: undefined,
      key: undefined,
      model: undefined,
      concurrency: 4,
      requestsPerMinute: undefined,
    });
    const urlOf = (more: Record<string, string>) =>
      readConfig({ TRANSLATION_MODEL: 'm', TRANSLATION_API_KEY: 'k', ...more }).translation?.url;
    expect(urlOf({ TRANSLATION_ENGINE: 'openai' })).to.equal('https://api.openai.com/v1');
    expect(urlOf({ TRANSLATION_ENGINE: 'openai', TRANSLATION_URL: 'http://localhost:11434/v1/' })).to.equal(
      'http://localhost:11434/v1',
    );
    expect(urlOf({ TRANSLATION_ENGINE: 'deepl' })).to.equal('https://api.deepl.com');
    expect(urlOf({ TRANSLATION_ENGINE: 'deepl', TRANSLATION_API_KEY: 'k:fx' })).to.equal('https://api-free.deepl.com');
  });

  it('reports all invalid settings at once', () => {
    expect(
      complaints({ PORT: 'x', LOG_LEVEL: 'loud', SECRET_KEY: 'short' }).map((line) => line.split(':')[0]),
    ).to.have.members(['PORT', 'LOG_LEVEL', 'SECRET_KEY']);
  });
});
