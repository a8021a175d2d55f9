import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';

/** The part of the OTLP schema that the tests read. */
const SCHEMA = `syntax = "proto3";
message Traces { repeated ResourceSpans resourceSpans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scopeSpans = 2; }
message ScopeSpans { repeated Span spans = 2; }
message Span {
  bytes traceId = 1; bytes spanId = 2; bytes parentSpanId = 4; string name = 5; int32 kind = 6;
  fixed64 start = 7; fixed64 end = 8; repeated KeyValue attributes = 9; Status status = 15;
}
message Status { int32 code = 3; }
message Metrics { repeated ResourceMetrics resourceMetrics = 1; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scopeMetrics = 2; }
message ScopeMetrics { repeated Metric metrics = 2; }
message Metric { string name = 1; string description = 2; string unit = 3; Numbers gauge = 5; Numbers sum = 7; Histogram histogram = 9; }
message Numbers { repeated NumberPoint points = 1; int32 temporality = 2; bool isMonotonic = 3; }
message NumberPoint { double value = 4; repeated KeyValue attributes = 7; }
message Histogram { repeated HistogramPoint points = 1; int32 temporality = 2; }
message HistogramPoint {
  fixed64 count = 4; double sum = 5; repeated fixed64 bucketCounts = 6; repeated double bounds = 7; repeated KeyValue attributes = 9;
}
message Resource { repeated KeyValue attributes = 1; }
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue { oneof value { string text = 1; bool flag = 2; int64 whole = 3; double number = 4; } }
`;
const { root } = protobuf.parse(SCHEMA, { keepCase: true });
const CONVERSION = { bytes: String, longs: Number, arrays: true } as const;

export interface ReceivedSpan {
  /** IDs in base64. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly failed: boolean;
}

export interface ReceivedMetric {
  readonly name: string;
  readonly type: 'gauge' | 'sum' | 'histogram';
  readonly points: readonly any[];
}

/** Receiver of traces and metrics on loopback. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Metrics of the latest export. */
  metrics(): readonly ReceivedMetric[];
  /** Attributes of the latest resource. */
  resource(): Readonly<Record<string, unknown>>;
  /** Values of a header in all requests. */
  headers(name: string): readonly unknown[];
  stop(): Promise<void>;
}

const attributesOf = (list: readonly { key: string; value: Record<string, never> }[] = []): Record<string, never> =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]!]));

/** Starts a receiver of OTLP over HTTP in the binary encoding. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  let metrics: readonly ReceivedMetric[] = [];
  let resource: Record<string, unknown> = {};
  const received: Record<string, unknown>[] = [];
  const decode = (type: string, body: Buffer): any => {
    const message = root.lookupType(type);
    return message.toObject(message.decode(body), CONVERSION);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(request.headers);
      const body = Buffer.concat(chunks);
      if (request.url === '/v1/traces')
        for (const { resource: of, scopeSpans } of decode('Traces', body).resourceSpans) {
          resource = attributesOf(of.attributes);
          for (const span of scopeSpans.flatMap((scope: any) => scope.spans))
            spans.push({ ...span, attributes: attributesOf(span.attributes), failed: span.status?.code === 2 });
        }
      if (request.url === '/v1/metrics')
        metrics = decode('Metrics', body)
          .resourceMetrics.flatMap(({ scopeMetrics }: any) => scopeMetrics.flatMap((scope: any) => scope.metrics))
          .map(({ name, gauge, sum, histogram }: any) => ({
            name,
            type: gauge ? 'gauge' : sum ? 'sum' : 'histogram',
            points: (gauge ?? sum ?? histogram).points.map((point: any) => ({
              ...point,
              attributes: attributesOf(point.attributes),
            })),
          }));
      response.setHeader('content-type', 'application/x-protobuf').end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics: () => metrics,
    resource: () => resource,
    headers: (name) => received.map((headers) => headers[name]),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
