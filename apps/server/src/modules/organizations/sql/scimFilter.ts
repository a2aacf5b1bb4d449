import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Filter, Operator, Value } from '../scim/filter.ts';

/** The column of an attribute. `text` and `lower` ignore case, as the schema says; the latter is stored in lower case. */
interface Column {
  readonly sql: RawBuilder<unknown>;
  readonly kind: 'text' | 'lower' | 'exact' | 'id' | 'boolean' | 'time';
}

const text = (name: string): Column => ({ sql: sql.ref(name), kind: 'text' });
const lower = (name: string): Column => ({ sql: sql.ref(name), kind: 'lower' });
const exact = (name: string): Column => ({ sql: sql.ref(name), kind: 'exact' });
const time = (name: string): Column => ({ sql: sql.ref(name), kind: 'time' });

const isActive = sql<boolean>`(u.active AND EXISTS (SELECT FROM scout.memberships m
  WHERE m.tenant_id = u.tenant_id AND m.email = u.address AND m.status = 'active'))`;

/** Attributes of people that filters may name. Every person has one address, for work. */
const userColumns: Readonly<Record<string, Column>> = {
  id: { sql: sql.ref('u.scim_id'), kind: 'id' },
  username: lower('u.user_name_key'),
  externalid: exact('u.external_id'),
  displayname: text('u.display_name'),
  'name.givenname': text('u.given_name'),
  'name.familyname': text('u.family_name'),
  emails: lower('u.email'),
  'emails.value': lower('u.email'),
  'emails.type': { sql: sql`'work'`, kind: 'text' },
  'emails.primary': { sql: sql`true`, kind: 'boolean' },
  active: { sql: isActive, kind: 'boolean' },
  'meta.created': time('u.created_at'),
  'meta.lastmodified': time('u.updated_at'),
};

const groupColumns: Readonly<Record<string, Column>> = {
  id: { sql: sql.ref('g.group_id'), kind: 'id' },
  displayname: lower('g.display_name_key'),
  externalid: exact('g.external_id'),
  'meta.created': time('g.created_at'),
  'meta.lastmodified': time('g.updated_at'),
};

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Condition on people, `scim_users` as u. @throws Refusal scim_filter for what no index or column answers */
export const userCondition = (filter: Filter): RawBuilder<boolean> =>
  conditionOf(filter, '', (path, operator, value) => compared(userColumns[path], operator, value));

/** Condition on groups, `scim_groups` as g. @throws Refusal scim_filter */
export const groupCondition = (filter: Filter): RawBuilder<boolean> =>
  conditionOf(filter, '', (path, operator, value) => {
    if (path !== 'members' && path !== 'members.value') return compared(groupColumns[path], operator, value);
    const member = compared({ sql: sql.ref('gm.scim_id'), kind: 'id' }, operator, value);
    return sql<boolean>`EXISTS (SELECT FROM scout.scim_group_members gm
      WHERE gm.tenant_id = g.tenant_id AND gm.group_id = g.group_id AND ${member})`;
  });

type Compare = (path: string, operator: Operator | 'pr', value: Value) => RawBuilder<boolean>;

function conditionOf(filter: Filter, within: string, compare: Compare): RawBuilder<boolean> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => conditionOf(part, within, compare));
      return sql<boolean>`(${sql.join(parts, filter.kind === 'and' ? sql` AND ` : sql` OR `)})`;
    }
    case 'not':
      return sql<boolean>`(NOT coalesce(${conditionOf(filter.part, within, compare)}, false))`;
    case 'values':
      if (within !== '') throw new Refusal('scim_filter');
      return conditionOf(filter.part, `${filter.path}.`, compare);
    case 'present':
      return compare(`${within}${filter.path}`, 'pr', null);
    case 'compare':
      return compare(`${within}${filter.path}`, filter.operator, filter.value);
  }
}

function compared(column: Column | undefined, operator: Operator | 'pr', value: Value): RawBuilder<boolean> {
  if (!column)
    throw new Refusal('scim_filter', { message: 'The filter names an attribute that cannot be filtered.' });
  const { sql: left, kind } = column;
  if (operator === 'pr') return sql<boolean>`(${left} IS NOT NULL)`;
  if (value === null) {
    if (operator !== 'eq' && operator !== 'ne') throw new Refusal('scim_filter');
    return operator === 'eq' ? sql<boolean>`(${left} IS NULL)` : sql<boolean>`(${left} IS NOT NULL)`;
  }
  switch (kind) {
    case 'boolean':
      return equal(left, operator, flagOf(value));
    case 'id':
      // Another text is nobody's id.
      return typeof value === 'string' && uuid.test(value)
        ? equal(left, operator, value)
        : equal(sql`1`, operator, 0);
    case 'time':
      return ordered(left, operator, timeOf(value));
    case 'exact':
      return matched(left, sql`${wordOf(value)}::text`, operator);
    case 'lower':
      return matched(left, sql`${lowered(wordOf(value))}::text`, operator);
    case 'text':
      return matched(sql`lower(${left})`, sql`lower(${wordOf(value)}::text)`, operator);
  }
}

/** As the collation of keys lowers: ASCII alone. */
const lowered = (word: string): string => word.replace(/[A-Z]+/g, (part) => part.toLowerCase());

function equal(left: RawBuilder<unknown>, operator: Operator, value: unknown): RawBuilder<boolean> {
  if (operator === 'eq') return sql<boolean>`(${left} = ${value})`;
  if (operator === 'ne') return sql<boolean>`(${left} IS DISTINCT FROM ${value})`;
  throw new Refusal('scim_filter', { message: 'The filter compares an attribute that has no order.' });
}

function matched(
  left: RawBuilder<unknown>,
  right: RawBuilder<unknown>,
  operator: Operator,
): RawBuilder<boolean> {
  if (operator === 'eq') return sql<boolean>`(${left} = ${right})`;
  if (operator === 'ne') return sql<boolean>`(${left} IS DISTINCT FROM ${right})`;
  if (operator === 'co') return sql<boolean>`(strpos(${left}, ${right}) > 0)`;
  if (operator === 'sw') return sql<boolean>`starts_with(${left}, ${right})`;
  if (operator === 'ew') return sql<boolean>`(right(${left}, char_length(${right})) = ${right})`;
  return ordered(left, operator, right);
}

const signs: Readonly<Partial<Record<Operator, RawBuilder<unknown>>>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

function ordered(left: RawBuilder<unknown>, operator: Operator, right: unknown): RawBuilder<boolean> {
  const sign = signs[operator];
  if (!sign) throw new Refusal('scim_filter');
  return sql<boolean>`(${left} ${sign} ${right})`;
}

function flagOf(value: Value): boolean {
  const word = String(value).toLowerCase();
  if (word !== 'true' && word !== 'false') throw new Refusal('scim_filter');
  return word === 'true';
}

function wordOf(value: Value): string {
  if (typeof value !== 'string') throw new Refusal('scim_filter');
  return value;
}

function timeOf(value: Value): Date {
  const time = new Date(wordOf(value));
  if (Number.isNaN(time.getTime()) || time.getFullYear() < 1900 || time.getFullYear() > 2999)
    throw new Refusal('scim_filter');
  return time;
}
