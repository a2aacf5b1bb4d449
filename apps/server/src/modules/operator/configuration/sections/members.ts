import { giveRole, listRoles } from '../../../organizations/index.ts';
import { fromTo, named } from '../differences.ts';
import { declareSection } from '../section.ts';

/** Members in an export before it leaves out those with the role `member`. */
const LISTED = 1_000;

/** Roles of members. Nobody is added or removed, and members whom the file does not name keep their roles. */
export const members = declareSection({
  name: 'members',
  async read({ tx, tenantId }) {
    const present = await listRoles(tx, tenantId);
    // Thousands of members come from a directory: those without a role of their own say nothing.
    return present.length <= LISTED ? present : present.filter(({ role }) => role !== 'member');
  },
  async apply(work, wanted) {
    const present = new Map(
      (await listRoles(work.tx, work.tenantId)).map(({ email, role }) => [email, role]),
    );
    const seen = new Set<string>();
    const changes = wanted.flatMap(({ email, role }, index) => {
      const before = present.get(email);
      if (seen.has(email)) work.problem(['members', index, 'email'], 'This member stands here twice.');
      seen.add(email);
      if (before === undefined) work.problem(['members', index, 'email'], `There is no member ${email}.`);
      return before === undefined || before === role ? [] : [{ index, email, role, before }];
    });
    // New admins come first, so that the last one can be replaced.
    const ordered = [
      ...changes.filter(({ role }) => role === 'admin'),
      ...changes.filter(({ role }) => role !== 'admin'),
    ];
    for (const { index, email, role, before } of ordered) {
      work.changed('~', named('members', email), fromTo(before, role));
      await work.attempt(['members', index, 'role'], () => giveRole(work, email, role));
    }
  },
});
