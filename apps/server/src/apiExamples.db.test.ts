import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { limits, tokenScopeNames } from '@scout/contract';
import { createOrganization, seedAccount, seedCase, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf, examples } from './platform/http/openApiExamples.ts';

const run = promisify(execFile);
const document = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
const blocks = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands.trim());

let server: TestServer;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  server = await startServer();
  const bank = await createOrganization(server);
  const agent = await bank.as('agent');
  const event = {
    event_type: 'WINDOWS_SECURITY_4625',
    timestamp: new Date(Date.now() - 60_000).toISOString(),
  };
  const names = { target_user_name: 'svc.billing', system_context_computer_name: 'PRD-SQL01' };
  await agent.request('/api/ingest/v1/events', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'scout-batch': '1' },
    body: `${JSON.stringify({ ...event, ...names })}\n`,
  });
  await server.database.asOwner(async (owner) => {
    const query = (sql: string, values?: unknown[]) => owner.query(sql, values);
    await seedCase(query, bank.tenantId, { account: 'svc.billing', destinations: ['PRD-SQL01'] });
    // Not acknowledged by a comment.
    await seedCase(query, bank.tenantId);
    await seedAccount(query, bank.tenantId, 'svc.billing', [{ time: new Date(), destination: 'PRD-SQL01' }]);
  });
  const admin = await bank.as('admin');
  const { token } = await admin.api.organizationTokensCreate({
    name: 'examples',
    scopes: [...tokenScopeNames],
    password: bank.password,
  });
  environment = { ...process.env, SCOUT: server.url, TOKEN: token };
});
afterAll(() => server.stop());

/** Runs commands in a shell; fails when one of them fails. */
const shell = async (commands: string) =>
  (await run('sh', ['-e', '-c', commands], { env: environment, maxBuffer: 16 * 1024 * 1024 })).stdout;

describe('docs/api.md', () => {
  it('has examples', () => expect(blocks.length).toBeGreaterThan(3));

  it.each(blocks)('%s', async (commands) => {
    expect(await shell(commands)).toMatch(/svc\.billing|timestamp/i);
  });

  it('names the limits that apply', () => {
    const { perPerson, perOrganization, daysMax } = limits.apiTokens;
    const { callsPerApiToken, kibibytesPerApiToken } = limits.rates;
    for (const text of [
      `up to\n${perPerson} tokens, an organization ${perOrganization}`,
      `at most ${daysMax} days`,
      `${callsPerApiToken.attempts} calls a minute`,
      `${kibibytesPerApiToken.attempts / 1024 / 1024} GiB an hour`,
    ])
      expect(document).toContain(text);
    expect([callsPerApiToken.windowSeconds, kibibytesPerApiToken.windowSeconds]).toEqual([60, 3600]);
  });
});

describe('docs/provisioning.md', () => {
  const provisioning = readFileSync(join(import.meta.dirname, '../../../docs/provisioning.md'), 'utf8');

  it('has a command that a directory’s token may make', async () => {
    const [, command = ''] = /^```sh\n(.*?)^```$/ms.exec(provisioning) ?? [];
    expect(JSON.parse(await shell(command))).toMatchObject({ totalResults: 0, Resources: [] });
  });

  it('names the limits that apply', () => {
    const { scim, organization, rates } = limits;
    for (const text of [
      `at most ${scim.pageSize} in`,
      `${organization.members.toLocaleString('en-US')} members and ${scim.groups.toLocaleString('en-US')} groups`,
      `${rates.provisioningCallsPerApiToken.attempts.toLocaleString('en-US')} requests a minute`,
    ])
      expect(provisioning).toContain(text);
  });
});

describe('the OpenAPI document', () => {
  it('shows each example as a command at its call', async () => {
    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { 'x-codeSamples'?: { source: string }[] }>>;
    };
    const shown = Object.values(paths)
      .flatMap((calls) => Object.values(calls))
      .flatMap((call) => call['x-codeSamples'] ?? [])
      .map(({ source }) => source);
    const commands = Object.entries(examples).map(([name, example]) => commandOf(name as 'cases', example));
    expect(shown.sort()).toEqual(commands.sort());
  });

  it.each(Object.entries(examples))('%s succeeds', async (name, example) => {
    expect(await shell(commandOf(name as 'cases', example))).not.toBe('');
  });
});
