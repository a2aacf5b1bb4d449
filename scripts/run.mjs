import { become, ensureBuilt, ensureInstalled, requireBootstrapNode } from './toolchain.mjs';

/**
 * `node scripts/run.mjs [--built] FILE ARGS…`: a command of the project under the pinned Node, installed first when needed.
 * With `--built` the mails and the browser's part are built too, as a command that starts the server needs them.
 */
requireBootstrapNode();
const needsBuild = process.argv[2] === '--built';
const command = process.argv.slice(needsBuild ? 3 : 2);
try {
  await ensureInstalled();
  if (needsBuild) await ensureBuilt();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
become(command);
