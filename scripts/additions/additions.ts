import type { Edit } from './scratch.ts';

/** Texts of an event that matches the rule below, and of one that does not. */
const lockOut = (name: string, account: string, type = 'WINDOWS_SECURITY_4740') => ({
  name,
  row: {
    id: 'e-1',
    event_type: type,
    timestamp: '2026-11-20T08:51:04.851Z',
    system_context_computer_name: 'DC01',
    target_user_name: account,
  },
});
const accounts = Array.from({ length: 15 }, (_, index) => index + 1);

const rule: readonly Edit[] = [
  {
    path: 'packages/detection/src/rules/locked-out-accounts/rule.ts',
    text: `import { EVENTS } from '../../catalogue/events.ts';
import { shownHost, stripAccount, textOf } from '../../names.ts';
import { defineRule } from '../rule.ts';

/** Wrong passwords have locked a service account. */
export const lockedOutAccounts = defineRule({
  id: 'locked-out-accounts',
  title: 'Locked Out Accounts',
  severity: 'counted',
  events: [EVENTS.accountLockedOut.id],
  meaning: 'Wrong passwords have locked a service account.',
  advice: 'Look for jobs with an old password.',
  attack: [],
  names: ['account'],
  describe: () => [{ words: 'was locked out' }],
  match(row, _eventId, naming) {
    const account = textOf(row.target_user_name);
    if (account === null || !naming.isServiceAccount(account)) return null;
    const computer = textOf(row.system_context_computer_name);
    return {
      serviceAccount: stripAccount(account),
      computer: computer === null ? null : shownHost(computer),
      server: null,
      process: null,
    };
  },
});
`,
  },
  {
    path: 'packages/detection/src/rules/locked-out-accounts/cases.json',
    text: JSON.stringify({
      rule: 'locked-out-accounts',
      fires: accounts.map((n) => ({
        ...lockOut(`service account ${n}`, `svc.job${n}`),
        expect: { serviceAccount: `svc.job${n}` },
      })),
      quiet: accounts.map((n) => lockOut(`person ${n}`, `j.weber${n}`)),
    }),
  },
  {
    path: 'packages/detection/src/rules/index.ts',
    replace: [
      [
        "import type { Rule } from './rule.ts';",
        "import { lockedOutAccounts } from './locked-out-accounts/rule.ts';\nimport type { Rule } from './rule.ts';",
      ],
      [
        "  'infrastructure-changes': infrastructureChanges,\n",
        "  'infrastructure-changes': infrastructureChanges,\n  'locked-out-accounts': lockedOutAccounts,\n",
      ],
    ],
  },
  {
    path: 'packages/detection/src/event.ts',
    replace: [["  'infrastructure-changes',\n", "  'infrastructure-changes',\n  'locked-out-accounts',\n"]],
  },
  {
    path: 'packages/detection/src/catalogue/events.ts',
    replace: [["name: 'Account locked out', ...USE", "name: 'Account locked out', ...CHANGE"]],
  },
  {
    path: 'packages/detection/src/rules/names.test.ts',
    replace: [
      ["  'infrastructure-changes': {", "  'locked-out-accounts': {},\n  'infrastructure-changes': {"],
    ],
  },
  {
    path: 'docs/specification.md',
    replace: [
      ['| AI risk | stricter:', '| Locked Out Accounts | 4740 of a service account |\n| AI risk | stricter:'],
    ],
  },
  // Written by the command of its list.
  { path: 'docs/detections.md' },
];

