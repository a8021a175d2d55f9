import { ValueType } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type CollectionResult,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';

/** Metrics as the Prometheus library gives them: cumulative, a histogram with one value for each bucket. */
export type PrometheusMetrics = readonly PrometheusMetric[];
export interface PrometheusMetric {
  readonly name: string;
  readonly help: string;
  readonly type: unknown;
  readonly values: readonly PrometheusValue[];
}
export interface PrometheusValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  /** Name of the series, such as `…_bucket`, if it is not the metric's. */
  readonly metricName?: string;
}

type HrTime = [seconds: number, nanoseconds: number];
const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];

/** Gives the metrics of `/metrics` to an exporter of OpenTelemetry, under the same names. */
export class PrometheusProducer implements MetricProducer {
  readonly #startTime = hrTime(Date.now());
  #read: () => Promise<PrometheusMetrics> = async () => [];

  setSource(read: () => Promise<PrometheusMetrics>): void {
    this.#read = read;
  }

  async collect(): Promise<CollectionResult> {
    const endTime = hrTime(Date.now());
    const read = await this.#read();
    const metrics = read.flatMap((metric) => this.#convert(metric, endTime) ?? []);
    return {
      resourceMetrics: {
        resource: resourceFromAttributes({}),
        scopeMetrics: [{ scope: { name: 'quire' }, metrics }],
      },
      errors: [],
    };
  }

  #convert({ name, help, type, values }: PrometheusMetric, endTime: HrTime): MetricData | undefined {
    const descriptor = { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE };
    const times = { startTime: this.#startTime, endTime };
    const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE } as const;
    if (type === 'histogram') {
      const dataPoints = histogramsOf(name, values).map(({ attributes, value }) => ({ ...times, attributes, value }));
      return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints };
    }
    const dataPoints = values
      .filter(({ metricName = name, value }) => metricName === name && Number.isFinite(value))
      .map(({ labels, value }) => ({ ...times, attributes: textLabels(labels), value }));
    if (type === 'counter') return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
    return type === 'gauge' ? { ...common, dataPointType: DataPointType.GAUGE, dataPoints } : undefined;
  }
}

const unitOf = (name: string): string => (/_seconds(_total)?$/.test(name) ? 's' : /_bytes$/.test(name) ? 'By' : '');

const textLabels = (labels: PrometheusValue['labels']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

interface HistogramPoint {
  readonly attributes: Record<string, string>;
  readonly value: {
    readonly count: number;
    readonly sum: number;
    readonly buckets: { readonly boundaries: number[]; readonly counts: number[] };
  };
}

/** Puts the series of a histogram together, one point for each set of labels. */
function histogramsOf(name: string, values: readonly PrometheusValue[]): HistogramPoint[] {
  const points = new Map<
    string,
    { attributes: Record<string, string>; sum: number; count: number; cumulative: [bound: number, count: number][] }
  >();
  for (const { labels, metricName, value } of values) {
    const { le, ...rest } = labels;
    const attributes = textLabels(rest);
    const key = JSON.stringify(attributes);
    const point = points.get(key) ?? { attributes, sum: 0, count: 0, cumulative: [] };
    points.set(key, point);
    if (metricName === `${name}_sum`) point.sum = value;
    else if (metricName === `${name}_count`) point.count = value;
    else if (le !== '+Inf') point.cumulative.push([Number(le), value]);
  }
  return [...points.values()].map(({ attributes, sum, count, cumulative }) => {
    const boundaries = cumulative.map(([bound]) => bound);
    const totals = [...cumulative.map(([, total]) => total), count];
    const counts = totals.map((total, i) => total - (totals[i - 1] ?? 0));
    return { attributes, value: { count, sum, buckets: { boundaries, counts } } };
  });
}
