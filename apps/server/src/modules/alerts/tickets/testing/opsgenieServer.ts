import { type ApiResponse, type ReceivedCall, startLocalServer } from './localServer.ts';

export const OPSGENIE_KEY = 'eb243592-faa2-4ba2-a551-1afdf565c889';

interface Alert {
  readonly alias: string;
  readonly tinyId: string;
  status: 'open' | 'closed';
  acknowledged: boolean;
  by: string | null;
  count: number;
  readonly notes: string[];
}

/** Alert API: https://docs.opsgenie.com/docs/alert-api. An alias makes one alert while it is open. */
export async function startOpsgenie() {
  const alerts: Alert[] = [];
  const server = await startLocalServer((request) => answer(alerts, request));
  return Object.assign(server, { alerts });
}

const taken: ApiResponse = {
  status: 202,
  body: { result: 'Request will be processed', took: 0.1, requestId: 'r' },
};

function answer(alerts: Alert[], { method, url, authorization, body }: ReceivedCall): ApiResponse {
  if (authorization !== `GenieKey ${OPSGENIE_KEY}`)
    return { status: 403, body: { message: 'You are not authorized for this action' } };
  const [, , , alias, action] = url.pathname.split('/').map(decodeURIComponent);
  if (alias === undefined) {
    if (method === 'GET') return { status: 200, body: { data: [], took: 0.1, requestId: 'r' } };
    const { message, alias: own } = body as { message?: string; alias?: string };
    if (!message || message.length > 130 || !own || own.length > 512)
      return { status: 422, body: { message: 'Request body is not processable.' } };
    const open = alerts.find((each) => each.alias === own && each.status === 'open');
    if (open) open.count += 1;
    else
      alerts.push({
        alias: own,
        tinyId: String(1791 + alerts.length),
        status: 'open',
        acknowledged: false,
        by: null,
        count: 1,
        notes: [],
      });
    return taken;
  }
  const found = alerts.findLast((each) => each.alias === alias);
  if (url.searchParams.get('identifierType') !== 'alias' || found === undefined)
    return { status: 404, body: { message: 'Alert with id does not exist' } };
  if (action === 'notes') found.notes.push(body.note as string);
  if (action === 'close') {
    found.status = 'closed';
    found.by = 'Scout';
  }
  if (action !== undefined) return taken;
  const report = found.status === 'closed' ? { closedBy: found.by } : { acknowledgedBy: found.by };
  return {
    status: 200,
    body: {
      data: {
        id: '70413a06-38d6-4c85-92b8-5ebc900d42e2',
        tinyId: found.tinyId,
        alias,
        status: found.status,
        acknowledged: found.acknowledged,
        report,
      },
      took: 0.1,
      requestId: 'r',
    },
  };
}
