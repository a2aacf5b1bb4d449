/** Values in the commands of the first steps. */
export interface FirstStepsFacts {
  /** The server's address as seen from the machine, without a trailing slash. */
  readonly server: string;
  /** An enrollment token; the placeholder TOKEN by default. */
  readonly token?: string;
  /** The server's data directory, relative to Scout's folder. */
  readonly dataDir?: string;
}

/** One step of getting started. `lines` are typed verbatim in Scout's folder. */
export interface FirstStep {
  readonly id: 'server' | 'organization' | 'agent' | 'example' | 'dashboards';
  readonly title: string;
  readonly words: string;
  readonly lines: readonly string[];
}

/** Organization in the examples; no sample organization has this name. */
const example = { name: 'Alder Health', email: 'admin@alder.example' } as const;

/** Starts the server. */
export const startLine = 'npm start';

/** Creates an organization with its first admin and a token, and prints the next steps. */
export const setUpLine = `npm run -s scout -- setup --name "${example.name}" --email ${example.email}`;

/** Starts an agent that reads the machine's own log. */
export function agentLine({ server, token = 'TOKEN', dataDir = './data' }: FirstStepsFacts): string {
  const clear =
    /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|$)/.test(server) || server.startsWith('https:');
  return `npm run -s agent -- run --server ${server}${clear ? '' : ' --allow-cleartext'} --token ${token} --state ${dataDir}/agent`;
}

/** For a machine with a missing or inaccessible log: a file with example events, and an agent that reads it. */
export function exampleLines(facts: FirstStepsFacts): readonly string[] {
  const file = `${facts.dataDir ?? './data'}/example-events.xml`;
  return [`npm run -s scout -- example-events > ${file}`, `${agentLine(facts)} --source file:${file}`];
}

/** Steps from installation to the first own event, shown by the site, the README, the server at startup and empty screens. */
export function firstSteps(facts: FirstStepsFacts): readonly FirstStep[] {
  return [
    {
      id: 'server',
      title: 'Start the server',
      words: 'It comes with its own PostgreSQL, or uses yours if DATABASE_URL is set. It prints one address.',
      lines: [startLine],
    },
    {
      id: 'organization',
      title: 'Name your organization',
      words:
        'In a second terminal, with your own names. It prints your password and the next command, with its token filled in. You can also sign up in the browser.',
      lines: [setUpLine],
    },
    {
      id: 'agent',
      title: 'Start an agent on this machine',
      words:
        'It reads the system’s log: the journal on Linux, the Security log on Windows (as an administrator), the system log on macOS. It keeps what it cannot send.',
      lines: [agentLine(facts)],
    },
    {
      id: 'example',
      title: 'No readable log?',
      words:
        'Let the agent read example events instead: a service account’s nightly job, then its misuse. They open a case.',
      lines: exampleLines(facts),
    },
    {
      id: 'dashboards',
      title: 'Open the dashboards',
      words: 'Sign in. Your home page announces the first event.',
      lines: [],
    },
  ];
}
