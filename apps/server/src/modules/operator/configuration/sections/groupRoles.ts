import { addGroupRole, listGroupRoles, removeGroupRole } from '../../../organizations/index.ts';
import { fromTo, named } from '../differences.ts';
import { declareSection } from '../section.ts';

/** Groups of the directory that give roles. */
export const groupRoles = declareSection({
  name: 'group_roles',
  async read({ tx, tenantId }) {
    return (await listGroupRoles(tx, tenantId)).map(({ group, role }) => ({ group, role }));
  },
  async apply(work, wanted) {
    const present = new Map(
      (await listGroupRoles(work.tx, work.tenantId)).map(({ group, role }) => [group, role]),
    );
    const seen = new Set<string>();
    for (const [index, { group }] of wanted.entries()) {
      if (seen.has(group)) work.problem(['group_roles', index, 'group'], 'This group stands here twice.');
      seen.add(group);
    }
    for (const group of present.keys()) {
      if (seen.has(group)) continue;
      work.changed('-', named('group_roles', group), present.get(group)!);
      await work.attempt(['group_roles'], () => removeGroupRole(work, group));
    }
    for (const [index, { group, role }] of wanted.entries()) {
      const before = present.get(group);
      if (before === role) continue;
      work.changed(
        before ? '~' : '+',
        named('group_roles', group),
        before === undefined ? role : fromTo(before, role),
      );
      await work.attempt(['group_roles', index, 'group'], async () => {
        if (before !== undefined) await removeGroupRole(work, group);
        await addGroupRole(work, { group, role });
      });
    }
  },
});
