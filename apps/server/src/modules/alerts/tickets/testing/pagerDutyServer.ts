import { type ApiResponse, dig, type ReceivedCall, startLocalServer } from './localServer.ts';

export const PAGERDUTY_KEY = 'R0UT1NGKEY0000000000000000000001';
export const PAGERDUTY_READING = 'u+ReadOnlyKey';

interface Incident {
  readonly key: string;
  readonly number: number;
  status: 'triggered' | 'acknowledged' | 'resolved';
  by: string | null;
  events: number;
  readonly summary: string;
}

/**
 * Events API v2 and the list of incidents of the REST API: https://developer.pagerduty.com/docs/events-api-v2/trigger-events/ and
 * https://developer.pagerduty.com/api-reference/9d0b4b12e36f9-list-incidents. A key makes one incident while it is unresolved.
 */
export async function startPagerDuty() {
  const incidents: Incident[] = [];
  const server = await startLocalServer((request) =>
    request.url.pathname === '/v2/enqueue' ? enqueue(incidents, request) : list(incidents, request),
  );
  return Object.assign(server, { incidents });
}

function enqueue(incidents: Incident[], { method, body }: ReceivedCall): ApiResponse {
  const key = body.dedup_key as string;
  if (method !== 'POST') return { status: 405 };
  if (body.routing_key !== PAGERDUTY_KEY)
    return { status: 400, body: { status: 'invalid event', message: 'Event object is invalid', errors: [] } };
  const present = incidents.find((each) => each.key === key && each.status !== 'resolved');
  if (body.event_action === 'trigger') {
    const summary = dig(body, 'payload', 'summary');
    const severity = dig(body, 'payload', 'severity') as string;
    if (
      typeof summary !== 'string' ||
      summary.length > 1024 ||
      typeof dig(body, 'payload', 'source') !== 'string' ||
      !['critical', 'error', 'warning', 'info'].includes(severity)
    )
      return { status: 400, body: { status: 'invalid event', errors: ["'payload' is invalid"] } };
    if (present) present.events += 1;
    else
      incidents.push({
        key,
        number: incidents.length + 1,
        status: 'triggered',
        by: null,
        events: 1,
        summary,
      });
  } else if (present) {
    present.status = body.event_action === 'resolve' ? 'resolved' : 'acknowledged';
    present.by = 'Events API';
  }
  return { status: 202, body: { status: 'success', message: 'Event processed', dedup_key: key } };
}

function list(incidents: Incident[], { url, authorization }: ReceivedCall): ApiResponse {
  if (authorization !== `Token token=${PAGERDUTY_READING}`)
    return { status: 401, body: { error: { message: 'Authentication failed', code: 2006 } } };
  const key = url.searchParams.get('incident_key');
  const found = incidents.filter((each) => key === null || each.key === key).toReversed();
  return {
    status: 200,
    body: {
      incidents: found
        .slice(0, Number(url.searchParams.get('limit') ?? 25))
        .map(({ number, status, by }) => ({
          id: `P${number}`,
          incident_number: number,
          html_url: `https://northwind.pagerduty.com/incidents/P${number}`,
          status,
          acknowledgements:
            status === 'acknowledged' ? [{ acknowledger: { type: 'user_reference', summary: by } }] : [],
          last_status_change_by: { type: 'user_reference', summary: by },
        })),
      limit: 1,
      offset: 0,
      more: false,
    },
  };
}
