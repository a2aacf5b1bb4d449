export { clientOf, createOrganization, type Kind, type TestClient, type TestOrganization } from './as.ts';
export { createClock, type TestClock } from './clock.ts';
export { createDatabase, type TestDatabase } from './database.ts';
export { createDnsServer, type DnsServer } from './dns.ts';
export { createInbox, type Inbox, type ReceivedMail } from './inbox.ts';
export { createScratchFolder } from './scratch.ts';
export { seedAgent, seedEnrolmentToken, seedMember, seedTenant } from './seed.ts';
export { type ActivityState, seedAccount } from './seedAccount.ts';
export { type CaseState, seedCase } from './seedCase.ts';
export { type DirectoryState, seedDirectory } from './seedDirectory.ts';
export { type ServerOptions, startServer, type TestServer } from './server.ts';
export {
  type Ended,
  type SpawnedServer,
  type SpawnOptions,
  spawnServer,
} from './spawn.ts';
