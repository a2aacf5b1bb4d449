import type { Family, Labels, Sample } from './exposition.ts';

/** Point of time of an export and of the process's start, in epoch milliseconds. */
export interface Period {
  readonly startedAt: number;
  readonly at: number;
}

/** Units of OpenTelemetry (UCUM) by the end of a name of Prometheus. */
const UNITS: readonly (readonly [end: string, unit: string])[] = [
  ['_seconds', 's'],
  ['_bytes', 'By'],
];

/** Names that OpenTelemetry's conventions have for a family or a label. */
const NAMES: Readonly<Record<string, string>> = {
  http_server_request_duration: 'http.server.request.duration',
  process_cpu: 'process.cpu.time',
  process_resident_memory: 'process.memory.usage',
  nodejs_eventloop_delay: 'nodejs.eventloop.delay',
  http_request_method: 'http.request.method',
  http_response_status_code: 'http.response.status_code',
  http_route: 'http.route',
};

const TEMPORALITY_CUMULATIVE = 2;

/** The families as the body of an OTLP export in JSON. A bucket's count is its own, not that of all below it as with Prometheus. */
export function otlpOf(families: readonly Family[], serviceName: string, period: Period): object {
  return {
    resourceMetrics: [
      {
        resource: { attributes: attributesOf({ 'service.name': serviceName }) },
        scopeMetrics: [
          {
            scope: { name: 'scout' },
            metrics: families
              .filter(({ samples }) => samples.length > 0)
              .map((family) => metricOf(family, period)),
          },
        ],
      },
    ],
  };
}

function metricOf({ name, help, type, samples }: Family, period: Period): object {
  const plain = name.replace(/_total$/, '');
  const [end = '', unit = '1'] = UNITS.find(([one]) => plain.endsWith(one)) ?? [];
  const stem = end === '' ? plain : plain.slice(0, -end.length);
  const named = { name: NAMES[stem] ?? stem.replace(/^scout_/, 'scout.'), description: help, unit };
  if (type === 'gauge')
    return { ...named, gauge: { dataPoints: samples.map((sample) => pointOf(sample, period)) } };
  const cumulative = { aggregationTemporality: TEMPORALITY_CUMULATIVE };
  if (type === 'counter') {
    const dataPoints = samples.map((sample) => ({ ...startOf(period), ...pointOf(sample, period) }));
    return { ...named, sum: { dataPoints, isMonotonic: true, ...cumulative } };
  }
  return { ...named, histogram: { dataPoints: histogramsOf(samples, period), ...cumulative } };
}

const startOf = ({ startedAt }: Period) => ({ startTimeUnixNano: nanoseconds(startedAt) });

const pointOf = ({ labels = {}, value }: Sample, { at }: Period) => ({
  attributes: attributesOf(labels),
  timeUnixNano: nanoseconds(at),
  asDouble: value,
});

function histogramsOf(samples: readonly Sample[], period: Period): object[] {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...rest } = {} }) => JSON.stringify(rest));
  return [...series.values()].map((parts) => {
    const buckets = parts.filter(({ suffix }) => suffix === '_bucket');
    const sampleOf = (end: string) => parts.find(({ suffix }) => suffix === end)?.value ?? 0;
    const { le: _, ...labels } = parts[0]!.labels ?? {};
    return {
      attributes: attributesOf(labels),
      ...startOf(period),
      timeUnixNano: nanoseconds(period.at),
      count: String(sampleOf('_count')),
      sum: sampleOf('_sum'),
      explicitBounds: buckets.flatMap(({ labels: { le } = {} }) => (typeof le === 'number' ? [le] : [])),
      bucketCounts: buckets.map(({ value }, index) => String(value - (buckets[index - 1]?.value ?? 0))),
    };
  });
}

const attributesOf = (labels: Labels) =>
  Object.entries(labels).map(([key, value]) => ({
    key: NAMES[key] ?? key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

/** Epoch nanoseconds as text: they exceed what a number holds. */
const nanoseconds = (milliseconds: number): string => `${BigInt(Math.round(milliseconds)) * 1_000_000n}`;
