import type { TestServer } from '@scout/testkit';
import { run } from '../../../cli/run.ts';

/** The operator's command for an organization: its exit code and texts. */
export const commandFor =
  (server: TestServer, tenantId: string) =>
  async (...args: string[]) => {
    const ran = { code: 0, out: '', error: '' };
    ran.code = await run([...args, '--tenant', tenantId, '--server', server.url], {
      env: { SCOUT_DATA_DIR: '/nowhere', SCOUT_OPERATOR_TOKEN: server.operatorToken },
      out: (text) => {
        ran.out += text;
      },
      error: (text) => {
        ran.error += text;
      },
      readInput: async () => '',
    });
    return ran;
  };
