import type { Agent } from '@scout/contract';
import { Drawer, formatAgo, formatCount, formatCounted, Mono, NO_VALUE, Time } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { timeZone } from '../../../../events/clock.ts';
import { useIsAdmin, useMay } from '../../../../session/organization.ts';
import { query } from '../../../../session/queries.ts';
import { hostText } from '../../../cases/file/names.ts';
import { stateWords as configurationWords, joinWords } from '../groups/groupWords.ts';
import { AgentActions, type AgentQuestion } from './AgentActions.tsx';
import { travelled } from './fleet.ts';
import { GapList } from './GapList.tsx';
import {
  auditKeys,
  auditNames,
  formatSkew,
  formatSpan,
  Measures,
  platformOf,
  systemOf,
} from './Measures.tsx';
import { RejectAgentDialog } from './RejectAgentDialog.tsx';
import { ReleaseAgentDialog } from './ReleaseAgentDialog.tsx';
import { RevokeAgentDialog } from './RevokeAgentDialog.tsx';
import { reasonWords, todoOf } from './reasons.ts';
import { Selection } from './Selection.tsx';
import { StateMark } from './StateMark.tsx';

interface AgentDrawerProps {
  /** The agent; null when closed. */
  agent: Agent | null;
  now: number;
  onClose: () => void;
}

/** The details of one agent, problems first. */
export function AgentDrawer({ agent, now, onClose }: AgentDrawerProps) {
  const isAdmin = useIsAdmin();
  const [question, setQuestion] = useState<AgentQuestion | null>(null);
  // Keeps the content while the drawer closes.
  const [last, setLast] = useState(agent);
  if (agent !== null && agent !== last) setLast(agent);
  const shown = agent ?? last;
  if (shown === null) return null;
  const dialogProps = (about: AgentQuestion) => ({
    agent: question === about ? shown : null,
    onClose: () => setQuestion(null),
  });
  return (
    <>
      <Drawer
        open={agent !== null}
        onOpenChange={(open) => open || onClose()}
        title={<span className="font-mono">{hostText(shown.host)}</span>}
        description={
          <span className="flex flex-wrap items-center gap-x-3">
            <StateMark state={shown.state} />
            <span className="font-mono text-label">{platformOf(shown.platform)}</span>
          </span>
        }
        {...(isAdmin && { actions: <AgentActions agent={shown} onAsk={setQuestion} /> })}
      >
        {shown.reasons.length > 0 && <Reasons agent={shown} now={now} />}
        <Section title="Collection">
          <Collection agent={shown} now={now} />
        </Section>
        {systemOf(shown.platform) === 'Windows' && (
          <Section title="Names of service accounts">
            <Selection names={shown.names} now={now} />
          </Section>
        )}
        {shown.group !== null && (
          <Section title="Configuration">
            <Configuration group={shown.group} />
          </Section>
        )}
        <Section title="Gaps">
          <GapList gaps={shown.gaps} />
        </Section>
        <Section title="Audit policy">
          <Audit agent={shown} />
        </Section>
        <Section title="Sources">
          <Sources agent={shown} />
        </Section>
        <Section title="Identity">
          <Identity agent={shown} now={now} />
        </Section>
      </Drawer>
      <RejectAgentDialog {...dialogProps('reject')} />
      <ReleaseAgentDialog {...dialogProps('release')} />
      <RevokeAgentDialog {...dialogProps('revoke')} />
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-stroke-subtle px-5 py-4 first:border-t-0">
      <h3 className="mb-2 text-body font-medium">{title}</h3>
      {children}
    </section>
  );
}

function Reasons({ agent, now }: { agent: Agent; now: number }) {
  return (
    <ul aria-label="What to do" className="flex flex-col gap-4 bg-surface-3 px-5 py-4">
      {agent.reasons.map((reason) => {
        const { short, what } = reasonWords[reason];
        return (
          <li key={reason} className="flex flex-col gap-0.5 text-body">
            <span className="font-medium text-content">{short}</span>
            <span className="wrap-anywhere text-content">{what(agent, now)}</span>
            <span className="text-content-muted">{todoOf(reason, agent)}</span>
          </li>
        );
      })}
    </ul>
  );
}

const figure = (value: string) => <span className="font-mono text-label">{value}</span>;

function Configuration({ group }: { group: NonNullable<Agent['group']> }) {
  const { name, joined_by, state, version, wanted, tags, message } = group;
  return (
    <Measures
      rows={[
        { name: 'Group', value: <span className="wrap-anywhere">{name}</span> },
        { name: 'Joined', value: joinWords[joined_by] },
        { name: 'State', value: configurationWords[state] },
        {
          name: 'Version',
          value: figure(version === wanted ? `${version}` : `${version ?? NO_VALUE} → ${wanted}`),
        },
        ...(tags.length > 0 ? [{ name: 'Tags', value: tags.join(', ') }] : []),
        ...(message === null
          ? []
          : [{ name: 'Reason', value: <span className="wrap-anywhere">{message}</span> }]),
      ]}
    />
  );
}

