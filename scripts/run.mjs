import { become, ensureInstalled, requireBootstrapNode } from './toolchain.mjs';

/** `node scripts/run.mjs FILE ARGS…`: a command of the project under the pinned Node, installed first when needed. */
requireBootstrapNode();
const [file, ...args] = process.argv.slice(2);
try {
  await ensureInstalled();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
become([file, ...args]);
