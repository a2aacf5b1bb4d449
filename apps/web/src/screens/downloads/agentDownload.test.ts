import { ORPCError } from '@orpc/client';
import { releasePackages } from '@scout/contract/releases';
import { expect, test, vi } from 'vitest';
import { DownloadFailure, type DownloadMeans, findDownload } from './agentDownload.ts';

const [wanted] = releasePackages;

/** A server with files at these addresses; `heads` is true if it supports HEAD. */
function means({ files = ['/new'], heads = true, tenantId = 't' } = {}) {
  const requested: string[] = [];
  const request = vi.fn<DownloadMeans['request']>(async () => ({ agent_url: '/new' }));
  const fetch: DownloadMeans['fetch'] = async (url, { method = 'GET' }) => {
    requested.push(`${method} ${url}`);
    if (method === 'HEAD' && !heads) throw new TypeError('Failed to fetch');
    return { ok: files.includes(url), body: null };
  };
  return { requested, request, given: { tenantId, request, fetch } satisfies DownloadMeans };
}

test('requests a link, and checks its file by HEAD', async () => {
  const { requested, request, given } = means();
  expect(await findDownload(given, wanted, null)).toBe('/new');
  expect(request).toHaveBeenCalledWith({ ...wanted, tenant_id: 't' });
  expect(requested).toEqual(['HEAD /new']);
});

test('uses GET when HEAD is not supported', async () => {
  const { requested, given } = means({ heads: false });
  expect(await findDownload(given, wanted, null)).toBe('/new');
  expect(requested).toEqual(['HEAD /new', 'GET /new']);
});

test('reuses a link while it is valid, then requests another', async () => {
  const good = means({ files: ['/old', '/new'] });
  expect(await findDownload(good.given, wanted, '/old')).toBe('/old');
  expect(good.request).not.toHaveBeenCalled();
  const expired = means();
  expect(await findDownload(expired.given, wanted, '/old')).toBe('/new');
  expect(expired.requested).toEqual(['HEAD /old', 'GET /old', 'HEAD /new']);
});

test.each([
  ['agent_binary_not_found', 'Agent binary not found. Please contact support.'],
  ['not_found', 'Tenant ID not found. Please contact support.'],
  ['rate_limited', 'Slow down.'],
  ['internal', 'Download failed'],
])('a refusal %s is shown as: %s', async (code, message) => {
  const { given } = means();
  const request = async () => {
    throw new ORPCError(code, { defined: true, message: 'Slow down.' });
  };
  await expect(findDownload({ ...given, request }, wanted, null)).rejects.toEqual(
    new DownloadFailure(message),
  );
});

test('a missing file and an unknown tenant have their own messages', async () => {
  await expect(findDownload(means({ files: [] }).given, wanted, null)).rejects.toEqual(
    new DownloadFailure('Agent binary not found. Please contact support.'),
  );
  const nobody = means({ tenantId: '' });
  await expect(findDownload(nobody.given, wanted, null)).rejects.toEqual(
    new DownloadFailure('Tenant ID not found. Please contact support.'),
  );
  expect(nobody.request).not.toHaveBeenCalled();
});
