import {
  accountContractRule,
  accountPattern,
  channelFormats,
  channelKinds,
  channelName,
  channelSeverity,
  emailField,
  findingKinds,
  groupName,
  limits,
  memberStatuses,
  newChannel,
  newException,
  newSso,
  offsetTime,
  retentionDays,
  roles,
  ssoMetadataUrl,
  ssoStates,
  ticketFaults,
  ticketSettings,
} from '@scout/contract';
import { entryProblem, NAME_KINDS, SETTINGS_LIMITS, settingsProblem } from '@scout/detection/settings';
import { z } from 'zod';

/** Where a secret is, on the machine on which `scout apply` runs. */
const reference = z.union(
  [
    z.strictObject({
      env: z.string().regex(/^[A-Z_][A-Z0-9_]{0,99}$/, 'Give the name of a variable in capital letters.'),
    }),
    z.strictObject({ file: z.string().min(1).max(400) }),
  ],
  { error: 'Give a reference: {env: NAME} or {file: PATH}.' },
);
export type Reference = z.output<typeof reference>;

const nameRule = z
  .strictObject({
    standard: z.boolean().default(true),
    entries: z
      .array(z.string().max(SETTINGS_LIMITS.entryLength))
      .max(SETTINGS_LIMITS.entries)
      .default([])
      .describe('Names and patterns with * and ?, in any case.'),
  })
  .prefault({});

