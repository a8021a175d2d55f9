import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { createLogger } from '../../src/adapters/log.ts';
import { startOpenTelemetry } from '../../src/adapters/telemetry/open-telemetry.ts';
import { summarize } from '../../src/adapters/telemetry/trace-statements.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance } from '../../src/instance.ts';
import { onEveryBackend, QUICK_START, testEnvironment } from '../support/backends.ts';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../support/servers/otlp-receiver.ts';
import { until } from '../support/until.ts';
import { apiOf, must } from '../support/world.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
const SECRET = 'a-title-that-no-trace-contains';

onEveryBackend('OTEL_EXPORTER_OTLP_ENDPOINT', (backend) => {
  let receiver: OtlpReceiver;
  let spans: readonly ReceivedSpan[];
  before(async function () {
    receiver = await startOtlpReceiver();
    const url = await backend.database();
    const instance = await startInstance(
      readConfig(
        testEnvironment({
          ...(url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url }),
          OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
          OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b, x-other=1',
          OTEL_SERVICE_NAME: 'quire-test',
        }),
      ),
      { welcome: false, drainMs: 1_000, ...QUICK_START },
    );
    try {
      const api = apiOf(instance, instance.adminToken);
      const [organization] = must(await api.get('/v1/orgs'), 200).items;
      const traced = { traceparent: `00-${TRACE}-${PARENT}-01` };
      const space = must(await api.post(`/v1/orgs/${organization.id}/spaces`, { title: SECRET }, traced), 201);
      must(await apiOf(instance).get('/healthz'), 200);
      must(await api.get(`/v1/spaces/${space.id}/nothing?token=${SECRET}`), 404);
      const source = { url: 'http://127.0.0.1:1/secret-path', source: 'html' };
      await api.post(`/v1/spaces/${space.id}/content/import`, source);
      must(
        await api.post(`/v1/spaces/${space.id}/git/import`, {
          url: 'http://127.0.0.1:1/repo.git',
          ref: 'refs/heads/main',
        }),
        204,
      );
      await until(async () => must(await api.get(`/v1/spaces/${space.id}/git/info`), 200).state === 'failed');
    } finally {
      await instance.stop();
    }
    spans = receiver.spans;
  });
  after(() => receiver.stop());

  const named = (name: string): ReceivedSpan => {
    const span = spans.find((each) => each.name === name);
    return span ?? expect.fail(`no span ${name} among ${[...new Set(spans.map((each) => each.name))].join(', ')}`);
  };

  it('gets a span of each request under its route pattern, which continues the trace of the caller', () => {
    const request = named('POST /v1/orgs/{organizationId}/spaces');
    expect(request).to.include({ traceId: base64(TRACE), parentSpanId: base64(PARENT), kind: 2, failed: false });
    expect(request.attributes).to.include({
      'http.request.method': 'POST',
      'http.route': '/v1/orgs/{organizationId}/spaces',
      'http.response.status_code': 201,
      'quire.operation': 'createSpace',
    });
    expect(request.attributes).to.include.keys('quire.request_id', 'quire.organization', 'enduser.id');
    expect(named('GET none').traceId).not.to.equal(base64(TRACE));
  });

  it('gets the use case within the request, and the statements within the use case', () => {
    const [request, useCase] = [named('POST /v1/orgs/{organizationId}/spaces'), named('createSpace')];
    expect(useCase).to.include({ traceId: request.traceId, parentSpanId: request.spanId });
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === useCase.spanId);
    if (backend.name === 'memory') return expect(statements).to.deep.equal([]);
    expect(statements.map(({ name }) => name)).to.include('INSERT spaces');
    for (const { kind, attributes } of statements) {
      expect(kind).to.equal(3);
      expect(attributes)
        .to.include.keys('db.query.text', 'quire.pool')
        .and.to.include({ 'db.system.name': 'postgresql' });
    }
  });

  it('gets jobs as traces of their own, and the host of outgoing requests', () => {
    expect(named('job import-git-repository')).to.include({ kind: 5 });
    expect(named('GET 127.0.0.1:1')).to.deep.include({
      kind: 3,
      attributes: { 'http.request.method': 'GET', 'server.address': '127.0.0.1:1', 'error.type': 'FetchError' },
    });
  });

  it('gets no health checks, values of statements, query strings, paths of other servers or tokens', () => {
    const text = JSON.stringify(spans);
    expect(spans.length).to.be.above(3);
    for (const secret of ['healthz', SECRET, 'secret-path', 'repo.git']) expect(text).not.to.include(secret);
  });

  it('gets the metrics of /metrics, with the name of the service and the given headers', () => {
    const metrics = new Map(receiver.metrics().map((metric) => [metric.name, metric]));
    const labels = { method: 'POST', route: '/v1/orgs/{organizationId}/spaces', status: '2xx' };
    const pointOf = (name: string, attributes: object): any =>
      metrics.get(name)?.points.find((point) => JSON.stringify(point.attributes) === JSON.stringify(attributes));
    expect(metrics.get('quire_http_requests_total')?.type).to.equal('sum');
    const { operation, ...rest } = { operation: 'createSpace', ...labels };
    expect(
      pointOf('quire_http_requests_total', { method: rest.method, route: rest.route, operation, status: rest.status })
        ?.value,
    ).to.equal(1);
    const histogram = pointOf('quire_http_request_seconds', labels);
    expect(histogram.count).to.equal(1);
    expect(histogram.bucketCounts).to.have.lengthOf(histogram.bounds.length + 1);
    expect(histogram.bucketCounts.reduce((sum: number, count: number) => sum + count, 0)).to.equal(1);
    expect(metrics.get('quire_jobs')?.type).to.equal('gauge');
    expect(receiver.resource()).to.include({ 'service.name': 'quire-test' }).and.to.include.keys('service.version');
    expect(new Set(receiver.headers('x-key'))).to.deep.equal(new Set(['a b']));
    expect(new Set(receiver.headers('x-other'))).to.deep.equal(new Set(['1']));
  });
});

