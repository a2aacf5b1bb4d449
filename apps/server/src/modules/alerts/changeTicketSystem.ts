import { type TicketSettings, ticketSettings } from '@scout/contract';
import { changedDetails } from '../../platform/database/audit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { addSecret, type ChannelWork, readChannel } from './changeChannels.ts';
import { secretOfKind } from './formats/formats.ts';
import { deleteCredentials, replaceSettings } from './sql/tickets.ts';
import type { Credentials } from './tickets/system.ts';

interface Change {
  readonly settings?: TicketSettings | undefined;
  readonly credentials?: Credentials | undefined;
}

/**
 * Changes the settings of a ticket system or replaces its credentials. The channel stays, and with it the tickets that it has opened.
 * Transaction role: scout_admin.
 * @throws Refusal not_found, or channel_kind for the other kinds
 */
export async function changeTicketSystem(
  work: ChannelWork,
  channelId: string,
  { settings, credentials }: Change,
): Promise<void> {
  const { client, tenantId, log } = work;
  const { name, kind, settings: former } = await readChannel(work, channelId);
  if (secretOfKind[kind] !== 'credential') throw new Refusal('channel_kind');
  if (settings !== undefined) {
    await replaceSettings(client, tenantId, channelId, settings);
    const differing = changedDetails(auditValues(former), auditValues(settings));
    await log({ action: 'channel_changed', details: { channel: channelId, name, ...differing } });
  }
  if (credentials === undefined) return;
  await deleteCredentials(client, tenantId, channelId);
  await addSecret(work, channelId, JSON.stringify(credentials));
  await log({ action: 'channel_secret_rotated', details: { channel: channelId, name } });
}

/** Settings as in the audit log. */
const auditValues = (settings: TicketSettings | null): Record<string, string | boolean | null> => {
  const { approved_statuses, checks_changes, ...others } = settings ?? ticketSettings.parse({});
  const fields = [
    'user',
    'project',
    'issue_type',
    'change_type',
    'start_field',
    'end_field',
    'machine_field',
  ] as const;
  return {
    ...Object.fromEntries(fields.map((field) => [field, others[field] ?? null])),
    checks_changes,
    approved_statuses: approved_statuses.join(', '),
  };
};
