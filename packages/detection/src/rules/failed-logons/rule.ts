import { EVENTS } from '../../catalogue/events.ts';
import { shownHost, stripAccount, textOf } from '../../names.ts';
import { defineRule } from '../rule.ts';

/** A failed logon of a service account on a production server: the machine that wrote the event, or its target. */
export const failedLogons = defineRule({
  id: 'failed-logons',
  title: 'Failed Logons',
  severity: 'counted',
  events: [EVENTS.failedLogon.id],
  meaning: 'A logon as a service account failed on a production server.',
  advice:
    'Check the reasons and source hosts: a job with an old password fails on a schedule, a person does not.',
  attack: [],
  names: ['account', 'server', 'user'],
  pairs: ['account-reason', 'account-source', 'account-server'],
  actor: 'tried by',
  describe: ({ server, source_hosts, failure_reason }) => [
    { words: 'was refused' },
    { words: 'by', name: server, of: 'server' },
    { words: 'from', name: source_hosts[0], of: 'source' },
    ...(failure_reason === null ? [] : [{ words: `· ${failure_reason}` }]),
  ],
  match(row, _eventId, naming) {
    const account = textOf(row.target_user_name);
    if (account === null || !naming.isServiceAccount(account)) return null;
    const writer = textOf(row.system_context_computer_name);
    const target = textOf(row.target_computer_name);
    const server = [writer, target].find((name) => name !== null && naming.isProductionServer(name));
    if (server == null) return null;
    return {
      serviceAccount: stripAccount(account),
      computer: shownHost(writer ?? server),
      server: shownHost(server),
      process: null,
    };
  },
});
