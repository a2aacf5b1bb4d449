import type { OperatorUsage } from '@scout/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AddCommand, CommonOptions } from './program.ts';
import { fields, table } from './table.ts';
import { tenantIdOf, tenantOption } from './tenant.ts';

/** `default`: the server's settings and the plan. */
type Given = number | 'default';

interface QuotaOptions extends CommonOptions {
  readonly tenant: string;
  readonly eventsPerSecond?: Given;
  readonly gbPerDay?: Given;
  readonly agentEventsPerSecond?: Given;
  readonly agentGbPerDay?: Given;
}

const GIGABYTE = 1e9;

/** Quotas and usage of organizations, and free disk space. */
export function addQuotaCommands(tenants: Command, add: AddCommand): void {
  add<QuotaOptions>(
    tenants,
    'quota',
    "Show an organization's quota, or change it",
    [
      tenantOption(),
      new Option('--events-per-second <n>', 'for all agents together; default: the plan’s quota').argParser(
        numberOrDefault,
      ),
      new Option('--gb-per-day <n>', 'stored from midnight to midnight, UTC').argParser(numberOrDefault),
      new Option('--agent-events-per-second <n>', 'of each agent').argParser(numberOrDefault),
      new Option('--agent-gb-per-day <n>', 'of each agent').argParser(numberOrDefault),
    ],
    async (client, options) => {
      const tenant_id = await tenantIdOf(client, options.tenant);
      const change = {
        events_per_second: decided(options.eventsPerSecond),
        bytes_per_day: decided(options.gbPerDay, GIGABYTE),
        agent_events_per_second: decided(options.agentEventsPerSecond),
        agent_bytes_per_day: decided(options.agentGbPerDay, GIGABYTE),
      };
      const changes = Object.values(change).some((value) => value !== undefined);
      const answer = changes
        ? await client.operatorQuotasUpdate({ tenant_id, ...change })
        : (await client.operatorUsageList({})).organizations.find((one) => one.tenant_id === tenant_id);
      return { answer, words: answer ? fields(inWords(answer)) : 'There is no such organization.\n' };
    },
  );
  add<CommonOptions>(
    tenants,
    'usage',
    'List today’s usage by organization, case lag and free disk space',
    [],
    async (client) => {
      const answer = await client.operatorUsageList({});
      const rows = answer.organizations.map(({ company_name, organization, tenant_id, assessment }) => ({
        tenant_id,
        name: company_name,
        'events today': organization.events_today,
        'GB today': gigabytes(organization.bytes_today),
        'GB a day': gigabytes(organization.bytes_per_day),
        'events/s': organization.events_per_second,
        'wait (s)': organization.wait_seconds,
        'cases behind (s)': assessment.lag_seconds,
      }));
      const { free_bytes, reserve_bytes, low, database_bytes } = answer.storage;
      const disk = fields({
        'database (GB)': gigabytes(database_bytes),
        'free on its disk (GB)':
          free_bytes === null ? 'unknown: monitor your own PostgreSQL' : gigabytes(free_bytes),
        'kept free (GB)': reserve_bytes === null ? null : gigabytes(reserve_bytes),
        'takes events': !low,
      });
      return { answer, words: `${table(rows, 'No organization yet.')}\n${disk}` };
    },
  );
}

const inWords = ({ tenant_id, company_name, organization, agent }: OperatorUsage) => ({
  tenant_id,
  name: company_name,
  'events/s': organization.events_per_second,
  'GB a day': gigabytes(organization.bytes_per_day),
  'events/s of an agent': agent.events_per_second,
  'GB a day of an agent': gigabytes(agent.bytes_per_day),
  'events today': organization.events_today,
  'GB today': gigabytes(organization.bytes_today),
  'wait (s)': organization.wait_seconds,
});

/** With three decimal places, so that small usage is visible. */
const gigabytes = (bytes: number): number => Math.round((bytes / GIGABYTE) * 1000) / 1000;

/** As in the call: null resets the number to the settings; undefined leaves it unchanged. */
function decided(given: Given | undefined, unit = 1): number | null | undefined {
  return typeof given === 'number' ? Math.round(given * unit) : given && null;
}

function numberOrDefault(text: string): Given {
  if (text === 'default') return text;
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number <= 0) {
    throw new InvalidArgumentError('It must be a number above 0, or default.');
  }
  return number;
}
