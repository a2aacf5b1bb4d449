import { kindTitle, reasonTitle } from '@scout/contract';
import type { Format } from './message.ts';

/** Scout's own JSON (docs/notifications.md). */
export const scoutFormat: Format = {
  caseBody: ({ kind, added, about, link, organization, now }) =>
    JSON.stringify({
      type: `case.${kind}`,
      timestamp: new Date(now).toISOString(),
      data: {
        organization,
        gained: added,
        case: {
          id: about.caseId,
          number: about.number,
          account: about.account,
          other_accounts: about.otherAccounts,
          kind: about.kind,
          title: kindTitle(about.kind),
          severity: about.severity,
          score: about.score,
          sentence: about.sentence,
          persons: about.persons.map(({ name, level }) => ({ name, level })),
          person_level: about.personLevel,
          sources: about.sources,
          destinations: about.destinations,
          reasons: [...new Set(about.reasons.map(reasonTitle))],
          first_seen: about.firstSeen.toISOString(),
          last_seen: about.lastSeen.toISOString(),
          link,
        },
      },
    }),
  testBody: ({ channel, now }) =>
    JSON.stringify({ type: 'test', timestamp: new Date(now).toISOString(), data: { channel } }),
};
