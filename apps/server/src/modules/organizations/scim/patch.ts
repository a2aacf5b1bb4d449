import { limits } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { type Filter, parsePath, type ValuePath } from './filter.ts';
import {
  addressAmong,
  type Body,
  checkedUser,
  flagOf,
  isObject,
  lowered,
  memberIds,
  textOf,
  type UserValues,
  valuesOf,
} from './values.ts';

/** An operation on one attribute. */
interface Operation extends ValuePath {
  readonly op: 'add' | 'replace' | 'remove';
  readonly value: unknown;
}

/** Change of a group by one operation, in the order given. */
export type GroupChange =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'external_id'; readonly id: string | null }
  | { readonly kind: 'add' | 'remove' | 'replace'; readonly members: readonly string[] };

/**
 * The operations of a PATCH, each on one attribute: an operation without a path names the attributes in its value. Words are accepted in
 * all letters, as Entra ID writes "Replace".
 * @throws Refusal scim_value, scim_path or scim_filter
 */
function operationsOf(body: Body): Operation[] {
  const { operations } = lowered(body);
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > limits.scim.operations)
    throw new Refusal('scim_value', {
      message: 'Operations must be a list that is not empty, and not too long.',
    });
  return operations.flatMap((each): Operation[] => {
    const { op, path, value } = lowered(each);
    const word = typeof op === 'string' ? op.toLowerCase() : '';
    if (word !== 'add' && word !== 'replace' && word !== 'remove')
      throw new Refusal('scim_value', { message: 'op must be add, replace or remove.' });
    if (path !== undefined && path !== null) {
      if (typeof path !== 'string') throw new Refusal('scim_path');
      return isOtherSchema(path) ? [] : [{ op: word, value, ...parsePath(path) }];
    }
    if (word === 'remove') throw new Refusal('scim_path', { message: 'remove needs a path.' });
    if (!isObject(value))
      throw new Refusal('scim_value', { message: 'An operation without a path needs an object.' });
    return Object.entries(value).flatMap(([name, inner]) =>
      isOtherSchema(name) ? [] : [{ op: word, value: inner, ...parsePath(name) }],
    );
  });
}

/** Attributes of extensions, which Scout does not keep. */
const isOtherSchema = (path: string) =>
  /^urn:/i.test(path) && !/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i.test(path);

/** A person after a PATCH. Attributes that Scout does not keep are ignored. */
export function changedUser(before: UserValues, body: Body): UserValues {
  const next: { -readonly [Key in keyof UserValues]: UserValues[Key] | unknown } = { ...valuesOf(before) };
  for (const { op, path, sub, filter, value: given } of operationsOf(body)) {
    const value = op === 'remove' ? undefined : given;
    if (path === 'username') next.user_name = textOf('userName', value);
    else if (path === 'externalid') next.external_id = textOf('externalId', value);
    else if (path === 'displayname') next.display_name = textOf('displayName', value);
    else if (path === 'active')
      next.active = op === 'remove' ? false : flagOf(Array.isArray(value) ? value[0] : value);
    else if (path === 'name') changeName(next, sub, value);
    else if (path === 'emails' && isWork(filter)) {
      if (sub === 'value') next.email = value;
      else if (sub === null) next.email = isObject(value) ? lowered(value).value : addressAmong(value);
    }
  }
  return checkedUser(next as Parameters<typeof checkedUser>[0]);
}

function changeName(next: Record<string, unknown>, sub: string | null, value: unknown): void {
  const removed = { givenname: null, familyname: null };
  const parts =
    sub !== null ? { [sub]: value } : value === undefined || value === null ? removed : lowered(value);
  for (const [name, part] of Object.entries(parts)) {
    if (name === 'givenname') next.given_name = textOf('name.givenName', part, limits.user.nameMax);
    if (name === 'familyname') next.family_name = textOf('name.familyName', part, limits.user.nameMax);
  }
}

/** Scout keeps one address: that for work, or the primary one. */
function isWork(filter: Filter | null): boolean {
  if (filter === null) return true;
  if (filter.kind !== 'compare' || filter.operator !== 'eq') throw new Refusal('scim_path');
  return (
    (filter.path === 'type' && filter.value === 'work') ||
    (filter.path === 'primary' && filter.value === true)
  );
}

/** Changes of a group by a PATCH, in their order. Attributes that Scout does not keep are ignored. */
export function groupChanges(body: Body): GroupChange[] {
  return operationsOf(body).flatMap(({ op, path, sub, filter, value }): GroupChange[] => {
    if (path === 'displayname') {
      const name = op === 'remove' ? null : textOf('displayName', value);
      if (name === null) throw new Refusal('scim_value', { message: 'displayName is missing.' });
      return [{ kind: 'name', name }];
    }
    if (path === 'externalid')
      return [{ kind: 'external_id', id: op === 'remove' ? null : textOf('externalId', value) }];
    if (path !== 'members') return [];
    if (sub !== null) throw new Refusal('scim_path');
    if (filter !== null) {
      if (op !== 'remove') throw new Refusal('scim_path');
      return [{ kind: 'remove', members: idsIn(filter) }];
    }
    // Without a value all members go.
    if (op === 'remove' && (value === undefined || value === null)) return [{ kind: 'replace', members: [] }];
    return [{ kind: op, members: memberIds(value) }];
  });
}

/** Ids in a filter of members: one comparison, or several joined by or. */
function idsIn(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsIn);
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || filter.path !== 'value')
    throw new Refusal('scim_path');
  return memberIds([filter.value]);
}
