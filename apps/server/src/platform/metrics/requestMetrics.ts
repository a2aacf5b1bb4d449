import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Family, Labels, Sample } from './exposition.ts';

/** Upper bounds in seconds, from OpenTelemetry's conventions. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** Methods with their own label; others can be invented by clients. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Series {
  readonly labels: Labels;
  readonly counts: number[];
  sum: number;
  count: number;
}

/** Durations of requests by method, route and status. */
export interface RequestMetrics {
  /** A hook: counts a completed request. */
  note(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  family(): Family;
}

/** Counts since the start of the process. Routes are the server's, so that clients cannot create series. */
export function createRequestMetrics(): RequestMetrics {
  const series = new Map<string, Series>();

  function seriesOf({ method, routeOptions }: FastifyRequest, status: number): Series {
    const labels = {
      http_request_method: METHODS.has(method) ? method : '_OTHER',
      http_route: routeOptions.url ?? '',
      http_response_status_code: status,
    };
    const key = Object.values(labels).join(' ');
    let found = series.get(key);
    if (!found) {
      found = { labels, counts: BOUNDS.map(() => 0), sum: 0, count: 0 };
      series.set(key, found);
    }
    return found;
  }

  return {
    async note(request, reply) {
      const seconds = reply.elapsedTime / 1000;
      const one = seriesOf(request, reply.statusCode);
      one.sum += seconds;
      one.count += 1;
      BOUNDS.forEach((bound, index) => {
        if (seconds <= bound) one.counts[index]! += 1;
      });
    },
    family: () => ({
      name: 'http_server_request_duration_seconds',
      help: 'Duration of requests, from their headers to the end of their answer.',
      type: 'histogram',
      samples: [...series.values()].flatMap(samplesOf),
    }),
  };
}

function samplesOf({ labels, counts, sum, count }: Series): Sample[] {
  const buckets = BOUNDS.map((bound, index) => ({
    suffix: '_bucket',
    labels: { ...labels, le: bound },
    value: counts[index]!,
  }));
  return [
    ...buckets,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ];
}
