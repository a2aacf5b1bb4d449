import { emailRule, limits } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';

/** A person as the directory gives them: what Scout keeps of it. */
export interface UserValues {
  readonly user_name: string;
  readonly email: string;
  readonly external_id: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly display_name: string | null;
  readonly active: boolean;
}

/** A group as the directory gives it; its members apart. */
export interface GroupValues {
  readonly display_name: string;
  readonly external_id: string | null;
}

export type Body = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with names in small letters: names of attributes are the same in all letters. */
export function lowered(value: unknown): Body {
  if (!isObject(value)) throw new Refusal('scim_value', { message: 'An object was expected.' });
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toLowerCase(), each]));
}

/** Entra ID writes "True" and "False". @throws Refusal scim_value */
export function flagOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word === 'true' || word === 'false') return word === 'true';
  throw new Refusal('scim_value', { message: 'active must be true or false.' });
}

/** A text; null for one that is missing or empty. @throws Refusal scim_value */
export function textOf(name: string, value: unknown, most: number = limits.scim.textMax): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new Refusal('scim_value', { message: `${name} must be a text.` });
  const text = value.trim();
  if (text.length > most || /\p{Cc}/u.test(text))
    throw new Refusal('scim_value', { message: `${name} is too long, or has characters that are not text.` });
  return text === '' ? null : text;
}

/** The address that counts of those given: the primary one, else the one for work, else the first. */
export function addressAmong(emails: unknown): unknown {
  if (emails === undefined || emails === null) return undefined;
  if (!Array.isArray(emails) || emails.length > 50)
    throw new Refusal('scim_value', { message: 'emails must be a list.' });
  const given = emails.map((each) => (isObject(each) ? lowered(each) : { value: each }) as Body);
  const chosen =
    given.find(({ primary }) => primary === true || primary === 'true' || primary === 'True') ??
    given.find(({ type }) => type === 'work') ??
    given[0];
  return chosen?.value;
}

/** The values alone, of a person who has more. */
export const valuesOf = ({
  user_name,
  email,
  external_id,
  given_name,
  family_name,
  display_name,
  active,
}: UserValues): UserValues => ({
  user_name,
  email,
  external_id,
  given_name,
  family_name,
  display_name,
  active,
});

/** Values of a whole person. `before`: what stays where nothing is given. @throws Refusal scim_value */
export function userOf(body: Body, before?: Pick<UserValues, 'active'>): UserValues {
  const given = lowered(body);
  const name = given.name === undefined || given.name === null ? {} : lowered(given.name);
  return checkedUser({
    user_name: textOf('userName', given.username),
    email: addressAmong(given.emails) ?? given.username,
    external_id: textOf('externalId', given.externalid),
    given_name: textOf('name.givenName', name.givenname, limits.user.nameMax),
    family_name: textOf('name.familyName', name.familyname, limits.user.nameMax),
    display_name: textOf('displayName', given.displayname),
    active:
      given.active === undefined || given.active === null ? (before?.active ?? true) : flagOf(given.active),
  });
}

/** @throws Refusal scim_value when there is no name or no address */
export function checkedUser(
  values: Omit<UserValues, 'user_name' | 'email'> & { user_name: string | null; email: unknown },
): UserValues {
  const { user_name } = values;
  if (user_name === null) throw new Refusal('scim_value', { message: 'userName is missing.' });
  const email = emailRule.safeParse(values.email ?? '');
  if (!email.success)
    throw new Refusal('scim_value', { message: 'An email address is needed: in emails, or as userName.' });
  return { ...values, user_name, email: email.data };
}

/** Values of a whole group. @throws Refusal scim_value */
export function groupOf(body: Body): GroupValues & { readonly members: readonly string[] } {
  const given = lowered(body);
  const display_name = textOf('displayName', given.displayname);
  if (display_name === null) throw new Refusal('scim_value', { message: 'displayName is missing.' });
  return {
    display_name,
    external_id: textOf('externalId', given.externalid),
    members: memberIds(given.members),
  };
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Ids of members, given as a list of objects or as one. @throws Refusal scim_value */
export function memberIds(members: unknown): string[] {
  if (members === undefined || members === null) return [];
  const list = Array.isArray(members) ? members : [members];
  if (list.length > limits.scim.values)
    throw new Refusal('scim_value', { message: 'There are too many members.' });
  const ids = list.map((each) => {
    const value = isObject(each) ? lowered(each).value : each;
    if (typeof value !== 'string' || !uuid.test(value))
      throw new Refusal('scim_value', { message: 'A member must be named by the id of a user.' });
    return value.toLowerCase();
  });
  return [...new Set(ids)];
}
