import { become, ensureBuilt, ensureInstalled, requireBootstrapNode } from './toolchain.mjs';

/**
 * `node scripts/run.mjs [--built] FILE ARGS…`: a command of the project with the pinned Node, installed first if needed. With
 * `--built` the mails and the browser's part are also built, for commands that start the server.
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
