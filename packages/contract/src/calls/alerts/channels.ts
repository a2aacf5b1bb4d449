import { declareCall } from '../../call.ts';
import {
  accountPattern,
  channel,
  channelList,
  channelName,
  channelSeverity,
  findingKinds,
  newChannel,
} from '../../entities/channel.ts';
import { z } from '../../zod.ts';

const one = z.object({ channel_id: z.uuid() });
/** In the format of Standard Webhooks: `whsec_` and Base64. Shown once. */
const secret = z.string();

/** The channels with their latest deliveries, oldest channel first. */
export const channels = declareCall({
  access: 'subscriber-admin',
  also: ['auditor'],
  scope: 'channels:read',
  method: 'GET',
  path: '/api/v1/channels',
  summary: 'Channels for cases, with their last deliveries',
  tag: 'Organizations',
  input: z.object({}),
  output: channelList,
});

/**
 * Adds a channel; only a webhook has a secret, which signs its messages. The first delivery checks whether the host resolves to a
 * permitted address.
 */
export const channelsCreate = declareCall({
  access: 'subscriber-admin',
  scope: 'channels:write',
  method: 'POST',
  path: '/api/v1/channels',
  summary: 'Add a channel',
  tag: 'Organizations',
  input: newChannel,
  output: z.object({ channel, secret: secret.nullable() }),
  errors: ['channel_limit', 'channel_address', 'channel_certificate'],
});

/** Changes name, filter and on/off state. The address of a channel is immutable. */
export const channelsUpdate = declareCall({
  access: 'subscriber-admin',
  scope: 'channels:write',
  method: 'PATCH',
  path: '/api/v1/channels/{channel_id}',
  summary: 'Change a channel',
  tag: 'Organizations',
  input: one.and(
    z
      .object({
        name: channelName.optional(),
        min_severity: channelSeverity.optional(),
        account_pattern: accountPattern.optional(),
        finding_kinds: findingKinds.optional(),
        is_active: z.boolean().optional(),
      })
      .refine((change) => Object.values(change).some((value) => value !== undefined), 'Nothing to change.'),
  ),
  output: channel,
  errors: ['not_found'],
});

/**
 * Creates a new secret for a webhook. For a day messages are also signed with the previous one; any older one becomes invalid
 * immediately.
 */
export const channelsRotate = declareCall({
  access: 'subscriber-admin',
  scope: 'channels:write',
  method: 'POST',
  path: '/api/v1/channels/{channel_id}/rotate',
  summary: 'Make a new secret for a channel',
  tag: 'Organizations',
  input: one,
  output: z.object({ channel, secret }),
  errors: ['not_found', 'channel_kind'],
});

/** Sends one test message, even while the channel is off; the list of deliveries shows the result. */
export const channelsTest = declareCall({
  access: 'subscriber-admin',
  scope: 'channels:write',
  method: 'POST',
  path: '/api/v1/channels/{channel_id}/test',
  summary: 'Send a test message to a channel',
  tag: 'Organizations',
  input: one,
  output: channel,
  errors: ['not_found'],
});

/** Deletes a channel with its secrets, deliveries and pending messages. */
export const channelsDelete = declareCall({
  access: 'subscriber-admin',
  scope: 'channels:write',
  method: 'DELETE',
  path: '/api/v1/channels/{channel_id}',
  summary: 'Delete a channel',
  tag: 'Organizations',
  input: one,
  output: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
});
