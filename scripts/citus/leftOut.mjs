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
  {
    test: 'packing takes the events of the organization it works on alone',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'a member sees the packed events of the own organization and of no other',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'judging reads the packed events of its own organization',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'the assessor reads which accounts packed events of its own organization name',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'of packed events an owner of accounts sees those that were seen as rows',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'packed events end as rows do',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'days that ended a week ago are packed',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'events that arrive for a packed day stay rows',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'the indexes of a day that was packed give their space back',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'what was being packed when its connection broke',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'nothing is packed beside a server that does not read it',
    reason: 'nothing is packed on a distributed database',
  },
  {
    test: 'db/schema.sql is what the migrations make',
    reason: 'a distributed database has other keys',
  },
  {
    test: 'every statement, without any filter, shows rows of the own accounts alone',
    reason: 'the server names the accounts of an owner to the nodes; these statements are run without it',
  },
  {
    test: 'the roles of the server own no table, are no superusers and inherit nothing',
    reason: 'databases of other tests have their logins on the same cluster',
  },
  {
    test: 'the login role itself, before SET ROLE, reaches nothing',
    reason: 'asks as the owner of a cluster of its own',
  },
  {
    test: 'clock cannot create unlimited partitions',
    reason: 'makes the partitions of a year, each on every node: takes minutes',
  },
  {
    test: 'events stored while an export runs are in none of its pages',
    reason: 'adds an event by SQL, which a node stamps',
  },
];
