import type { CallName } from '@scout/contract';

/** A tool of assistants: a call that reads, with the words that an assistant chooses it by. */
export interface Tool {
  readonly call: CallName;
  readonly title: string;
  readonly description: string;
}

/** Every tool by its name. Its input is that of its call, and so are its access, scope and limits. */
export const tools: Readonly<Record<string, Tool>> = {
  list_cases: {
    call: 'cases',
    title: 'List cases',
    description:
      'Cases of misused service accounts, most severe first. Filter by status (active: open or acknowledged), severity, account or text; ' +
      'pass next as cursor for more.',
  },
  read_case: {
    call: 'casesRead',
    title: 'Read a case',
    description:
      'One case by its number: who used which account, from where, against what and since when, the findings with their reasons, comments and history.',
  },
  list_case_runs: {
    call: 'casesRuns',
    title: 'List the runs of a case',
    description: 'The events of a case as runs: repeated activity of one kind, with its times and counts.',
  },
  list_accounts: {
    call: 'accounts',
    title: 'List service accounts',
    description: 'Service accounts with owner, purpose, first and last use, and open cases.',
  },
  read_account: {
    call: 'accountsRead',
    title: 'Read a service account',
    description:
      'One service account by its name: what it usually does, since when, its owner and its cases.',
  },
  read_coverage: {
    call: 'agents',
    title: 'Read the coverage',
    description:
      'The machines that send events, their state, what each one cannot see, and gaps in what it sent: what Scout does not know.',
  },
};
