import { type AgentUpgrade, limits } from '@scout/contract';
import { Badge, EmptyState, ErrorState, Panel, Skeleton } from '@scout/ui';
import { useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { useIsAdmin } from '../../../../session/organization.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { StartDialog } from './StartDialog.tsx';
import { UpgradeAllDialog } from './UpgradeAllDialog.tsx';
import { UpgradeState } from './UpgradeState.tsx';
import { machinesInWords, olderOf, stageInWords, suggestedRing } from './upgradeWords.ts';
import { useUpgrade, useUpgradeChange } from './useUpgrade.ts';

/** The upgrade of agents to the newest release, started by an admin: first a ring, then all. */
export function UpgradesPanel() {
  const upgrade = useUpgrade();
  const isAdmin = useIsAdmin();
  const current = upgrade.data;
  return (
    <Panel
      title="Upgrades"
      flush
      description={current && `Version ${current.version} · ${stageInWords(current)}`}
      {...(current && isAdmin && { actions: <Actions upgrade={current} /> })}
      footnote={`The server lets ${limits.agentUpgrade.atOnce} machines download at a time. An agent checks the signature of a release, replaces itself, and returns to the previous version if the server does not hear from the new one within two minutes.`}
    >
      {upgrade.isError && current === undefined ? (
        <ErrorState
          title="The upgrade could not be loaded"
          safe="Agents stay at their version in the meantime."
          nextStep="Try again in a moment."
          detail={messageOf(upgrade.error)}
          onRetry={() => void upgrade.refetch()}
          retrying={upgrade.isFetching}
        />
      ) : current === undefined ? (
        <div className="p-4">
          <Skeleton shape="stat" label="Upgrades" />
        </div>
      ) : current === null ? (
        <EmptyState reason="waiting" title="No release of the agent yet">
          The operator of this installation builds and signs releases. Nothing is upgraded until an admin
          starts an upgrade here.
        </EmptyState>
      ) : (
        <UpgradeState upgrade={current} isAdmin={isAdmin} />
      )}
    </Panel>
  );
}

/** The admin's next actions. */
function Actions({ upgrade }: { upgrade: AgentUpgrade }) {
  const [asking, setAsking] = useState<'start' | 'all' | null>(null);
  const paused = upgrade.paused_at !== null;
  const { version, stage, fleet } = upgrade;
  const pause = useUpgradeChange(api.agentUpgradePause, {
    done: paused ? 'Upgrade resumed' : 'Upgrade paused',
    failed: 'Update failed',
  });
  if (olderOf(fleet) === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {paused && <Badge tone="strong">Paused</Badge>}
      {stage === 'off' ? (
        <ActionButton
          command="Start upgrade…"
          access="subscriber-admin"
          variant="primary"
          onClick={() => setAsking('start')}
        >
          Start with {machinesInWords(suggestedRing(fleet))}
        </ActionButton>
      ) : (
        <>
          <ActionButton
            command={paused ? 'Resume upgrade' : 'Pause upgrade'}
            access="subscriber-admin"
            busy={pause.isPending}
            onClick={() => pause.mutate({ version, paused: !paused })}
          >
            {paused ? 'Resume' : 'Pause'}
          </ActionButton>
          {stage === 'ring' && (
            <ActionButton
              command="Add machines to the upgrade…"
              access="subscriber-admin"
              onClick={() => setAsking('start')}
            >
              Add machines
            </ActionButton>
          )}
          {stage === 'ring' && !paused && (
            <ActionButton
              command="Upgrade all machines…"
              access="subscriber-admin"
              variant="primary"
              onClick={() => setAsking('all')}
            >
              Upgrade all
            </ActionButton>
          )}
        </>
      )}
      {asking === 'start' && <StartDialog upgrade={upgrade} onClose={() => setAsking(null)} />}
      <UpgradeAllDialog upgrade={upgrade} open={asking === 'all'} onClose={() => setAsking(null)} />
    </div>
  );
}
