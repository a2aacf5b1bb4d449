/** A part of the system, and its side of the customer's boundary. */
export interface Part {
  name: 'Agents' | 'Ingest' | 'Database' | 'Dashboards';
  inside: boolean;
}

export interface DeploymentOption {
  id: 'on-premises' | 'hybrid' | 'cloud';
  name: string;
  recommended: boolean;
  words: string;
  /** The data that crosses the boundary. */
  leaves: string;
  parts: readonly Part[];
  /** The party that runs the part outside; null where there is none. */
  outside: string | null;
}

const parts = (...inside: Part['name'][]): Part[] =>
  (['Agents', 'Ingest', 'Database', 'Dashboards'] as const).map((name) => ({
    name,
    inside: inside.includes(name),
  }));

/** Specification section 2: on-premises, hybrid marked recommended, cloud. */
export const deployments: readonly DeploymentOption[] = [
  {
    id: 'on-premises',
    name: 'On-premises',
    recommended: false,
    words:
      'Everything on your machines, with its own PostgreSQL or yours. It runs without a connection to the outside.',
    leaves: 'nothing',
    parts: parts('Agents', 'Ingest', 'Database', 'Dashboards'),
    outside: null,
  },
  {
    id: 'hybrid',
    name: 'Hybrid',
    recommended: true,
    words:
      'Agents, ingest and dashboards on your machines; the database is a PostgreSQL that your cloud provider runs.',
    leaves: 'stored rows, over TLS',
    parts: parts('Agents', 'Ingest', 'Dashboards'),
    outside: 'your cloud provider',
  },
  {
    id: 'cloud',
    name: 'Cloud',
    recommended: false,
    words:
      'You install agents, we run the rest. The database itself isolates your rows from every other tenant.',
    leaves: 'events, over TLS',
    parts: parts('Agents'),
    outside: 'run by us',
  },
];
