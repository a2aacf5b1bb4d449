import type { FiguresSnapshot } from '../../events/figuresSnapshot.ts';
import { paths } from '../../paths.ts';
import { writeDrawer } from '../../view/viewState.ts';

/** A service account or a host among the current figures, and where its incidents are. */
export interface FoundName {
  kind: 'account' | 'computer' | 'server';
  name: string;
  count: number;
  /** The dashboard that counts it most often, with its incidents open. */
  path: string;
}

/** Every name among the figures that the dashboards showed last, each once, the most frequent first. */
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

  const most = new Map<string, FoundName>();
  found.forEach((one, n) => {
    // An account and a host may share a name; names that differ in case are one.
    const key = `${one.kind === 'account' ? 'account' : 'host'} ${one.name.toLowerCase()}`;
    const known = most.get(key);
    if (known === undefined || known.count < one.count) {
      most.set(key, { ...one, path: withIncidents(dashboards[n]!, one) });
    }
  });
  return [...most.values()].sort((a, b) => b.count - a.count);
}

function withIncidents(path: string, { kind, name }: Pick<FoundName, 'kind' | 'name'>): string {
  const params = new URLSearchParams();
  writeDrawer(params, { list: { kind, name }, event: null });
  return `${path}?${params}`;
}
