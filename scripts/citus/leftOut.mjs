/** Tests of integration that run on a cluster: ingest and assessment under kills and broken connections. */
export const integrationOnCitus = [
  'apps/server/src/modules/ingest/exactlyOnce.it.test.ts',
  'apps/server/src/modules/ingest/connectionFaults.it.test.ts',
  'apps/server/src/modules/cases/assessor/killed.it.test.ts',
];

/** Tests that say something of one PostgreSQL that is not true of several, by a part of their names. */
export const leftOut = [
  {
    test: 'of bytes counts what a batch of one name takes in the tables',
    reason: 'measures tables on the disk of one node',
  },
  {
    test: 'of bytes counts what a batch of many names takes in the tables',
    reason: 'measures tables on the disk of one node',
  },
  {
    test: 'every reader answers the same whether events are packed or not',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'while several processes pack, each statement sees each event once',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'the raw line of each event is the same whether its batch is packed or not',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'keeps a real agent, its events and a real admin, and removes all sample data among them',
    reason: 'a database with the sample organization is not distributed',
  },
];
