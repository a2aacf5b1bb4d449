import { type CaseRow, caseNumberText, kindTitle } from '@scout/contract';
import { type Command, type CommandGroup, formatCount } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { timeZone } from '../../events/clock.ts';
import { createFiguresSnapshot } from '../../events/figuresSnapshot.ts';
import { accountPath, agentPath, casePath } from '../../paths.ts';
import { useCaseChange } from '../../screens/cases/file/useCaseChange.ts';
import { visible } from '../../screens/incidents/rawText.ts';
import { api } from '../../session/current.ts';
import { useOrganization } from '../../session/organization.ts';
import { query } from '../../session/queries.ts';
import { type FoundName, namesAmong } from './names.ts';

/** Maximum rows of each kind. */
const MOST = 200;
/** Cases with actions on every page. */
const ACTED_ON = 10;

/** Search results by name: cases, accounts, people and hosts. Read again whenever the palette opens. */
export function useFound(open: boolean): CommandGroup[] {
  const { tenant, user } = useOrganization();
  const navigate = useNavigate();
  const enabled = open && tenant.is_subscribed;
  const cases = useQuery(
    query.cases.queryOptions({
      enabled,
      input: { status: 'active', limit: ACTED_ON * 5 },
      queryKey: ['cases', 'palette'],
    }),
  );
  const accounts = useQuery(query.accounts.queryOptions({ enabled, input: { limit: MOST } }));
  const agents = useQuery(query.agents.queryOptions({ enabled, input: {} }));
  const acknowledge = useCaseChange({
    run: (number: number) => api.casesAcknowledge({ number }),
    done: 'Case acknowledged',
    failed: 'The case was not acknowledged',
  });
  const assign = useCaseChange({
    run: (number: number) => api.casesAssign({ number, assignee: user.email }),
    done: 'Assignee changed',
    failed: 'The case was not assigned',
  });
  const names = useMemo(
    () => (open ? namesAmong(createFiguresSnapshot(window.localStorage, tenant.tenant_id, timeZone)) : []),
    [open, tenant.tenant_id],
  );

  const named = (kind: string, name: string, path: string, rest: Partial<Command> = {}): Command => ({
    id: `${kind} ${name}`,
    label: visible(name),
    mono: true,
    ...rest,
    run: () => void navigate(path),
  });
  const inFigures = (wanted: (name: FoundName) => boolean): Command[] =>
    names.filter(wanted).map(({ kind, name, count, path }) =>
      named(`incidents of ${kind}`, name, path, {
        words: 'incidents',
        note: `${formatCount(count)} incidents`,
      }),
    );
  const rows = cases.data?.cases ?? [];
  const groups: CommandGroup[] = [
    {
      label: 'Cases',
      items: rows.map((row) =>
        named('case', titleOf(row), casePath(row.number), {
          words: ['case', row.severity, ...row.other_accounts].join(' '),
          note: kindTitle(row.kind),
        }),
      ),
    },
    {
      label: 'Service accounts',
      items: [
        ...(accounts.data?.accounts ?? []).map(({ account }) =>
          named('account', account, accountPath(account), { note: 'Account' }),
        ),
        ...inFigures(({ kind }) => kind === 'account'),
      ],
    },
    { label: 'Acting users', items: inFigures(({ kind }) => kind === 'user') },
    {
      label: 'Hosts',
      items: [
        ...inFigures(({ kind }) => kind === 'computer' || kind === 'server'),
        ...(agents.data ?? []).map(({ agent_id, host }) => ({
          ...named('agent', host, agentPath(agent_id), { words: 'fleet agent', note: 'Agent' }),
          id: `agent ${agent_id}`,
        })),
      ],
    },
    {
      label: 'Work on cases',
      items: rows.slice(0, ACTED_ON).flatMap((row) => [
        ...(row.status === 'open'
          ? [
              {
                id: `acknowledge ${row.number}`,
                label: `Acknowledge ${visible(titleOf(row))}`,
                run: () => acknowledge.mutate(row.number),
              },
            ]
          : []),
        ...(row.assignee === user.email
          ? []
          : [
              {
                id: `assign ${row.number}`,
                label: `Assign ${visible(titleOf(row))} to me`,
                run: () => assign.mutate(row.number),
              },
            ]),
      ]),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

const titleOf = ({ number, account }: CaseRow): string => `${caseNumberText(number)} ${account}`;
