export { addGroupRole, removeGroupRole } from './changeGroupRoles.ts';
export { giveRole } from './changeMember.ts';
export { changeRetention } from './changeRetention.ts';
export { listGroupRoles } from './sql/groupRoles.ts';
export { listRoles } from './sql/members.ts';
export { forgetRemoval } from './sql/removedAddresses.ts';
export { readRetention } from './sql/retention.ts';