const KINDS = "'webhook', 'slack', 'teams', 'syslog'";
const TICKETS = "'pagerduty', 'opsgenie', 'jira', 'servicenow'";
const channel: readonly Edit[] = [
  {
    path: 'packages/contract/src/entities/channel.ts',
    replace: [
      [`[${KINDS}, ...ticketKinds] as const`, `[${KINDS}, 'mattermost', ...ticketKinds] as const`],
      ["  teams: ['chat'],\n", "  teams: ['chat'],\n  mattermost: ['chat'],\n"],
      ['  teams: webhookUrl,\n', '  teams: webhookUrl,\n  mattermost: webhookUrl,\n'],
    ],
  },
  {
    path: 'db/migrations/20990101T0000_mattermost.sql',
    text: `ALTER TABLE scout.channels DROP CONSTRAINT channels_kind_check;
ALTER TABLE scout.channels ADD CONSTRAINT channels_kind_check
  CHECK (kind IN (${KINDS}, ${TICKETS}, 'mattermost'));
`,
  },
  {
    path: 'db/schema.sql',
    replace: [["'servicenow'::text]))),\n", "'servicenow'::text, 'mattermost'::text]))),\n"]],
  },
  {
    path: 'packages/testkit/src/schemaTypes.ts',
    replace: [["'jira' | 'servicenow'>", "'jira' | 'servicenow' | 'mattermost'>"]],
  },
  {
    path: 'apps/server/src/platform/database/schema.ts',
    replace: [["'jira' | 'servicenow'>", "'jira' | 'servicenow' | 'mattermost'>"]],
  },
  {
    path: 'apps/server/src/modules/alerts/formats/mattermost.ts',
    text: `import { caseWords, type Format } from './message.ts';
import { plainText, zonedTime } from './plainText.ts';

/** A message of an incoming webhook, as plain text. */
export const mattermostFormat: Format = {
  caseBody(message) {
    const { title, sentence } = caseWords(message, (iso) => zonedTime(iso, message.timeZone));
    return JSON.stringify({ text: plainText(\`\${title}. \${sentence}\`, 1_000) });
  },
  testBody: ({ channel }) => JSON.stringify({ text: plainText(\`Test message for \${channel}\`, 1_000) }),
};
`,
  },
  {
    path: 'apps/server/src/modules/alerts/formats/formats.ts',
    replace: [
      [
        'import type { CaseFacts,',
        "import { mattermostFormat } from './mattermost.ts';\nimport type { CaseFacts,",
      ],
      ["  teams: 'address',\n", "  teams: 'address',\n  mattermost: 'address',\n"],
      [
        '  teams: () => teamsFormat,\n',
        '  teams: () => teamsFormat,\n  mattermost: () => mattermostFormat,\n',
      ],
    ],
  },
  {
    path: 'apps/web/src/screens/settings/notifications/channels/channelWords.ts',
    replace: [
      ["  teams: 'Microsoft Teams',\n", "  teams: 'Microsoft Teams',\n  mattermost: 'Mattermost',\n"],
      [
        '  syslog: {\n',
        `  mattermost: {
    description: 'Scout posts each step of a case to a channel of Mattermost, through an incoming webhook.',
    addressHint: 'The webhook’s URL. It is a secret: it is not shown again and cannot be changed later',
    addressError: 'An address such as https://chat.example/hooks/…',
  },
  syslog: {
`,
      ],
      [
        "kind === 'slack' || kind === 'teams' ?",
        "kind === 'slack' || kind === 'teams' || kind === 'mattermost' ?",
      ],
    ],
  },
  {
    path: 'docs/notifications.md',
    replace: [['| Syslog | `syslog', '| Mattermost | an incoming webhook | text |\n| Syslog | `syslog']],
  },
];

