import { EVENTS } from '../../catalogue/events.ts';
import { fileName, stripHost } from '../../names.ts';
import { failedLogons } from '../failed-logons/rule.ts';
import { matchInteractiveLogon } from '../interactive-logons/rule.ts';
import { defineRule } from '../rule.ts';
import { matchClientStart } from '../service-account-activity/rule.ts';

const CLIENTS = new Set(['sqlcmd.exe', 'ssms.exe', 'datagrip.exe']);
const POSIX_CLIENTS = new Set(['sqlcmd', 'datagrip']);

/** `XX-LAPTOP{n}`: a prefix, LAPTOP, a number, and nothing else. */
const NUMBERED_LAPTOP = /^[a-z0-9][a-z0-9-]*-laptop\d+$/i;

const isNumberedLaptop = (name: string): boolean => NUMBERED_LAPTOP.test(stripHost(name));

function isClient(path: string): boolean {
  const name = fileName(path).toLowerCase();
  return CLIENTS.has(name) || (path.startsWith('/') && POSIX_CLIENTS.has(name));
}

/**
 * The stricter rule behind the AI risk notice (specification section 5): a failed logon as in failed-logons, an interactive logon
 * on a numbered laptop, or one of three clients started as in service-account-activity.
 */
export const aiRisk = defineRule({
  id: 'ai-risk',
  title: 'AI Risk',
  severity: 'counted',
  events: [EVENTS.logon.id, EVENTS.failedLogon.id, EVENTS.processStart.id],
  meaning:
    'A failed logon on a production server, an interactive logon on a numbered laptop, or one of three database clients used with a service account. The notice of the AI-Powered Incident Risk panel counts these events.',
  advice: 'Open Cases, which compare each of them with the account’s usual activity.',
  attack: [],
  names: ['account'],
  match(row, eventId, naming) {
    switch (eventId) {
      case EVENTS.logon.id:
        return matchInteractiveLogon(row, naming, isNumberedLaptop);
      case EVENTS.failedLogon.id:
        return failedLogons.match(row, eventId, naming);
      case EVENTS.processStart.id:
        return matchClientStart(row, naming, isClient);
      default:
        return null;
    }
  },
});
