import { isProductionServer, isServiceAccount, stripAccount, stripHost, textOf } from '../../names.ts';
import type { Rule } from '../rule.ts';

/** A logon as a service account fails on a production server: the machine that wrote the event, or the one it names as target. */
export const failedLogons: Rule = {
  id: 'failed-logons',
  title: 'Failed Logons',
  match(row, eventId) {
    if (eventId !== 4625) return null;
    const account = textOf(row.target_user_name);
    if (account === null || !isServiceAccount(account)) return null;
    const writer = textOf(row.system_context_computer_name);
    const target = textOf(row.target_computer_name);
    const server = [writer, target].find((name) => name !== null && isProductionServer(name));
    if (server == null) return null;
    return {
      serviceAccount: stripAccount(account),
      computer: stripHost(writer ?? server),
      server: stripHost(server),
      process: null,
    };
  },
};