const source: readonly Edit[] = [
  {
    path: 'apps/agent/src/sources/linux/secureLog.ts',
    text: `import { resolve } from 'node:path';
import { FileSource } from '../file/fileSource.ts';
import type { Source } from '../source.ts';
import { createAuthLogExtractor } from './authLog.ts';

/** Logons from the syslog file of Red Hat's systems. */
export const secureLog = (path: string): Source =>
  new FileSource(resolve(path || '/var/log/secure'), {
    name: 'secure',
    reads: ['logons'],
    create: (_, from) => createAuthLogExtractor(from, Date.now),
  });
`,
  },
  {
    path: 'apps/agent/src/sources/parseSource.ts',
    replace: [
      [
        "import { osUsersFrom } from './linux/osUsers.ts';",
        "import { osUsersFrom } from './linux/osUsers.ts';\nimport { secureLog } from './linux/secureLog.ts';",
      ],
      ['  audit: (rest,', '  secure: secureLog,\n  audit: (rest,'],
      ['authlog:PATH, audit:PATH or macos:`', 'authlog:PATH, secure:PATH, audit:PATH or macos:`'],
    ],
  },
  {
    path: 'apps/agent/src/cli/program.ts',
    replace: [['authlog:[PATH], audit', 'authlog:[PATH], secure:[PATH], audit']],
  },
  {
    path: 'apps/agent/README.md',
    replace: [
      ['| `audit:[PATH]` |', '| `secure:[PATH]` | logons from `/var/log/secure` |\n| `audit:[PATH]` |'],
    ],
  },
  {
    path: 'packages/contract/src/agentConfiguration.ts',
    replace: [
      ['(?:file|authlog|audit)', '(?:file|authlog|secure|audit)'],
      ['authlog:PATH, audit:PATH, macos:', 'authlog:PATH, secure:PATH, audit:PATH, macos:'],
    ],
  },
  {
    path: 'apps/agent/src/service/localRules.ts',
    replace: [
      [
        "  ['audit:', 'linux', 'Linux'],",
        "  ['secure:', 'linux', 'Linux'],\n  ['audit:', 'linux', 'Linux'],",
      ],
    ],
  },
];

const call: readonly Edit[] = [
  {
    path: 'packages/contract/src/calls/events/events.ts',
    replace: [
      [
        '/**\n * One event: its stored row',
        `/** The newest event of a window; null without one. */
export const tenantEventsNewest = declareCall({
  access: 'subscriber',
  scope: 'events:read',
  method: 'GET',
  path: '/rest/v1/tenant_events/newest',
  summary: 'The newest event',
  tag: 'Tables',
  input: tenantEventsScope,
  output: z.object({ timestamp: isoTime.nullable() }),
});

/**
 * One event: its stored row`,
      ],
    ],
  },
  {
    path: 'packages/contract/src/calls/events/index.ts',
    replace: [
      [
        'export { event, tenantEvents, tenantEventsCount, tenantEventsTypes }',
        'export { event, tenantEvents, tenantEventsCount, tenantEventsNewest, tenantEventsTypes }',
      ],
    ],
  },
  {
    path: 'apps/server/src/modules/events/calls/events.ts',
    replace: [
      [
        "import { readRawEvent } from '../sql/rawEvent.ts';",
        "import { newestEvent } from '../sql/newestEvent.ts';\nimport { readRawEvent } from '../sql/rawEvent.ts';",
      ],
      [
        'export const tenantEventsTypes =',
        `export const tenantEventsNewest = implementCall(
  contract.tenantEventsNewest,
  async (query, { app, tx, member }) => {
    const { from, to } = windowOf(query, app.clock.now());
    return { timestamp: await newestEvent(tx, member.tenantId, from, to) };
  },
);

export const tenantEventsTypes =`,
      ],
    ],
  },
  {
    path: 'apps/server/src/modules/events/sql/newestEvent.ts',
    text: `import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { eventBounds } from '../../ingest/index.ts';

/** Time of the newest event of a window; null without one. */
export async function newestEvent(
  tx: Transaction,
  tenantId: string,
  from: string,
  to: string,
): Promise<string | null> {
  const { rows } = await sql<{ newest: Date | null }>\`
    SELECT newest FROM \${eventBounds({ tenantId, from, to })} AS bounds\`.execute(tx);
  return rows[0]?.newest?.toISOString() ?? null;
}
`,
  },
  {
    path: 'apps/server/src/testing/requests.ts',
    replace: [
      [
        '  tenantEventsTypes: () =>',
        "  tenantEventsNewest: () => ({ path: '/rest/v1/tenant_events/newest' }),\n  tenantEventsTypes: () =>",
      ],
    ],
  },
  {
    path: 'apps/server/src/access.db.test.ts',
    replace: [
      [
        '  tenantEventsTypes: withBoth(subscribers),',
        '  tenantEventsNewest: withBoth(subscribers),\n  tenantEventsTypes: withBoth(subscribers),',
      ],
    ],
  },
  {
    path: 'docs/permissions.md',
    // Once for its kind of access, once for its scope.
    replace: [
      [
        '`tenantEventsCsv` `tenantEventsTxt` `tenantEventsTypes` |\n',
        '`tenantEventsCsv` `tenantEventsNewest` `tenantEventsTxt` `tenantEventsTypes` |\n',
      ],
      [
        '`tenantEventsCsv` `tenantEventsTxt` `tenantEventsTypes` |\n',
        '`tenantEventsCsv` `tenantEventsNewest` `tenantEventsTxt` `tenantEventsTypes` |\n',
      ],
    ],
  },
];

