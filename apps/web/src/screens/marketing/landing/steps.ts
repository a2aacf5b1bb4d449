export interface Step {
  title: string;
  words: string;
  lines: readonly string[];
}

/** How Scout is set up, with commands of this very program; a test asks each for its help. */
export const steps: readonly Step[] = [
  {
    title: 'Start the server',
    words: 'It brings its own PostgreSQL, or takes yours by DATABASE_URL. One address is printed.',
    lines: ['npm start'],
  },
  {
    title: 'Name your organization',
    words: 'The token enrols as many machines as you allow, for as long as you allow.',
    lines: [
      'npm run -s scout -- tenant create --name "Northwind Bank" --subscribed',
      'npm run -s scout -- enrolment create --tenant "Northwind Bank"',
    ],
  },
  {
    title: 'Start an agent',
    words: 'It reads, keeps what it could not send, and sends the same bytes until they are acknowledged.',
    lines: ['npm run -s agent -- run --server http://127.0.0.1:8080 --token TOKEN --state ./agent-state'],
  },
  {
    title: 'Open the dashboards',
    words: 'Create your account. The first event is on the screen within ten seconds of its arrival.',
    lines: [],
  },
];
