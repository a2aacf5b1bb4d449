import { expect, test } from 'vitest';
import { otlpOf } from './otlp.ts';

const period = { startedAt: Date.parse('2026-11-23T08:00:00Z'), at: Date.parse('2026-11-23T08:01:00Z') };
const startTimeUnixNano = `${period.startedAt}000000`;
const timeUnixNano = `${period.at}000000`;
const metricsOf = (families: Parameters<typeof otlpOf>[0]): unknown =>
  (otlpOf(families, 'scout', period) as { resourceMetrics: [{ scopeMetrics: [{ metrics: unknown }] }] })
    .resourceMetrics[0].scopeMetrics[0].metrics;

test('gauges and counters have the names and units of OpenTelemetry', () => {
  expect(
    metricsOf([
      {
        name: 'scout_ingest_lag_seconds',
        help: 'Lag.',
        type: 'gauge',
        samples: [{ labels: { percentile: 95 }, value: 0.5 }],
      },
      { name: 'process_cpu_seconds_total', help: 'Time.', type: 'counter', samples: [{ value: 3 }] },
      { name: 'scout_agents', help: 'None.', type: 'gauge', samples: [] },
    ]),
  ).toEqual([
    {
      name: 'scout.ingest_lag',
      description: 'Lag.',
      unit: 's',
      gauge: {
        dataPoints: [
          { attributes: [{ key: 'percentile', value: { intValue: '95' } }], timeUnixNano, asDouble: 0.5 },
        ],
      },
    },
    {
      name: 'process.cpu.time',
      description: 'Time.',
      unit: 's',
      sum: {
        dataPoints: [{ startTimeUnixNano, attributes: [], timeUnixNano, asDouble: 3 }],
        isMonotonic: true,
        aggregationTemporality: 2,
      },
    },
  ]);
});

test('a histogram counts each bucket by itself, a series apart', () => {
  const seriesOf = (method: string, counts: readonly [number, number, number]) => {
    const labels = { http_request_method: method };
    return [
      { suffix: '_bucket', labels: { ...labels, le: 0.1 }, value: counts[0] },
      { suffix: '_bucket', labels: { ...labels, le: 1 }, value: counts[1] },
      { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: counts[2] },
      { suffix: '_sum', labels, value: 4.5 },
      { suffix: '_count', labels, value: counts[2] },
    ];
  };
  const pointOf = (method: string, count: string, bucketCounts: string[]) => ({
    attributes: [{ key: 'http.request.method', value: { stringValue: method } }],
    startTimeUnixNano,
    timeUnixNano,
    count,
    sum: 4.5,
    explicitBounds: [0.1, 1],
    bucketCounts,
  });
  expect(
    metricsOf([
      {
        name: 'http_server_request_duration_seconds',
        help: 'Duration.',
        type: 'histogram',
        samples: [...seriesOf('GET', [2, 5, 6]), ...seriesOf('POST', [0, 1, 1])],
      },
    ]),
  ).toEqual([
    {
      name: 'http.server.request.duration',
      description: 'Duration.',
      unit: 's',
      histogram: {
        dataPoints: [pointOf('GET', '6', ['2', '3', '1']), pointOf('POST', '1', ['0', '1', '0'])],
        aggregationTemporality: 2,
      },
    },
  ]);
});
