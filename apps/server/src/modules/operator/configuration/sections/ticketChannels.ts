import { type TicketSettings, ticketSettings } from '@scout/contract';
import type { Credentials, StoredChannel } from '../../../alerts/index.ts';
import { fromTo, listDifference } from '../differences.ts';
import type { Reference } from '../schema.ts';

/** Credentials of a ticket system, as stored. */
export function readCredentials(secret: string | undefined): Credentials | undefined {
  return secret === undefined ? undefined : (JSON.parse(secret) as Credentials);
}

/** The parts of a ticket system in a file. Settings that say nothing are left out. */
export function exportedTicketSystem(
  { settings }: Pick<StoredChannel, 'settings'>,
  credentials: Credentials | undefined,
  variable: (what: string) => Reference,
) {
  const { checks_changes, approved_statuses, ...others } = settings ?? ticketSettings.parse({});
  const said = {
    ...others,
    ...(checks_changes && { checks_changes }),
    ...(approved_statuses.length > 0 && { approved_statuses }),
  };
  return {
    credential: variable('CREDENTIAL'),
    ...(credentials?.reading !== undefined && { reading_credential: variable('READING_CREDENTIAL') }),
    ...(Object.keys(said).length > 0 && { settings: said }),
  };
}

/** What differs between the settings of a ticket system and a file. */
export function settingsDifferences(
  stored: TicketSettings | null,
  wanted: TicketSettings | undefined,
): string[] {
  const [before, after] = [stored ?? ticketSettings.parse({}), wanted ?? ticketSettings.parse({})];
  const { approved_statuses, ...fields } = ticketSettings.shape;
  const statuses = listDifference(before.approved_statuses, after.approved_statuses);
  return [
    ...(Object.keys(fields) as (keyof typeof fields)[]).flatMap((field) =>
      before[field] === after[field]
        ? []
        : [`settings.${field} ${fromTo(before[field] ?? null, after[field] ?? null)}`],
    ),
    ...(statuses === undefined ? [] : [`settings.approved_statuses ${statuses}`]),
  ];
}

/** What differs between the credentials of a ticket system, if they can be read, and those that it shall have, without any of them. */
export function credentialDifferences(stored: Credentials | undefined, wanted: Credentials): string[] {
  const differences = [
    ['credential', stored?.credential, wanted.credential],
    ['reading_credential', stored?.reading, wanted.reading],
  ] as const;
  return differences
    .filter(([, before, after]) => before !== after)
    .map(([name, before, after]) => {
      if (after === undefined) return `${name} removed`;
      return `${name} ${before === undefined && name === 'reading_credential' ? 'added' : 'replaced'}`;
    });
}
