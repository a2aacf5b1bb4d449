import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const path = '/api/v1/reports/monthly.pdf';

it('renders two PDFs of one organization and one of another concurrently', async () => {
  const [bank, rival] = await Promise.all(
    ['Northwind Bank', 'Alder Health'].map(async (name) =>
      (await createOrganization(server, name)).as('member'),
    ),
  );
  const all = await Promise.all([
    ...Array.from({ length: 8 }, () => bank!.request(path)),
    rival!.request(path),
  ]);
  const statuses = all.map(({ status }) => status);
  const other = all.pop()!;
  expect(other.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await other.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  const refused = all.find(({ status }) => status === 503)!;
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('2 downloads in progress') });
  expect((await bank!.request(path)).status).toBe(200);
});
