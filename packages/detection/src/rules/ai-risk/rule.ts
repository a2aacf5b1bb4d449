import { stripHost } from '../../names.ts';
import { failedLogons } from '../failed-logons/rule.ts';
import { matchInteractiveLogon } from '../interactive-logons/rule.ts';
import type { Rule } from '../rule.ts';
import { matchClientStart } from '../service-account-activity/rule.ts';

const CLIENTS = new Set(['sqlcmd.exe', 'ssms.exe', 'datagrip.exe']);
const POSIX_CLIENTS = new Set(['sqlcmd', 'datagrip']);

/** `XX-LAPTOP{n}`: a prefix, LAPTOP, a number, and nothing more. */
const NUMBERED_LAPTOP = /^[a-z0-9][a-z0-9-]*-laptop\d+$/i;

/**
 * The stricter rule behind the AI risk notice (specification section 5): a failed logon as in failed-logons, an interactive logon
 * on a numbered laptop, or one of three clients started as in service-account-activity.
 */
export const aiRisk: Rule = {
  id: 'ai-risk',
  title: 'AI Risk',
  match(row, eventId) {
    switch (eventId) {
      case 4624:
        return matchInteractiveLogon(row, (name) => NUMBERED_LAPTOP.test(stripHost(name)));
      case 4625:
        return failedLogons.match(row, eventId);
      case 4688:
        return matchClientStart(row, CLIENTS, POSIX_CLIENTS);
    }
  },
};
