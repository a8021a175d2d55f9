import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { parseAllDocuments } from 'yaml';
import { HEALTH_PATHS } from '../../src/adapters/http/system/health.handlers.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { SETTING_NAMES } from '../../src/config/settings.ts';
import { temporaryFolder } from '../support/backends.ts';

const files = readdirSync('deploy', { recursive: true, encoding: 'utf8' }).map((name) => `deploy/${name}`);
const read = (path: string): string => readFileSync(path, 'utf8');
const yamlFiles = files.filter((name) => name.endsWith('.yaml'));

/** Names of all metrics: those of the guide, which the tests of /metrics compare with the exported ones, and of Node.js. */
function exportedMetrics(): ReadonlySet<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const own = [...read('docs/guide/running/monitoring.md').matchAll(/^\| `(quire_\w+)`/gm)].map(([, name]) => name!);
  const names = [...own, ...registry.getMetricsAsArray().map(({ name }) => name)];
  return new Set(['up', ...names.flatMap((name) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`])]);
}

/** Names of metrics in PromQL: words before a selector, and words that look like metrics. */
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:quire|nodejs|process)_[a-z0-9_]+\b|\bup(?=\{)/g)].map(([name]) => name);

describe('The files in deploy', () => {
  it('are valid YAML and JSON', () => {
    for (const name of yamlFiles)
      for (const document of parseAllDocuments(read(name), { merge: true }))
        expect(document.errors, name).to.deep.equal([]);
    for (const name of files.filter((each) => each.endsWith('.json'))) JSON.parse(read(name));
  });

  it('name only metrics that Quire exports', () => {
    const exported = exportedMetrics();
    for (const name of ['deploy/monitoring/alerts.yaml', 'deploy/monitoring/dashboard.json']) {
      const used = [...new Set(metricsIn(read(name)))];
      expect(used.length, name).to.be.above(8);
      expect(
        used.filter((metric) => !exported.has(metric)),
        name,
      ).to.deep.equal([]);
    }
  });

  it('show every metric of Quire in the dashboard', async () => {
    const shown = metricsIn(read('deploy/monitoring/dashboard.json')).map((name) => name.replace(/_(bucket|sum)$/, ''));
    const own = [...read('docs/guide/running/monitoring.md').matchAll(/^\| `(quire_\w+)`/gm)].map(([, name]) => name!);
    const unseen = ['quire_cache_entries'];
    expect(own.filter((name) => !shown.includes(name) && !unseen.includes(name))).to.deep.equal([]);
  });

  it('group metrics only by labels that they have', () => {
    const labels = new Map(
      [...read('docs/guide/running/monitoring.md').matchAll(/^\| `(quire_\w+)` \| \w+ \| ([^|]*) \|/gm)].map(
        ([, name, listed]) => [name!, [...listed!.matchAll(/`(\w+)`/g)].map(([, label]) => label!)],
      ),
    );
    const expressions = (name: string): string[] =>
      [...read(name).matchAll(/"?expr"?: (.+)$/gm)].map(([, expression]) => expression!);
    for (const name of ['deploy/monitoring/alerts.yaml', 'deploy/monitoring/dashboard.json'])
      for (const expression of expressions(name)) {
        const known = metricsIn(expression).flatMap((metric) => labels.get(metric.replace(/_(bucket|sum)$/, '')) ?? []);
        const used = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(', '));
        expect([...known, 'instance', 'le'], expression).to.include.members(used);
      }
  });

  it('set only variables that are settings', () => {
    const known = new Set([
      'NODE_ENV',
      'NODE_OPTIONS',
      // Of the C library.
      'MALLOC_TRIM_THRESHOLD_',
      ...SETTING_NAMES,
      ...SETTING_NAMES.map((name) => `${name}_FILE`),
    ]);
    const texts: readonly [string, RegExp][] = [
      ['deploy/Dockerfile', /\b([A-Z][A-Z0-9_]+)=/g],
      ['deploy/systemd/quire.service', /\b([A-Z][A-Z0-9_]+)=(?!$)/g],
      ['deploy/kubernetes/quire.yaml', /^ {2}([A-Z][A-Z0-9_]+):/gm],
      ...['embedded', 'postgresql', 'cluster'].map(
        (name) => [`deploy/compose/${name}.yaml`, /^ +((?!POSTGRES_|MINIO_)[A-Z][A-Z0-9_]+):/gm] as [string, RegExp],
      ),
    ];
    for (const [name, pattern] of texts) {
      const set = [...read(name).matchAll(pattern)]
        .map(([, variable]) => variable!)
        .filter((variable) => variable !== 'NODE_IMAGE');
      expect(set.length, name).to.be.above(0);
      expect(
        set.filter((variable) => !known.has(variable)),
        name,
      ).to.deep.equal([]);
    }
  });

  describe('of a deployment', () => {
    const documents = (name: string): any[] =>
      parseAllDocuments(read(name), { merge: true }).map((document) => document.toJS());
    const [map, deployment, service, , ingress] = documents('deploy/kubernetes/quire.yaml');
    const pod = deployment.spec.template;
    const [container] = pod.spec.containers;
    const compose = ['embedded', 'postgresql', 'cluster'].map((name) => documents(`deploy/compose/${name}.yaml`)[0]);
    const image = read('deploy/Dockerfile');
    const imagePort = Number(/\bPORT=(\d+)/.exec(image)![1]);
    /** Nodes of the compose files with their settings. */
    const nodes = compose.flatMap(({ services }) => Object.values<any>(services).filter(({ build }) => build));
    const config = (environment: Record<string, string>) => readConfig({ PERSISTENCE: 'memory', ...environment });

    it('ask for the state of a node at its paths', () => {
      const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe) => container[probe].httpGet);
      for (const { path, port } of probes) expect([HEALTH_PATHS.includes(path), port]).to.deep.equal([true, 'http']);
      expect(image).to.match(/HEALTHCHECK[^]+PORT\}\/readyz`/);
      for (const name of ['kubernetes/quire.yaml', 'compose/Caddyfile'])
        expect(read(`deploy/${name}`)).to.include('/readyz');
    });

    it('do not restart a node while it migrates the database, however long that takes', () => {
      for (const probe of ['startupProbe', 'livenessProbe'])
        expect(container[probe].httpGet.path, probe).to.equal('/healthz');
      expect(container.readinessProbe.httpGet.path).to.equal('/readyz');
    });

    it('give containers a first process that reaps orphans, which Node.js does not', () => {
      expect(nodes.map(({ init }) => init)).to.deep.equal([true, true, true, true]);
      expect(read('docs/guide/running/installation.md')).to.include('docker run --init ');
    });

    it('keep the secrets of the compose files out of Git and of images', () => {
      for (const name of ['.gitignore', 'deploy/Dockerfile.dockerignore'])
        expect(read(name).split('\n'), name).to.include('deploy/compose/secrets');
    });

    it('use the ports of the image and of the metrics', () => {
      expect(image).to.include(`EXPOSE ${imagePort}\n`);
      const ports = Object.fromEntries(container.ports.map((port: any) => [port.name, port.containerPort]));
      expect(ports).to.deep.equal({ http: imagePort, metrics: Number(map.data.METRICS_PORT) });
      expect(pod.metadata.annotations['prometheus.io/port']).to.equal(map.data.METRICS_PORT);
      expect(service.spec.ports.map(({ targetPort }: any) => targetPort)).to.deep.equal(['http']);
      expect(ingress.spec.rules[0].http.paths[0].backend.service).to.deep.equal({
        name: service.metadata.name,
        port: { name: 'http' },
      });
      for (const { ports: published = [] } of nodes)
        for (const port of published) expect(port).to.match(new RegExp(`^127\\.0\\.0\\.1:\\d+:${imagePort}$`));
      const { services } = compose.at(-1);
      const names = Object.keys(services).filter((name) => services[name].build);
      expect(read('deploy/compose/Caddyfile')).to.include(names.map((name) => `${name}:${imagePort}`).join(' '));
      const [{ scrape_configs: scraped }] = documents('deploy/monitoring/prometheus.yaml');
      expect(scraped[0].static_configs[0].targets).to.deep.equal(
        names.map((name) => `${name}:${services[name].environment.METRICS_PORT}`),
      );
    });

    it('give a node the time that it needs to stop', () => {
      const stops = [
        { seconds: pod.spec.terminationGracePeriodSeconds, environment: map.data },
        ...nodes.map(({ stop_grace_period: period, environment }) => ({ seconds: parseInt(period), environment })),
      ];
      expect(stops).to.have.length(5);
      for (const {
        seconds,
        environment: { DRAIN_DELAY_MS = '0' },
      } of stops) {
        const { drainMs, drainDelayMs } = config({ DRAIN_DELAY_MS });
        expect(seconds * 1_000).to.be.above(drainMs + drainDelayMs);
      }
    });
  });

  /** Runs a program on a file; skips the test where the program is missing, except in CI. */
  const accepts = (context: Mocha.Context, program: string, args: readonly string[]): void => {
    const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (error !== undefined && process.env['CI'] !== '1') context.skip();
    expect(status, `${error ?? ''}${stdout}${stderr}`).to.equal(0);
  };

  it('have alert rules and a configuration that promtool accepts', function () {
    accepts(this, 'promtool', ['check', 'rules', 'deploy/monitoring/alerts.yaml']);
    accepts(this, 'promtool', ['check', 'config', 'deploy/monitoring/prometheus.yaml']);
  });

  it('have alerts that count the jobs of all kinds once, although each node states them', function () {
    const series = ['one', 'two'].flatMap((instance) =>
      [
        ['import', 'failed', 2],
        ['mail', 'failed', 3],
        ['import', 'waiting', 60],
        ['mail', 'waiting', 70],
      ].map(([kind, state, jobs]) => ({
        series: `quire_jobs{job="quire", instance="${instance}", kind="${kind}", state="${state}"}`,
        values: `${jobs}x60`,
      })),
    );
    const alert = (alertname: string, summary: string, description: string) => ({
      eval_time: '50m',
      alertname,
      exp_alerts: [{ exp_labels: { severity: 'warning' }, exp_annotations: { summary, description } }],
    });
    const file = join(temporaryFolder(), 'test.json');
    const tests = {
      rule_files: [resolve('deploy/monitoring/alerts.yaml')],
      tests: [
        {
          interval: '1m',
          input_series: series,
          alert_rule_test: [
            alert('QuireJobsFailed', '5 background jobs have failed for good', 'The log has the reason of each.'),
            alert(
              'QuireJobsWaiting',
              'More than 100 background jobs have been waiting for half an hour',
              'Raise JOB_CONCURRENCY or add a node.',
            ),
          ],
        },
      ],
    };
    writeFileSync(file, JSON.stringify(tests));
    accepts(this, 'promtool', ['test', 'rules', file]);
  });
});

describe('docs/guide/running/settings.md', () => {
  it('lists every setting, and nothing else', () => {
    const rows = ['settings', 'files'].flatMap((page) =>
      read(`docs/guide/running/${page}.md`)
        .split('\n')
        .filter((line) => line.startsWith('| `'))
        .map((line) => line.split(' | ')[0]!),
    );
    const listed = rows.flatMap((row) => [...row.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!));
    expect(SETTING_NAMES.filter((name) => !listed.includes(name))).to.deep.equal([]);
    expect(listed.filter((name) => !SETTING_NAMES.includes(name))).to.deep.equal([]);
  });
});
