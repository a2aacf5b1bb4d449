import { ensureEmailsBuilt } from './toolchain.mjs';

/** Before tests that send mail: packages/testkit/src/globalSetup.ts starts this. */
await ensureEmailsBuilt();
