import { type CaseRow, caseNumberText, kindTitle, limits, type SeenName } from '@scout/contract';
import { type Command, type CommandGroup, formatCounted } from '@scout/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { timeZone } from '../../events/clock.ts';
import { createFiguresSnapshot } from '../../events/figuresSnapshot.ts';
import { accountPath, accountsPath, agentPath, casePath } from '../../paths.ts';
import { hostText } from '../../screens/cases/file/names.ts';
import { useCaseChange } from '../../screens/cases/file/useCaseChange.ts';
import { visible } from '../../screens/incidents/rawText.ts';
import { api } from '../../session/current.ts';
import { useMay, useOrganization } from '../../session/organization.ts';
import { query } from '../../session/queries.ts';
import { useSettled } from '../../store/useSettled.ts';
import { type FoundName, namesAmong } from './names.ts';

/** Maximum rows of each kind. */
const MOST = 200;
/** Cases with actions on every page. */
const ACTED_ON = 10;

/** Rows of each kind that the server finds by the typed text. */
const FOUND = 20;
const PAUSE_MS = 200;

/** Search results by name: cases, accounts, people and hosts. Read again whenever the palette opens, and for what is typed. */
export function useFound(open: boolean, typed: string): CommandGroup[] {
  const { tenant, user } = useOrganization();
  const navigate = useNavigate();
  const may = useMay();
  const enabled = open && tenant.is_subscribed;
  const cases = useQuery(
    query.cases.queryOptions({
      enabled,
      input: { status: 'active', limit: ACTED_ON * 5 },
      queryKey: ['cases', 'palette'],
    }),
  );
  const accounts = useQuery(query.accounts.queryOptions({ enabled, input: { limit: MOST } }));
  const agents = useQuery(query.agents.queryOptions({ enabled: enabled && may('agents'), input: {} }));
  const text = useSettled(typed.trim().slice(0, limits.names.textMax), PAUSE_MS);
  const searched = { enabled: enabled && text !== '', placeholderData: keepPreviousData };
  const found = {
    cases: useQuery(
      query.cases.queryOptions({
        ...searched,
        input: { text, limit: FOUND },
        queryKey: ['cases', 'palette', text],
      }),
    ),
    accounts: useQuery(query.accounts.queryOptions({ ...searched, input: { text, limit: FOUND } })),
    names: useQuery(
      query.names.queryOptions({
        ...searched,
        enabled: searched.enabled && may('names'),
        input: { text, limit: FOUND },
      }),
    ),
  };
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
        note: formatCounted(count, 'incident'),
      }),
    );
  const rows = cases.data?.cases ?? [];
  // What the server found by the text stays in the list, whichever of its names has it.
  const byText = text === '' ? undefined : found;
  const listedRows = distinct([...(byText?.cases.data?.cases ?? []), ...rows], ({ number }) => number);
  const listedAccounts = distinct(
    [...(byText?.accounts.data?.accounts ?? []), ...(accounts.data?.accounts ?? [])],
    ({ account }) => account,
  );
  const foundWords = (index: number, first: readonly unknown[] = []) => (index < first.length ? text : '');
  const seen = (kind: SeenName['kind']): Command[] =>
    (byText?.names.data?.names ?? [])
      .filter((each) => each.kind === kind)
      .map(({ name, accounts: count }) =>
        named(`accounts of ${kind}`, kind === 'host' ? hostText(name) : name, accountsPath(name), {
          words: text,
          note: formatCounted(count, 'account'),
        }),
      );
  const groups: CommandGroup[] = [
    {
      label: 'Cases',
      items: listedRows.map((row, index) =>
        named('case', titleOf(row), casePath(row.number), {
          words: `case ${row.severity} ${namesOf(row)} ${foundWords(index, byText?.cases.data?.cases)}`,
          note: kindTitle(row.kind),
        }),
      ),
    },
    {
      label: 'Service accounts',
      items: [
        ...listedAccounts.map(({ account, owner }, index) =>
          named('account', account, accountPath(account), {
            words: `${owner ?? ''} ${foundWords(index, byText?.accounts.data?.accounts)}`,
            note: 'Account',
          }),
        ),
        ...inFigures(({ kind }) => kind === 'account'),
      ],
    },
    { label: 'Acting users', items: [...inFigures(({ kind }) => kind === 'user'), ...seen('person')] },
    {
      label: 'Hosts',
      items: [
        ...inFigures(({ kind }) => kind === 'computer' || kind === 'server'),
        ...seen('host'),
        ...(agents.data ?? []).map(({ agent_id, host }) => ({
          ...named('agent', host, agentPath(agent_id), { words: 'fleet agent', note: 'Agent' }),
          id: `agent ${agent_id}`,
        })),
      ],
    },
    {
      label: 'Work on cases',
      items: rows.slice(0, ACTED_ON).flatMap((row) => [
        ...(row.status === 'open' && may('casesAcknowledge')
          ? [
              {
                id: `acknowledge ${row.number}`,
                label: `Acknowledge ${visible(titleOf(row))}`,
                run: () => acknowledge.mutate(row.number),
              },
            ]
          : []),
        ...(row.assignee === user.email || !may('casesAssign')
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

function distinct<Row>(rows: readonly Row[], keyOf: (row: Row) => unknown): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** The names by which a case is found beside its own account. */
const namesOf = ({ other_accounts, persons, sources, destinations }: CaseRow): string =>
  [...other_accounts, ...persons, ...sources, ...destinations].join(' ');

const titleOf = ({ number, account }: CaseRow): string => `${caseNumberText(number)} ${account}`;