const screen: readonly Edit[] = [
  {
    path: 'apps/web/src/screens/glossary/Glossary.tsx',
    text: `import { titled } from '../../title.ts';
import { ListPage } from '../lists/ListPage.tsx';

export const meta = titled('Glossary');

/** The words of the product. */
export default function Glossary() {
  return (
    <ListPage title="Glossary" lead="The words of the product.">
      <p>A case is one story of misuse.</p>
    </ListPage>
  );
}
`,
  },
  {
    path: 'apps/web/src/paths.ts',
    replace: [
      ["  downloads: '/downloads',\n", "  glossary: '/accounts/glossary',\n  downloads: '/downloads',\n"],
    ],
  },
  {
    path: 'apps/web/src/routes.tsx',
    replace: [
      [
        '      route(paths.downloads,',
        "      route(paths.glossary, './screens/glossary/Glossary.tsx'),\n      route(paths.downloads,",
      ],
    ],
  },
  {
    path: 'apps/web/src/app/palette/screens.ts',
    replace: [
      [
        '  { path: paths.downloads,',
        "  { path: paths.glossary, label: 'Glossary' },\n  { path: paths.downloads,",
      ],
    ],
  },
  {
    path: 'e2e/glossary.spec.ts',
    text: `import { expect, test } from './support/fixtures.ts';

test('the glossary says what a case is', async ({ signedIn: page }) => {
  await page.goto('/accounts/glossary');
  await expect(page.getByRole('heading', { level: 1, name: 'Glossary' })).toBeVisible();
  await expect(page.getByText('A case is one story of misuse.')).toBeVisible();
});
`,
  },
  {
    path: 'scripts/browserTests.mjs',
    replace: [
      [
        "  'apps/web/src/screens/incidents':",
        "  'apps/web/src/screens/glossary': [...anyScreen, 'glossary'],\n  'apps/web/src/screens/incidents':",
      ],
    ],
  },
  {
    path: 'e2e/accessibility.spec.ts',
    replace: [
      [
        "test('early access, contact,",
        `test('the glossary', async ({ signedIn: page }) => {
  await page.goto('/accounts/glossary');
  await expect(page.getByRole('heading', { level: 1, name: 'Glossary' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test('early access, contact,`,
      ],
    ],
  },
  {
    path: 'e2e/pictures.ts',
    replace: [
      ["  downloads: '/downloads',\n", "  glossary: '/accounts/glossary',\n  downloads: '/downloads',\n"],
    ],
  },
  {
    path: 'docs/spec-map.md',
    replace: [
      [
        '| /payment-confirmation | ',
        '| /accounts/glossary | `apps/web/src/screens/glossary/Glossary.tsx` | `e2e/glossary.spec.ts` |\n| /payment-confirmation | ',
      ],
    ],
  },
];

/** The additions that CONTRIBUTING has a list for, by its title: each of the least that is one. */
export const additions = {
  'A rule': rule,
  'A kind of channel': channel,
  'A source': source,
  'A call': call,
  'A screen': screen,
} as const satisfies Readonly<Record<string, readonly Edit[]>>;