function Collection({ agent, now }: { agent: Agent; now: number }) {
  return (
    <Measures
      rows={[
        { name: 'Last seen', value: figure(formatAgo(agent.last_seen_at, now)) },
        { name: 'Last batch', value: figure(formatAgo(agent.last_batch_at, now)) },
        { name: 'Lag', value: figure(formatSpan(agent.lag_seconds)) },
        {
          name: 'Waiting',
          value: figure(
            agent.queue_depth
              ? `${formatCounted(agent.queue_depth, 'event')}, the oldest ${formatSpan(agent.waiting_seconds)} old`
              : formatCount(agent.queue_depth),
          ),
        },
        { name: 'Read', value: figure(formatCount(travelled(agent).read)) },
        { name: 'Sent', value: figure(formatCount(travelled(agent).sent)) },
        { name: 'Stored', value: figure(formatCount(agent.events_accepted)) },
        { name: 'Rejected', value: figure(formatCount(agent.events_rejected)) },
        { name: 'Clock', value: figure(formatSkew(agent.clock_skew_seconds)) },
      ]}
    />
  );
}

const auditStates = { on: 'On', off: 'Off', unknown: 'Unknown', not_read: 'Not read' } as const;

function Audit({ agent: { audit } }: { agent: Agent }) {
  if (audit === null) return <NotReported what="its machine’s audit policy" />;
  const parts = auditKeys.map((key) => ({
    name: auditNames[key],
    value: (
      <span className={audit[key] === 'off' ? 'font-medium text-fault' : undefined}>
        {auditStates[audit[key]]}
      </span>
    ),
  }));
  const off = audit.off_for_cases;
  const forCases =
    off === undefined
      ? []
      : [{ name: 'More for cases', value: off.length === 0 ? 'On' : `Off: ${off.join(', ')}` }];
  return <Measures rows={[...parts, ...forCases]} />;
}

const sourceStates = { reading: 'Reading', waiting: 'Waiting', failed: 'Failed' } as const;

function Sources({ agent: { sources } }: { agent: Agent }) {
  if (sources === null || sources.length === 0) return <NotReported what="which logs it reads" />;
  return (
    <ul className="flex flex-col gap-2">
      {sources.map(({ name, state, message }) => (
        <li key={name} className="flex flex-col text-body">
          <span className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 font-mono text-label wrap-anywhere">{name}</span>
            <span className={state === 'failed' ? 'font-medium text-fault' : 'text-content-muted'}>
              {sourceStates[state]}
            </span>
          </span>
          {message !== null && <span className="text-label wrap-anywhere text-content-muted">{message}</span>}
        </li>
      ))}
    </ul>
  );
}

function Identity({ agent, now }: { agent: Agent; now: number }) {
  const { version, latest_version } = agent;
  return (
    <Measures
      rows={[
        {
          name: 'Version',
          value: (
            <span className="font-mono text-label">
              {version}
              {latest_version !== null && latest_version !== version && (
                <span className="text-content-muted">, {latest_version} is out</span>
              )}
            </span>
          ),
        },
        { name: 'Enrolled', value: <Time value={agent.enrolled_at} timeZone={timeZone} now={now} /> },
        {
          name: 'Credential since',
          value: <Time value={agent.credential_issued_at} timeZone={timeZone} now={now} />,
        },
        ...(agent.revoked_at === null
          ? []
          : [{ name: 'Revoked', value: <Time value={agent.revoked_at} timeZone={timeZone} now={now} /> }]),
        { name: 'Agent ID', value: <Mono value={agent.agent_id} /> },
        {
          name: 'Enrolled with',
          value: agent.enrolled_with === null ? NO_VALUE : <TokenName tokenId={agent.enrolled_with} />,
        },
      ]}
    />
  );
}

/** The token's label from the list of tokens, for those who may list them. */
function TokenName({ tokenId }: { tokenId: string }) {
  const may = useMay();
  const tokens = useQuery(query.enrolments.queryOptions({ input: {}, enabled: may('enrolments') }));
  const token = tokens.data?.find(({ token_id }) => token_id === tokenId);
  if (!token?.label) return <Mono value={tokenId} />;
  return (
    <span className="wrap-anywhere">
      {token.label}
      {token.created_by !== null && <span className="text-content-muted"> by {token.created_by}</span>}
    </span>
  );
}

function NotReported({ what }: { what: string }) {
  return <p className="text-body text-content-muted">This agent has not reported {what}.</p>;
}
