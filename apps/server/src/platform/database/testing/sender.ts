import { gzipSync } from 'node:zlib';

/** A sending agent, and its organization. */
export interface Sender {
  readonly tenantId: string;
  /** Sends one event as this batch, optionally to the server's new address. Returns the response status; 0 on timeout. */
  send(batch: number, milliseconds: number, to?: string): Promise<number>;
}

/** Creates an organization and an agent on a running server. @param company_name another one for each organization of a server */
export async function enrolSender(
  url: string,
  operatorToken: string,
  company_name = 'Northwind Bank',
): Promise<Sender> {
  const call = async <T>(path: string, body: object): Promise<T> => {
    const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as T;
  };
  const { tenant_id } = await call<{ tenant_id: string }>('/operator/v1/tenants', {
    company_name,
    is_subscribed: true,
  });
  const { token } = await call<{ token: string }>('/operator/v1/enrolments', { tenant_id });
  const { credential } = await call<{ credential: string }>('/api/agents/v1/enrol', {
    token,
    machine_id: 'ws-1042',
    host: 'WS-1042',
    platform: 'windows',
    version: '0.1.0',
  });
  /** The time of each batch: sent again, a batch is the same, as an agent's. */
  const times = new Map<number, string>();
  return {
    tenantId: tenant_id,
    async send(batch, milliseconds, to = url) {
      const timestamp = times.get(batch) ?? new Date().toISOString();
      times.set(batch, timestamp);
      const event = {
        timestamp,
        event_type: 'WINDOWS_SECURITY_4625',
        target_user_name: 'svc.billing',
        record_id: String(batch),
      };
      const response = await fetch(`${to}/api/ingest/v1/events`, {
        method: 'POST',
        signal: AbortSignal.timeout(milliseconds),
        headers: {
          authorization: `Bearer ${credential}`,
          'content-type': 'application/x-ndjson',
          'content-encoding': 'gzip',
          'scout-batch': String(batch),
        },
        body: gzipSync(JSON.stringify(event)),
      }).catch(() => undefined);
      await response?.arrayBuffer();
      return response?.status ?? 0;
    },
  };
}
