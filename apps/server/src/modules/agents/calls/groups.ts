import { contract, limits } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeAsAdmin } from '../../auth/index.ts';
import { chooseMachines } from '../fleet/upgrade.ts';
import { implementCall, type MemberContext } from '../services.ts';
import { listGroups, ringCandidates } from '../sql/agentGroups.ts';
import {
  addGroup,
  addGroupRing,
  addVersion,
  assignMachines,
  changeGroup,
  countGroups,
  isNameTaken,
  lockGroups,
  newestVersion,
  removeGroup,
} from '../sql/changeGroups.ts';
import { requireGroup } from './requireGroup.ts';

type Work = Parameters<Parameters<typeof changeAsAdmin>[1]>[0];

const { most, versionsKept } = limits.agentGroup;

/** Applies an admin's change of groups. */
async function changeGroups<T>(context: MemberContext, change: (work: Work) => Promise<T>): Promise<T> {
  await context.app.rates.consume('agentGroupsPerOrganization', context.member.tenantId);
  return changeAsAdmin(context, async (work) => {
    await lockGroups(work.tx, work.tenantId);
    return change(work);
  });
}

export const agentGroups = implementCall(contract.agentGroups, (_input, { tx, member }) =>
  listGroups(tx, member.tenantId),
);

export const agentGroupRead = implementCall(contract.agentGroupRead, ({ group_id }, { tx, member }) =>
  requireGroup(tx, member.tenantId, group_id),
);

export const agentGroupCreate = implementCall(contract.agentGroupCreate, ({ name, patterns }, context) =>
  changeGroups(context, async (work) => {
    const { tx, tenantId, log } = work;
    if ((await countGroups(tx, tenantId)) >= most) throw new Refusal('group_limit');
    if (await isNameTaken(tx, tenantId, name)) throw new Refusal('group_exists');
    const group_id = await addGroup(tx, work, { name, patterns });
    await log({ action: 'agent_group_created', details: { group: name, patterns: patterns.join(', ') } });
    return requireGroup(tx, tenantId, group_id);
  }),
);

export const agentGroupUpdate = implementCall(
  contract.agentGroupUpdate,
  ({ group_id, name, patterns }, context) =>
    changeGroups(context, async ({ tx, tenantId, log }) => {
      const before = await requireGroup(tx, tenantId, group_id);
      if (name !== undefined && (await isNameTaken(tx, tenantId, name, group_id)))
        throw new Refusal('group_exists');
      const change = {
        ...(name !== undefined && name !== before.name && { name }),
        ...(patterns !== undefined && patterns.join() !== before.patterns.join() && { patterns }),
      };
      if (Object.keys(change).length === 0) return before;
      await changeGroup(tx, tenantId, group_id, change);
      await log({
        action: 'agent_group_changed',
        details: {
          group: before.name,
          ...(change.name !== undefined && { name: change.name }),
          ...(change.patterns !== undefined && { patterns: change.patterns.join(', ') }),
        },
      });
      return requireGroup(tx, tenantId, group_id);
    }),
);

export const agentGroupDelete = implementCall(contract.agentGroupDelete, ({ group_id }, context) =>
  changeGroups(context, async ({ tx, tenantId, log }) => {
    const { name } = await requireGroup(tx, tenantId, group_id);
    const machines = await removeGroup(tx, tenantId, group_id);
    await log({ action: 'agent_group_removed', details: { group: name, machines } });
    return { machines };
  }),
);

export const agentGroupConfigure = implementCall(
  contract.agentGroupConfigure,
  ({ group_id, based_on, settings }, context) =>
    changeGroups(context, async (work) => {
      const { tx, tenantId, log } = work;
      const { name } = await requireGroup(tx, tenantId, group_id);
      const newest = await newestVersion(tx, tenantId, group_id);
      if (newest !== based_on) throw new Refusal('configuration_changed');
      const version = newest + 1;
      await addVersion(tx, work, group_id, version, settings);
      await changeGroup(tx, tenantId, group_id, { next_version: version });
      const details = { group: name, version, settings: JSON.stringify(settings).slice(0, 2_000) };
      await log({ action: 'agent_configuration_saved', details });
      return requireGroup(tx, tenantId, group_id);
    }),
);

export const agentGroupRollOut = implementCall(
  contract.agentGroupRollOut,
  ({ group_id, version, agent_ids, machines: count, all }, context) =>
    changeGroups(context, async ({ tx, tenantId, log }) => {
      const { name, next_version } = await requireGroup(tx, tenantId, group_id);
      if (next_version !== version) throw new Refusal('configuration_changed');
      if (all) {
        await changeGroup(tx, tenantId, group_id, { version, next_version: null });
        await log({ action: 'agent_configuration_opened', details: { group: name, version } });
        return requireGroup(tx, tenantId, group_id);
      }
      const candidates = await ringCandidates(tx, tenantId, group_id);
      const wanted = new Set(agent_ids?.map((id) => id.toLowerCase()));
      const chosen =
        count === undefined
          ? candidates.filter(({ agent_id }) => wanted.has(agent_id))
          : chooseMachines(candidates, count);
      if (chosen.length === 0 || (count === undefined && chosen.length < wanted.size))
        throw new Refusal('not_found', { message: 'The group has no such machine without this version.' });
      const ids = chosen.map(({ agent_id }) => agent_id);
      const ring = await addGroupRing(tx, tenantId, { group_id, next_version }, ids);
      const hosts = chosen.map(({ host }) => host).slice(0, 20);
      await log({
        action: 'agent_configuration_started',
        details: { group: name, version, ring, machines: ids.length, hosts: hosts.join(', ') },
      });
      return requireGroup(tx, tenantId, group_id);
    }),
);

export const agentGroupReturn = implementCall(contract.agentGroupReturn, ({ group_id, version }, context) =>
  changeGroups(context, async ({ tx, tenantId, log }) => {
    const group = await requireGroup(tx, tenantId, group_id);
    const isKept = group.versions.slice(0, versionsKept).some((each) => each.version === version);
    if (!isKept || version > group.version)
      throw new Refusal('not_found', { message: 'The group has no such version to return to.' });
    if (version === group.version && group.next_version === null) return group;
    await changeGroup(tx, tenantId, group_id, { version, next_version: null });
    const from = group.next_version ?? group.version;
    await log({ action: 'agent_configuration_returned', details: { group: group.name, from, version } });
    return requireGroup(tx, tenantId, group_id);
  }),
);

export const agentGroupAssign = implementCall(contract.agentGroupAssign, ({ group_id, agent_ids }, context) =>
  changeGroups(context, async ({ tx, tenantId, log }) => {
    const group = group_id === null ? null : await requireGroup(tx, tenantId, group_id);
    const machines = await assignMachines(tx, tenantId, group_id, agent_ids);
    if (machines < new Set(agent_ids.map((id) => id.toLowerCase())).size)
      throw new Refusal('not_found', { message: 'This organization has no such machine.' });
    await log({ action: 'agent_group_assigned', details: { group: group?.name ?? '', machines } });
    return { machines };
  }),
);
