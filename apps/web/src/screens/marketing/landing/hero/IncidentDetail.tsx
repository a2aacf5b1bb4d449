import type { DemoIncident } from '@scout/detection/demo';

interface IncidentDetailProps {
  incident: DemoIncident | null;
  /** The account that filters the log. */
  account: string | null;
  onShowAll: () => void;
}

/** The details of the selected row under the log, or a hint to select one. */
export function IncidentDetail({ incident, account, onShowAll }: IncidentDetailProps) {
  return (
    <div className="flex min-h-18 items-center justify-between gap-4 border-t border-stroke-subtle px-4 py-3 text-body text-content-muted sm:min-h-14">
      <p aria-live="polite" className="text-pretty">
        {incident ? <Story incident={incident} /> : account ? <Narrowed account={account} /> : hint}
      </p>
      {account && (
        <button
          type="button"
          onClick={onShowAll}
          className="shrink-0 cursor-pointer rounded-control text-accent hover:underline"
        >
          Show All
        </button>
      )}
    </div>
  );
}

const hint = 'Press a row to read it, an account to see only its own.';

function Narrowed({ account }: { account: string }) {
  return (
    <>
      Only <Name>{account}</Name>.
    </>
  );
}

function Story({ incident }: { incident: DemoIncident }) {
  const { device, deviceOwner, processName, serviceAccount, connectedSqlServers } = incident;
  return (
    <>
      On <Name>{device}</Name> ({deviceOwner}) somebody started <Name>{processName}</Name> and opened{' '}
      {connectedSqlServers.map((server, index) => (
        <span key={server}>
          {index > 0 && ', '}
          <Name>{server}</Name>
        </span>
      ))}{' '}
      as <Name>{serviceAccount}</Name>.
    </>
  );
}

function Name({ children }: { children: string }) {
  return <span className="font-mono text-content">{children}</span>;
}
