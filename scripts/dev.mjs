import { spawn } from 'node:child_process';
import {
  ensureBuilt,
  ensureInstalled,
  environment,
  pinnedNode,
  requireBootstrapNode,
  root,
} from './toolchain.mjs';

/** `npm run dev`: the server restarts and the browser reloads as files change. Open the address that Vite prints. */
requireBootstrapNode();
await ensureInstalled();
await ensureBuilt();
const port = process.env.PORT ?? '8080';
const children = [
  spawn(pinnedNode, ['--watch-preserve-output', '--watch', 'apps/server/src/main.ts'], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  }),
  spawn('react-router', ['dev', '--port', '5173'], {
    cwd: `${root}/apps/web`,
    env: { ...environment, SCOUT_API_URL: `http://127.0.0.1:${port}` },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  }),
];
const stop = (signal) => {
  for (const child of children) child.kill(signal);
};
process.on('SIGINT', () => process.stdin.isTTY || stop('SIGINT'));
process.on('SIGTERM', () => stop('SIGTERM'));
for (const child of children) {
  child.on('exit', (code) => {
    stop('SIGTERM');
    process.exitCode ??= code ?? 1;
  });
}
