import { buildAgentsInBackground } from './agents.mjs';
import { become, ensureBuilt, ensureInstalled, requireBootstrapNode } from './toolchain.mjs';

requireBootstrapNode();
try {
  await ensureInstalled();
  await ensureBuilt();
  buildAgentsInBackground();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
become(['apps/server/src/main.ts', ...process.argv.slice(2)]);
