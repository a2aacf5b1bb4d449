import type { Severity } from '../../../platform/database/columns.ts';
import { syslogLine } from '../../../platform/outgoing/syslog.ts';
import type { CaseMessage, Format } from './message.ts';
import { firstThatFits } from './plainText.ts';

/** Maximum bytes of a line: datagram receivers should accept 2,048 (RFC 5426, section 3.2), and rsyslog accepts 8,192 by default. */
export const syslogBytes = { datagram: 2_048, stream: 8_192 } as const;

/** Facility "log alert". */
const FACILITY = 14;
/** Critical, error, warning, notice; informational for tests. */
const severities: Readonly<Record<Severity, number>> = { critical: 2, high: 3, medium: 4, low: 5 };
const TEST = 6;

/** Number of names in a message, and characters of each, from usual to minimal values that always fit. */
const lengths = [
  [100, 1_000],
  [20, 200],
  [5, 120],
  [1, 60],
  [1, 30],
] as const;

/** Wraps documents in syslog lines; a document too long for a line is written with fewer and shorter names. @param url the receiver's */
export function inSyslog(format: Format, url: string): Format {
  const most = url.startsWith('syslog+udp:') ? syslogBytes.datagram : syslogBytes.stream;
  const lineOf = (severity: number, now: number, type: string, body: string) =>
    syslogLine({ facility: FACILITY, severity, at: new Date(now), type, body });
  return {
    caseBody: (message) =>
      firstThatFits(
        lengths.map(([names, characters]) => () => {
          const body = format.caseBody(shortened(message, names, characters));
          return lineOf(severities[message.about.severity], message.now, `case.${message.kind}`, body);
        }),
        most,
      ),
    testBody: (message) => lineOf(TEST, message.now, 'test', format.testBody(message)),
  };
}

function shortened(message: CaseMessage, names: number, characters: number): CaseMessage {
  const { about } = message;
  const cut = (text: string) =>
    text.length <= characters ? text : `${text.slice(0, characters - 1).toWellFormed()}…`;
  const list = (all: readonly string[]) => all.slice(0, names).map(cut);
  return {
    ...message,
    added: list(message.added),
    organization: cut(message.organization),
    about: {
      ...about,
      account: cut(about.account),
      otherAccounts: list(about.otherAccounts),
      sentence: about.sentence.length <= 2 * characters ? about.sentence : cut(about.sentence),
      kinds: about.kinds.slice(0, names),
      persons: about.persons.slice(0, names).map((person) => ({ ...person, name: cut(person.name) })),
      sources: list(about.sources),
      destinations: list(about.destinations),
      reasons: about.reasons.slice(0, names),
    },
  };
}
