import { channels } from './channels.ts';
import { contracts } from './contracts.ts';
import { detection } from './detection.ts';
import { exceptions } from './exceptions.ts';
import { groupRoles } from './groupRoles.ts';
import { members } from './members.ts';
import { retention } from './retention.ts';
import { sso } from './sso.ts';

/** Every section, in the order in which a file is applied: roles of groups before those of members, and those before single sign-on. */
export const sections = [
  retention,
  detection,
  contracts,
  exceptions,
  channels,
  groupRoles,
  members,
  sso,
] as const;
