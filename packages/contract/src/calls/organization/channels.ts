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
/** As Standard Webhooks writes it: `whsec_` and Base64. Told here, and never again. */
const secret = z.string();

/** The channels with their last deliveries, the oldest channel first. */
export const channels = declareCall({
  access: 'subscriber-admin',
  method: 'GET',
  path: '/api/v1/channels',
  summary: 'Channels that are told of cases, with their last deliveries',
  tag: 'Organizations',
  input: z.object({}),
  output: channelList,
});

/**
 * Adds a channel; a webhook has a secret that signs its messages, the others none. Whether its host has an address that may be reached turns out with the first
 * delivery.
 */
export const channelsCreate = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/channels',
  summary: 'Add a channel',
  tag: 'Organizations',
  input: newChannel,
  output: z.object({ channel, secret: secret.nullable() }),
  errors: ['channel_limit', 'channel_address', 'channel_certificate'],
});

/** Changes name, filter, and whether it is on. The address is the channel's for good. */
export const channelsUpdate = declareCall({
  access: 'subscriber-admin',
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

/** Makes a new secret of a webhook. For a day messages are signed with the former one, too; one from before that ends at once. */
export const channelsRotate = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/channels/{channel_id}/rotate',
  summary: 'Make a new secret for a channel',
  tag: 'Organizations',
  input: one,
  output: z.object({ channel, secret }),
  errors: ['not_found', 'channel_kind'],
});

/** Sends a test message, once, also while the channel is off; the list of deliveries says what became of it. */
export const channelsTest = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/channels/{channel_id}/test',
  summary: 'Send a test message to a channel',
  tag: 'Organizations',
  input: one,
  output: channel,
  errors: ['not_found'],
});

/** Deletes a channel with its secrets, its deliveries and what is still to be sent. */
export const channelsDelete = declareCall({
  access: 'subscriber-admin',
  method: 'DELETE',
  path: '/api/v1/channels/{channel_id}',
  summary: 'Delete a channel',
  tag: 'Organizations',
  input: one,
  output: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
});
