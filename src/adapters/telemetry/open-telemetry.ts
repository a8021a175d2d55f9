import {
  context,
  metrics as globalMetrics,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { core, NodeSDK } from '@opentelemetry/sdk-node';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { EndedSpan, Span, SpanAttributes, SpanOptions, TraceHeaders, Tracer } from '../../ports/kernel/tracer.ts';
import { PrometheusProducer, type PrometheusMetrics } from './prometheus-producer.ts';

export interface OpenTelemetryOptions {
  /** Base URL of the receiver (OTLP over HTTP), without `/v1/traces`. */
  readonly endpoint: string;
  /** Headers of each request to the receiver. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly version: string;
  /** Milliseconds between two exports of metrics. */
  readonly metricIntervalMs: number;
}

/** Connection to a receiver of traces and metrics. */
export interface Telemetry {
  readonly tracer: Tracer;
  /** Sends these metrics at each interval from now on. */
  exportMetrics(read: () => Promise<PrometheusMetrics>): void;
  /** Calls `report` when traces or metrics could not be sent, at most once in ten minutes. */
  reportFailures(report: (error: Error) => void): void;
  /** Sends what is left and ends the connection. */
  stop(): Promise<void>;
}

/** Time between two reports of failures, in milliseconds. */
const REPORT_EVERY_MS = 10 * 60_000;
/** Time for sending what is left at the end, in milliseconds. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts the SDK of OpenTelemetry, which sends traces and metrics to a receiver. The SDK is global: a process has one.
 * Its other variables, such as OTEL_TRACES_SAMPLER and OTEL_RESOURCE_ATTRIBUTES, keep their meaning.
 */
export function startOpenTelemetry(options: OpenTelemetryOptions): Telemetry {
  const { endpoint, headers, serviceName, version, metricIntervalMs } = options;
  const base = endpoint.replace(/\/+$/, '');
  const producer = new PrometheusProducer();
  const sdk = new NodeSDK({
    serviceName,
    resource: resourceFromAttributes({ 'service.version': version }),
    instrumentations: [],
    logRecordProcessors: [],
    traceExporter: new OTLPTraceExporter({ url: `${base}/v1/traces`, headers: { ...headers } }),
    metricReaders: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics`, headers: { ...headers } }),
        exportIntervalMillis: metricIntervalMs,
        exportTimeoutMillis: Math.min(metricIntervalMs, 30_000),
        metricProducers: [producer],
      }),
    ],
  });
  sdk.start();
  return {
    tracer: new OpenTelemetryTracer(),
    exportMetrics: (read) => producer.setSource(read),
    reportFailures(report) {
      let quietUntil = 0;
      core.setGlobalErrorHandler((cause) => {
        if (performance.now() < quietUntil) return;
        quietUntil = performance.now() + REPORT_EVERY_MS;
        report(cause instanceof Error ? cause : new Error(String(cause)));
      });
    },
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_TIMEOUT_MS)));
      await Promise.race([sdk.shutdown().catch(() => {}), timeout]);
      clearTimeout(timer);
      core.setGlobalErrorHandler(core.loggingErrorHandler());
      for (const api of [trace, globalMetrics, propagation, context]) api.disable();
    },
  };
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** Tracer over the API of OpenTelemetry. */
class OpenTelemetryTracer implements Tracer {
  readonly #tracer = trace.getTracer('quire');

  run<T>(
    { name, kind, attributes }: SpanOptions,
    task: (span: Span) => Promise<T>,
    headers?: TraceHeaders,
  ): Promise<T> {
    const parent = headers === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, headers);
    const options = { kind: KINDS[kind ?? 'internal'], attributes: known(attributes) };
    return this.#tracer.startActiveSpan(name, options, parent, async (span) => {
      try {
        return await task(handleOf(span));
      } catch (error) {
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
        if (!(error instanceof DomainError)) span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  }

  record({ name, kind, attributes, ms, failed }: EndedSpan): void {
    // A statement outside of requests and jobs would be a trace of its own.
    if (trace.getActiveSpan() === undefined) return;
    const end = Date.now();
    const span = this.#tracer.startSpan(name, {
      kind: KINDS[kind ?? 'internal'],
      attributes: known(attributes),
      startTime: end - ms,
    });
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(end);
  }

  current(): { readonly traceId: string; readonly spanId: string } | undefined {
    const present = trace.getActiveSpan()?.spanContext();
    if (present === undefined || (present.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
    return { traceId: present.traceId, spanId: present.spanId };
  }
}

const handleOf = (span: OtelSpan): Span => ({
  rename: (name) => void span.updateName(name),
  describe: (attributes) => void span.setAttributes(known(attributes)),
  fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
});

const known = (attributes: SpanAttributes = {}): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as Attributes;
