import type { AgentUpgrade, UpgradeMachine } from '@scout/contract';
import { Badge, type Column, DataTable, Stat, StatGrid } from '@scout/ui';
import { hostText } from '../../../cases/file/names.ts';
import { systemOf } from '../fleet/Measures.tsx';
import { machinesInWords, olderOf, stateWords } from './upgradeWords.ts';

/** The figures of the current stage, and the machines that need attention. */
export function UpgradeState({ upgrade, isAdmin }: { upgrade: AgentUpgrade; isAdmin: boolean }) {
  const { stage, ring, fleet, machines, version } = upgrade;
  if (stage === 'off') {
    const older = olderOf(fleet);
    return (
      <p className="max-w-[72ch] px-4 pb-4 text-body text-content-muted">
        {fleet.machines === 0
          ? `No enrolled machine can be offered version ${version}.`
          : older === 0
            ? `All ${machinesInWords(fleet.machines)} run version ${version} or a newer one.`
            : `${machinesInWords(older)} of ${fleet.machines} ${older === 1 ? 'runs' : 'run'} an older version. Nothing is upgraded until ${isAdmin ? 'you start' : 'an admin starts'} with a first ring of machines.`}
      </p>
    );
  }
  const counts = stage === 'ring' ? ring : fleet;
  const of = stage === 'ring' ? 'first ring' : 'all machines';
  return (
    <>
      <StatGrid label={`Upgrade to ${version}, ${of}`}>
        <Stat label={stage === 'ring' ? 'First ring' : 'All machines'} value={counts.machines} />
        <Stat label="Upgraded" value={counts.upgraded} />
        <Stat label="Failed" value={counts.failed} />
        <Stat label="Rolled back" value={counts.rolled_back} />
      </StatGrid>
      {machines.length > 0 && (
        <DataTable
          caption="Machines of the upgrade"
          name="agent-upgrade"
          columns={columns}
          rows={machines}
          rowKey={({ agent_id }) => agent_id}
          maxHeight={400}
          empty={null}
        />
      )}
    </>
  );
}

const columns: Column<UpgradeMachine>[] = [
  { id: 'host', header: 'Host', kind: 'text', value: ({ host }) => hostText(host), minWidth: 130 },
  {
    id: 'state',
    header: 'State',
    kind: 'text',
    value: ({ state }) => stateWords[state],
    cell: ({ state }) => <Badge>{stateWords[state]}</Badge>,
    width: 116,
  },
  { id: 'version', header: 'Version', kind: 'text', value: ({ version }) => version, width: 92, muted: true },
  {
    id: 'system',
    header: 'System',
    kind: 'text',
    value: ({ platform }) => systemOf(platform),
    width: 110,
    muted: true,
  },
  {
    id: 'ring',
    header: 'First ring',
    kind: 'text',
    value: ({ in_ring }) => (in_ring ? 'Yes' : 'No'),
    width: 100,
    muted: true,
  },
  { id: 'message', header: 'Reason', kind: 'text', value: ({ message }) => message, minWidth: 200 },
];
