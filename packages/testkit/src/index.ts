export { createClock, type TestClock } from './clock.ts';
export { createDatabase, type TestDatabase } from './database.ts';
export { seedAgent, seedEnrolmentToken, seedMember, seedTenant } from './seed.ts';
