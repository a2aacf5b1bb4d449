import { describe, expect, it } from 'vitest';
import type { Membership } from '../sql/memberships.ts';
import { authorizeMemberAction, type MemberAction, type MemberState, stateOf } from './memberRules.ts';

const row = (name: string, state: MemberState): Membership => ({
  email: `${name}@northwind.example`,
  user_id: state === 'approved' ? null : name,
  role: state === 'admin' ? 'admin' : 'member',
  status: state === 'pending' ? 'pending' : 'active',
});

const states: readonly MemberState[] = ['pending', 'approved', 'member', 'admin'];

/** Roles and permitted states, written independently: an action by an admin on another person, with a third admin present. */
const allowed: Record<MemberAction, readonly MemberState[]> = {
  promote: ['member'],
  demote: ['admin'],
  assign: ['pending', 'approved', 'member', 'admin'],
  remove: ['pending', 'approved', 'member', 'admin'],
  approve: ['pending'],
  reject: ['pending'],
  invite: ['pending', 'approved'],
};
const actions = Object.keys(allowed) as MemberAction[];

const codeOf = (judged: ReturnType<typeof authorizeMemberAction>) =>
  'refused' in judged ? judged.refused.code : 'ok';

describe('what admins may do to whom', () => {
  it.each(actions.flatMap((action) => states.map((state) => [action, state] as const)))(
    '%s %s',
    (action, state) => {
      const everybody = [row('ada', 'admin'), row('bo', state), row('cy', 'admin')];
      const expected = allowed[action].includes(state) ? 'ok' : 'member_state';
      expect(codeOf(authorizeMemberAction(action, 'ada', 'bo@northwind.example', everybody))).toBe(expected);
    },
  );

  it.each(['pending', 'approved', 'member'] as const)('a %s does nothing', (state) => {
    const everybody = [row('ada', state), row('bo', 'member'), row('cy', 'admin')];
    const expected = state === 'member' ? 'admin_required' : 'no_organization';
    for (const action of actions) {
      expect(codeOf(authorizeMemberAction(action, 'ada', 'bo@northwind.example', everybody))).toBe(expected);
    }
  });

  it.each(['analyst', 'auditor'] as const)('an %s changes no member', (role) => {
    const everybody: Membership[] = [
      { ...row('ada', 'member'), role },
      row('bo', 'member'),
      row('cy', 'admin'),
    ];
    for (const action of actions) {
      const judged = authorizeMemberAction(action, 'ada', 'bo@northwind.example', everybody);
      expect(codeOf(judged)).toBe('role_not_permitted');
    }
  });

  it('a non-member is not found, by either rule', () => {
    const everybody = [row('ada', 'admin')];
    expect(codeOf(authorizeMemberAction('remove', 'ada', 'eve@rival.example', everybody))).toBe('not_found');
    expect(codeOf(authorizeMemberAction('remove', 'eve', 'ada@northwind.example', everybody))).toBe(
      'no_organization',
    );
  });

  it('nobody removes themselves, whoever else is there', () => {
    for (const others of [[], [row('cy', 'admin')]]) {
      const everybody = [row('ada', 'admin'), ...others];
      expect(codeOf(authorizeMemberAction('remove', 'ada', 'ada@northwind.example', everybody))).toBe(
        'not_yourself',
      );
    }
  });

  it('the last admin stays one; a pending or unregistered one is no replacement', () => {
    const self = 'ada@northwind.example';
    const alone = [row('ada', 'admin'), row('bo', 'pending'), row('cy', 'approved'), row('di', 'member')];
    for (const action of ['demote', 'assign'] as const) {
      expect(codeOf(authorizeMemberAction(action, 'ada', self, alone))).toBe('last_admin');
      expect(codeOf(authorizeMemberAction(action, 'ada', self, [...alone, row('ed', 'admin')]))).toBe('ok');
    }
  });
});

describe('every way that an organization can change', () => {
  const next: Record<Exclude<MemberAction, 'invite'>, (member: Membership) => Membership | undefined> = {
    promote: (member) => ({ ...member, role: 'admin' }),
    demote: (member) => ({ ...member, role: 'member' }),
    assign: (member) => ({ ...member, role: 'analyst' }),
    remove: () => undefined,
    approve: (member) => ({ ...member, status: 'active' }),
    reject: () => undefined,
  };

  it('keeps at least one admin who can sign in', () => {
    const start = [row('ada', 'admin'), row('bo', 'member'), row('cy', 'pending'), row('di', 'approved')];
    const seen = new Map([[JSON.stringify(start), start]]);
    for (const everybody of seen.values()) {
      expect(everybody.some((member) => stateOf(member) === 'admin')).toBe(true);
      for (const [action, apply] of Object.entries(next)) {
        for (const actor of everybody) {
          for (const target of everybody) {
            const judged = authorizeMemberAction(
              action as MemberAction,
              actor.user_id ?? '',
              target.email,
              everybody,
            );
            if ('refused' in judged) continue;
            const changed = apply(target);
            const after = everybody.flatMap((member) => (member === target ? (changed ?? []) : member));
            seen.set(JSON.stringify(after), after);
          }
        }
      }
    }
    expect(seen.size).toBeGreaterThan(40);
  });
});
