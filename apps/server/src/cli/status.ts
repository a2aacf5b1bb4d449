import { type Command, Option } from 'commander';
import { Failure } from './failure.ts';
import type { AddCommand, CommonOptions } from './program.ts';
import { fields, table } from './table.ts';

/** State of the whole installation. */
export function addStatusCommand(operator: Command, add: AddCommand): void {
  add<CommonOptions & { check?: true }>(
    operator,
    'status',
    'Show the state of the installation: agents of all organizations, email, disk and problems',
    [new Option('--check', 'exit with 1 if there is a problem')],
    async (client, { check }) => {
      const answer = await client.operatorStatus({});
      const { storage, mail, channels, backup, troubles } = answer;
      if (check && troubles.length > 0)
        throw new Failure('trouble', troubles.map(({ text }) => text).join(' '));
      const rows = answer.organizations.map(({ company_name, agents, ...one }) => ({
        name: company_name,
        agents: Object.values(agents).reduce((sum, count) => sum + count, 0) - agents.revoked,
        silent: agents.silent,
        conflict: agents.conflict,
        lagging: one.lagging,
        'events waiting': one.events_waiting,
        'quota: wait (s)': one.quota_wait_seconds,
        'cases behind (s)': one.cases_behind_seconds,
      }));
      const whole = fields({
        'takes events': !storage.low,
        'emails waiting': mail.waiting,
        'emails failed today': mail.lost,
        'deliveries waiting': channels.waiting,
        'deliveries failed today': channels.failed,
        'last backup': backup.last?.made_at ?? 'none',
      });
      const wrong =
        troubles.length === 0
          ? 'No problems.\n'
          : troubles
              .map(
                ({ count, text, next_step }) =>
                  `${count === null ? '' : `${count}: `}${text}\n  ${next_step}\n`,
              )
              .join('');
      return { answer, words: `${table(rows, 'No organization yet.')}\n${whole}\n${wrong}` };
    },
  );
}