const detection = z
  .strictObject({
    service_accounts: nameRule,
    production_servers: nameRule,
    workstations: nameRule,
    database_clients: nameRule,
  })
  .superRefine((settings, context) => {
    const faults = NAME_KINDS.flatMap((kind) =>
      settings[kind].entries.flatMap((entry, index) => {
        const message = entryProblem(kind, entry);
        return message === null ? [] : [{ path: [kind, 'entries', index], message }];
      }),
    );
    for (const fault of faults) context.addIssue({ code: 'custom', ...fault });
    const message = faults.length === 0 ? settingsProblem(settings) : null;
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const { sources, destinations, kinds, hours } = accountContractRule.shape;
const contract = z
  .strictObject({
    account: z.string().trim().min(1).max(limits.incidents.nameMax),
    sources: sources.prefault([]),
    destinations: destinations.prefault([]),
    kinds: kinds.prefault([]).describe('logon:3, explicit or command.'),
    hours: hours.prefault([]).describe('Hours of the day in UTC, 0 to 23.'),
  })
  .refine(
    (given) => [given.sources, given.destinations, given.kinds, given.hours].some((list) => list.length > 0),
    'An empty contract permits everything. Enter a source, a destination, a kind of use or an hour.',
  );

const exception = z.strictObject({ ...newException.shape, starts_at: offsetTime });

/** Stands for a value that is read later. */
const PLACEHOLDER = 'x';

const channel = z
  .strictObject({
    name: channelName,
    kind: z.enum(channelKinds).default('webhook'),
    url: z
      .union([z.string().trim().max(limits.channels.urlMax), reference], {
        error: 'Give an address, or a reference: {env: NAME} or {file: PATH}.',
      })
      .describe('The address of Slack and Teams is a secret, and so a reference.'),
    secret: reference
      .optional()
      .describe('Signs the messages of a webhook: whsec_ and 24 to 64 bytes in Base64.'),
    credential: reference
      .optional()
      .describe(
        'Of a ticket system: the integration key of PagerDuty, the API key of Opsgenie, the API token of Jira, the password of ServiceNow.',
      ),
    reading_credential: reference
      .optional()
      .describe('Of PagerDuty: an API key that reads incidents. Without one their state does not come back.'),
    settings: z.strictObject(ticketSettings.shape).optional().describe('Of a ticket system; no secrets.'),
    format: z.enum(channelFormats).optional(),
    ca: z.string().trim().min(1).max(limits.channels.caMax).nullable().default(null),
    min_severity: channelSeverity.default('medium'),
    account_pattern: accountPattern.default(null),
    finding_kinds: findingKinds.default([]),
    is_active: z.boolean().default(true),
  })
  .superRefine((given, context) => {
    const { kind, url, secret, credential, reading_credential, settings, format, ca, name } = given;
    if (secret !== undefined && kind !== 'webhook')
      context.addIssue({ code: 'custom', path: ['secret'], message: 'Only webhooks have a signing secret.' });
    const ofTickets = {
      credential: credential && PLACEHOLDER,
      reading_credential: reading_credential && PLACEHOLDER,
      settings,
    };
    if (typeof url !== 'string') {
      for (const [path, message] of ticketFaults(kind, ofTickets))
        context.addIssue({ code: 'custom', path: [...path], message });
      return;
    }
    if (kind === 'slack' || kind === 'teams') {
      const message = 'This address is a secret. Give a reference: {env: NAME} or {file: PATH}.';
      context.addIssue({ code: 'custom', path: ['url'], message });
      return;
    }
    const faults = newChannel.safeParse({ kind, name, url, format, ca, ...ofTickets }).error?.issues ?? [];
    for (const { path, message } of faults) context.addIssue({ code: 'custom', path: [...path], message });
  });

const common = {
  state: z.enum(ssoStates).default('off'),
  admission: z.enum(memberStatuses).default('pending'),
  break_glass: z.array(emailField).max(limits.sso.breakGlass).default([]),
};
const sso = z
  .discriminatedUnion('protocol', [
    z.strictObject({
      protocol: z.literal('oidc'),
      issuer: newSso.shape.issuer,
      client_id: newSso.shape.client_id,
      client_secret: reference,
      ...common,
    }),
    z.strictObject({
      protocol: z.literal('saml'),
      metadata_url: ssoMetadataUrl.optional(),
      metadata: reference.optional().describe('The provider’s metadata as a file, if it has no address.'),
      ...common,
    }),
  ])
  .superRefine((given, context) => {
    if (given.protocol === 'saml' && (given.metadata_url === undefined) === (given.metadata === undefined))
      context.addIssue({ code: 'custom', message: 'Give metadata_url or metadata.' });
  });

/** Sections of a file; each is left as it is without one. */
const sections = {
  retention: z.strictObject({ days: retentionDays }).describe('Days for which data is kept.'),
  detection: detection.describe('The organization’s own names.'),
  contracts: z
    .array(contract)
    .max(5_000)
    .describe('Contracts in force. Others are withdrawn, and stay as drafts.'),
  exceptions: z
    .array(exception)
    .max(limits.exceptions.active)
    .describe('Active and upcoming exceptions. Others are ended; expired entries are skipped.'),
  channels: z.array(channel).max(limits.channels.most).describe('Receivers of cases. Others are deleted.'),
  group_roles: z
    .array(z.strictObject({ group: groupName, role: z.enum(roles) }))
    .max(limits.groupRoles.most)
    .describe('Groups of the directory that give roles. Others give none.'),
  members: z
    .array(z.strictObject({ email: emailField, role: z.enum(roles) }))
    .max(limits.organization.members)
    .describe('Roles of members. Others keep theirs; nobody is added or removed.'),
  sso: sso.nullable().describe('Single sign-on; null: none.'),
};

/** A file that `scout apply` takes. */
export const configuration = z.strictObject({
  version: z.literal(1).describe('The format of this file.'),
  ...Object.fromEntries(Object.entries(sections).map(([name, schema]) => [name, schema.optional()])),
} as { version: z.ZodLiteral<1> } & {
  [Name in keyof typeof sections]: z.ZodOptional<(typeof sections)[Name]>;
});
export type Configuration = z.output<typeof configuration>;
export type SectionName = keyof typeof sections;
/** A section as it is in a file. */
export type SectionInput<Name extends SectionName> = NonNullable<z.input<typeof configuration>[Name]>;

/** The JSON schema of the file, for editors. */
export function configurationSchema(): object {
  const schema = z.toJSONSchema(configuration, { io: 'input', unrepresentable: 'any', target: 'draft-7' });
  return {
    ...schema,
    title: 'Scout configuration',
    description: 'An organization’s configuration for scout apply.',
  };
}
