import type { DemoServiceAccountActivity } from '@scout/detection/demo';

type Log = DemoServiceAccountActivity['log'];
type Level = Log[number]['severity'];

/** A case of demo mode: one person's use of one account. */
export interface DemoStory {
  readonly account: string;
  readonly person: string;
  readonly device: string;
  readonly server: string;
  readonly program: string;
  readonly sessions: number;
  readonly level: Level;
  /** ISO times. */
  readonly first: string;
  readonly last: string;
}

const LEVELS: readonly Level[] = ['high', 'medium', 'low'];
const MOST = 5;

/** The uses of accounts on devices that were seen most often, most severe first; one for each account and person. The log is newest first. */
export function demoStories(log: Log): DemoStory[] {
  const uses = [...Map.groupBy(log, ({ serviceAccount, device }) => `${serviceAccount} ${device}`).values()];
  const stories = uses.map(storyOf).sort((a, b) => rank(a) - rank(b) || b.sessions - a.sessions);
  const chosen: DemoStory[] = [];
  for (const story of stories) {
    const isNew = chosen.every(({ account, person }) => account !== story.account && person !== story.person);
    if (isNew) chosen.push(story);
    if (chosen.length === MOST) break;
  }
  return chosen;
}

const rank = ({ level }: DemoStory): number => LEVELS.indexOf(level);

function storyOf(rows: Log): DemoStory {
  const [last] = rows as [Log[number], ...Log];
  return {
    account: last.serviceAccount,
    person: last.deviceOwner,
    device: last.device,
    server: last.connectedSqlServers[0] ?? 'a production server',
    program: last.processName,
    sessions: rows.length,
    level: LEVELS.find((level) => rows.some(({ severity }) => severity === level)) ?? 'low',
    first: rows.at(-1)!.time,
    last: last.time,
  };
}
