import {
  clientOf,
  createOrganization,
  startServer,
  type TestClient,
  type TestClock,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { fresh } from './world.ts';

export const machine = { host: 'PRD-SQL01', platform: 'windows 10.0.20348 x64', version: '0.1.0' };
/** A heartbeat with only the required fields. */
export const quiet = { ...machine, queue_depth: 0, lag_seconds: 0, events_read: 0, events_rejected: 0 };

export interface Fleet {
  readonly server: TestServer;
  readonly bank: TestOrganization;
  readonly admin: TestClient;
}
export type EnrolledAgent = TestClient & { readonly id: string; readonly machineId: string };

/** A server with an organization; {@link enrolIn} enrolls its agents. */
export async function startFleet(clock: TestClock): Promise<Fleet> {
  const server = await startServer({ clock });
  const bank = await createOrganization(server, 'Northwind Bank');
  return { server, bank, admin: await bank.as('admin') };
}

/** Enrolls a machine, with a new operator token by default; a known one needs proof of identity. */
export async function enrolIn(
  { server, bank }: Fleet,
  machineId = fresh('machine'),
  token?: string,
  proof?: string,
): Promise<EnrolledAgent> {
  token ??= (await (await bank.as('operator')).api.operatorEnrolmentsCreate({ tenant_id: bank.tenantId }))
    .token;
  const enrolled = await clientOf(server).api.agentEnrol({
    ...machine,
    token,
    machine_id: machineId,
    ...(proof !== undefined && { proof }),
  });
  return { ...clientOf(server, enrolled.credential), id: enrolled.agent_id, machineId };
}

/** An agent from the operator's list, whose token does not depend on the test's clock. */
export async function rowOf({ bank }: Fleet, id: string) {
  const operator = await bank.as('operator');
  const rows = await operator.api.operatorAgentsList({ tenant_id: bank.tenantId });
  const found = rows.find(({ agent_id }) => agent_id === id);
  if (!found) throw new Error('The agent is not listed');
  return found;
}
