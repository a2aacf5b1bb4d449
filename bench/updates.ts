import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { clientOf } from '@scout/testkit/as';
import { createOrganization } from '../e2e/support/organization.ts';
import { startScout } from '../e2e/support/scout.ts';
import { signIn } from '../e2e/support/signIn.ts';
import { findTool } from '../scripts/testTools.mjs';

const HELP = `npm run bench:updates -- [--rounds R] [--poll]

Milliseconds from the acknowledgement of a batch to its row on a dashboard, in a real Chromium, over a real server and its own database.

  --rounds R   batches of one event, one after the other (default 30)
  --poll       without the stream of news, as where it is refused: by polls alone
  --help       print this`;

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    poll: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(HELP);
else {
  const times = (await measure(Number(options.rounds), options.poll)).sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)]!);
  console.log(
    `${times.length} events, acknowledged to on screen: median ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms, longest ${at(1)} ms`,
  );
}

async function measure(rounds: number, byPollAlone: boolean): Promise<number[]> {
  await using scout = await startScout();
  const browser = await chromium.launch({
    executablePath: findTool('chromium') ?? 'chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const organization = await createOrganization(scout);
    const page = await browser.newPage({ baseURL: scout.url });
    if (byPollAlone)
      await page.route('/api/v1/updates', (route) => route.fulfill({ status: 503, body: '{}' }));
    await signIn(page, organization);
    // An organization without an agent is not LIVE.
    const send = await enrol(scout, organization.tenantId);
    await page.goto('/dashboard/failed-logons');
    await page.getByText('LIVE', { exact: true }).waitFor();
    const times: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      // At times independent of the polls.
      await new Promise((resolve) => setTimeout(resolve, 700 + ((round * 1_370) % 2_000)));
      times.push(await timeOf(page, `svc.n${round}.`, send, round));
    }
    return times;
  } finally {
    await browser.close();
  }
}

/** Milliseconds from the acknowledgment until the page shows the name. */
async function timeOf(
  page: Page,
  account: string,
  send: (account: string, batch: number) => Promise<void>,
  batch: number,
): Promise<number> {
  const shown = page.getByText(account).first().waitFor({ timeout: 30_000 });
  await send(account, batch);
  const acknowledged = performance.now();
  await shown;
  return performance.now() - acknowledged;
}

async function enrol(scout: { url: string; operatorToken: string }, tenantId: string) {
  const { token } = await clientOf(scout, scout.operatorToken).api.operatorEnrolmentsCreate({
    tenant_id: tenantId,
  });
  const { credential } = await clientOf(scout).api.agentEnrol({
    token,
    machine_id: crypto.randomUUID(),
    host: 'PRD-SQL01',
    platform: 'windows',
    version: '0.1.0',
  });
  const agent = clientOf(scout, credential);
  return async (account: string, batch: number) => {
    // Increasing failures of one account: the table shows the ten with the most failures.
    const event = JSON.stringify({
      event_type: 'WINDOWS_SECURITY_4625',
      timestamp: new Date().toISOString(),
      target_user_name: account,
      system_context_computer_name: 'PRD-SQL01',
    });
    const answer = await agent.request('/api/ingest/v1/events', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', 'scout-batch': String(batch) },
      body: `${event}\n`.repeat(batch),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
}
