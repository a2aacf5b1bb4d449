import { declareCall } from '../../call.ts';
import {
  agentGroup,
  agentGroupRow,
  groupName,
  groupPatterns,
  groupSettings,
} from '../../entities/agentGroup.ts';
import { agentId } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const group_id = z.uuid();
const version = z.number().int().positive().max(2_147_483_647);
const { most, machinesPerCall } = limits.agentGroup;

/** The organization's groups of machines, by name. */
export const agentGroups = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  method: 'GET',
  path: '/api/v1/agent-groups',
  summary: 'Groups of machines',
  tag: 'Agents',
  input: z.object({}),
  output: z.array(agentGroupRow).max(most),
});

/** A group with its configurations and machines. */
export const agentGroupRead = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  method: 'GET',
  path: '/api/v1/agent-groups/{group_id}',
  summary: 'A group of machines',
  tag: 'Agents',
  input: z.object({ group_id }),
  output: agentGroup,
  errors: ['not_found'],
});

/** Creates a group. Its version 1 is empty, so that machines that join by name keep what their own file says. */
export const agentGroupCreate = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/agent-groups',
  summary: 'Create a group of machines',
  tag: 'Agents',
  input: z.object({ name: groupName, patterns: groupPatterns.default([]) }),
  output: agentGroup,
  errors: ['group_exists', 'group_limit'],
});

/** Changes the name or the name patterns of a group. Machines in groups by hand, token or installation stay where they are. */
export const agentGroupUpdate = declareCall({
  access: 'subscriber-admin',
  method: 'PATCH',
  path: '/api/v1/agent-groups/{group_id}',
  summary: 'Change a group of machines',
  tag: 'Agents',
  input: z.object({ group_id, name: groupName.optional(), patterns: groupPatterns.optional() }),
  output: agentGroup,
  errors: ['not_found', 'group_exists'],
});

/** Removes a group. Its machines return to their own file, unless the name pattern of another group has them. */
export const agentGroupDelete = declareCall({
  access: 'subscriber-admin',
  method: 'DELETE',
  path: '/api/v1/agent-groups/{group_id}',
  summary: 'Remove a group of machines',
  tag: 'Agents',
  input: z.object({ group_id }),
  output: z.object({ machines: z.number().int() }),
  errors: ['not_found'],
});

/** Saves a next version of the configuration, which no machine gets before {@link agentGroupRollOut}. Replaces a version that was saved before and not opened to all. */
export const agentGroupConfigure = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/agent-groups/{group_id}/configuration',
  summary: 'Save the next configuration of a group',
  tag: 'Agents',
  input: z.object({
    group_id,
    /** Newest version that the caller has seen. */
    based_on: version,
    settings: groupSettings,
  }),
  output: agentGroup,
  errors: ['not_found', 'configuration_changed'],
});

const ring = z
  .object({
    group_id,
    version,
    /** Machines of a further ring; alternative to `machines` and `all`. */
    agent_ids: z.array(agentId).min(1).max(machinesPerCall).optional(),
    /** Number of machines for the server to choose: recently seen, from every platform. */
    machines: z.number().int().min(1).max(machinesPerCall).optional(),
    /** Every machine of the group. */
    all: z.literal(true).optional(),
  })
  .refine(
    ({ agent_ids, machines, all }) =>
      [agent_ids, machines, all].filter((way) => way !== undefined).length === 1,
    'Name the machines of the ring, how many, or all.',
  );

/** Gives the next version to a further ring of machines, or to all. */
export const agentGroupRollOut = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/agent-groups/{group_id}/rollout',
  summary: 'Roll out the next configuration of a group',
  tag: 'Agents',
  input: ring,
  output: agentGroup,
  errors: ['not_found', 'configuration_changed'],
});

/** The way back: all machines of the group get this earlier version, and a next one is given up. */
export const agentGroupReturn = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/agent-groups/{group_id}/return',
  summary: 'Return to an earlier configuration of a group',
  tag: 'Agents',
  input: z.object({ group_id, version }),
  output: agentGroup,
  errors: ['not_found'],
});

/** Puts machines into a group by hand; `group_id` null: their token, installation or name no longer counts as by hand, and name patterns decide again. */
export const agentGroupAssign = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/agent-group-machines',
  summary: 'Put machines into a group',
  tag: 'Agents',
  input: z.object({ group_id: group_id.nullable(), agent_ids: z.array(agentId).min(1).max(machinesPerCall) }),
  output: z.object({ machines: z.number().int() }),
  errors: ['not_found'],
});
