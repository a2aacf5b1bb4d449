import type { FiguresSnapshot } from '../../events/figuresSnapshot.ts';
import { paths } from '../../paths.ts';
import { writeDrawer } from '../../view/viewState.ts';

/** A service account, a host or an acting user from the current figures, with a link to its incidents. */
export interface FoundName {
  kind: 'account' | 'computer' | 'server' | 'user';
  name: string;
  count: number;
  /** Path of the dashboard with the highest count for the name, with its incidents open. */
  path: string;
}

/** Every distinct name in the last figures of the dashboards, most frequent first. */
export function namesAmong(figures: Pick<FiguresSnapshot, 'get'>): FoundName[] {
  const activity = figures.get('service-account-activity');
  const failures = figures.get('failed-logons');
  const logons = figures.get('interactive-logons');
  const found: Omit<FoundName, 'path'>[] = [];
  const dashboards: string[] = [];
  const add = (path: string, kind: FoundName['kind'], name: string, count: number) => {
    found.push({ kind, name, count });
    dashboards.push(path);
  };
  for (const { serviceAccount, count } of activity?.byServiceAccount ?? [])
    add(paths.serviceAccounts, 'account', serviceAccount, count);
  for (const { workstation, count } of activity?.byWorkstation ?? [])
    add(paths.serviceAccounts, 'computer', workstation, count);
  for (const { serviceAccount, count } of failures?.byServiceAccount ?? [])
    add(paths.failedLogons, 'account', serviceAccount, count);
  for (const { server, count } of failures?.byServer ?? []) add(paths.failedLogons, 'server', server, count);
  for (const { workstation, count } of logons?.byWorkstation ?? [])
    add(paths.interactiveLogons, 'computer', workstation, count);
  for (const [path, figuresOf] of [
    [paths.serviceAccounts, activity],
    [paths.failedLogons, failures],
    [paths.interactiveLogons, logons],
  ] as const) {
    for (const { subjectUser, count } of figuresOf?.bySubjectUser ?? [])
      add(path, 'user', subjectUser, count);
  }

  const most = new Map<string, FoundName>();
  found.forEach((one, n) => {
    // An account, a host and a user may share a name; names are compared without case.
    const key = `${groupOf[one.kind]} ${one.name.toLowerCase()}`;
    const known = most.get(key);
    if (known === undefined || known.count < one.count) {
      most.set(key, { ...one, path: withIncidents(dashboards[n]!, one) });
    }
  });
  return [...most.values()].sort((a, b) => b.count - a.count);
}

const groupOf = { account: 'account', computer: 'host', server: 'host', user: 'user' } as const;

function withIncidents(path: string, { kind, name }: Pick<FoundName, 'kind' | 'name'>): string {
  const params = new URLSearchParams();
  writeDrawer(params, { list: { kind, name }, event: null });
  return `${path}?${params}`;
}
