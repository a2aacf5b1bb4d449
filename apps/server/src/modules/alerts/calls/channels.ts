import { contract } from '@scout/contract';
import { type ChangeWork, changeAsAdmin, readAsAdmin } from '../../auth/index.ts';
import {
  addChannel,
  changeChannel,
  deleteChannel,
  listChannels,
  rotateChannel,
  testChannel,
} from '../changeChannels.ts';
import type { MemberContext } from '../services.ts';
import { implementCall } from '../services.ts';

export const channels = implementCall(contract.channels, async (_input, context) => {
  await readAsAdmin(context);
  const { client, member, app } = context;
  return listChannels(client, member.tenantId, new Date(app.clock.now()));
});

export const channelsCreate = implementCall(contract.channelsCreate, (input, context) =>
  changeChannels(context, (work) => addChannel(work, input)),
);

export const channelsUpdate = implementCall(contract.channelsUpdate, ({ channel_id, ...change }, context) =>
  changeChannels(context, (work) => changeChannel(work, channel_id, change)),
);

export const channelsRotate = implementCall(contract.channelsRotate, ({ channel_id }, context) =>
  changeChannels(context, (work) => rotateChannel(work, channel_id)),
);

export const channelsTest = implementCall(contract.channelsTest, async ({ channel_id }, context) => {
  await context.app.rates.consume('channelTestPerOrganization', context.member.tenantId);
  return changeChannels(context, (work) => testChannel(work, channel_id));
});

export const channelsDelete = implementCall(contract.channelsDelete, ({ channel_id }, context) =>
  changeChannels(context, async (work) => {
    await deleteChannel(work, channel_id);
    return { deleted: true as const };
  }),
);

type ChannelWork = Parameters<typeof addChannel>[0];

async function changeChannels<T>(
  context: MemberContext,
  change: (work: ChannelWork) => Promise<T>,
): Promise<T> {
  const { app, client, member } = context;
  await app.rates.consume('channelsPerOrganization', member.tenantId);
  const also = { client, seal: app.channelSeal, poster: app.poster, syslog: app.syslog };
  return changeAsAdmin(context, (work: ChangeWork) => change({ ...work, ...also }));
}