describe('summarize', () => {
  it('names a statement by its verb and first table, not by a function', () => {
    const names = [
      'SELECT id FROM unnest($1::text[]) AS id JOIN spaces USING (id)',
      'INSERT INTO events (id) VALUES ($1)',
      'insert into "users" ("id") values ($1)',
      'UPDATE ONLY_ONE SET a = 1',
      'SELECT graphile_worker.add_job($1)',
      'DELETE FROM graphile_worker.jobs',
      '',
    ].map(summarize);
    expect(names).to.deep.equal([
      'SELECT spaces',
      'INSERT events',
      'INSERT users',
      'UPDATE ONLY_ONE',
      'SELECT',
      'DELETE graphile_worker.jobs',
      'CONNECT',
    ]);
  });
});

describe('startOpenTelemetry', () => {
  it('gives each log line of a span the IDs of the trace and the span', async () => {
    const receiver = await startOtlpReceiver();
    const { tracer, stop } = startOpenTelemetry({
      endpoint: receiver.url,
      headers: {},
      serviceName: 'quire',
      version: '1',
      metricIntervalMs: 60_000,
    });
    const lines: any[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }, () => tracer.current());
    log.info('outside');
    await tracer.run({ name: 'a' }, async () => log.info('inside'), { traceparent: `00-${TRACE}-${PARENT}-01` });
    await tracer.run({ name: 'b' }, async () => log.info('not sampled'), { traceparent: `00-${TRACE}-${PARENT}-00` });
    await tracer.run({ name: 'c' }, () => Promise.reject(new Error('x'))).catch(() => {});
    await stop();
    await receiver.stop();
    expect(lines[0]).not.to.have.any.keys('traceId', 'spanId');
    expect(lines[1])
      .to.include({ traceId: TRACE })
      .and.to.have.property('spanId')
      .match(/^[0-9a-f]{16}$/);
    expect(lines[2]).not.to.have.any.keys('traceId', 'spanId');
    expect(receiver.spans.map(({ name, failed }) => [name, failed])).to.deep.equal([
      ['a', false],
      ['c', true],
    ]);
  });

  it('stops although the receiver cannot be reached', async () => {
    const telemetry = startOpenTelemetry({
      endpoint: 'http://127.0.0.1:1',
      headers: {},
      serviceName: 'quire',
      version: '1',
      metricIntervalMs: 60_000,
    });
    await telemetry.tracer.run({ name: 'a' }, async () => {});
    await telemetry.stop();
  });

  it('reports once that the receiver cannot be reached', async () => {
    const telemetry = startOpenTelemetry({
      endpoint: 'http://127.0.0.1:1',
      headers: {},
      serviceName: 'quire',
      version: '1',
      metricIntervalMs: 100,
    });
    const reports: string[] = [];
    telemetry.reportFailures(({ message }) => void reports.push(message));
    telemetry.exportMetrics(async () => []);
    await telemetry.tracer.run({ name: 'a' }, async () => {});
    await until(() => reports.length > 0);
    await telemetry.stop();
    expect(reports).to.have.length(1);
  });

  it('is not loaded without a receiver', () => {
    const script = `const { readConfig } = await import('./src/config/read-config.ts'); const { startInstance } = await import('./src/instance.ts');
      const { createRequire } = await import('node:module');
      const instance = await startInstance(readConfig({ ...process.env, PERSISTENCE: 'memory', PORT: '0', LOG_LEVEL: 'silent' }), { welcome: false });
      await instance.stop();
      const loaded = Object.keys(createRequire(import.meta.url).cache).filter((path) => /@opentelemetry.(?!api[/])/.test(path));
      process.stdout.write(JSON.stringify(loaded)); process.exit(0);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, ...testEnvironment({ PERSISTENCE: 'memory' }) },
    });
    expect(stdout, stderr).to.equal('[]');
  });
});
