import { type RawBuilder, sql } from 'kysely';

/** SQL array of the keys of all accounts of a case `c`, its own first. */
export const caseAccounts = sql`array_prepend(c.account_key, ARRAY(SELECT jsonb_array_elements_text(c.accounts) COLLATE "C"))`;

/** SQL condition: the case `c` is about the account of this key, alone or among others. */
export const isAbout = (key: RawBuilder<unknown> | string): RawBuilder<unknown> =>
  sql`(c.account_key = ${key} OR c.accounts @> to_jsonb(${key}::text))`;

/** SQL array of the names of a case's further accounts, in the register's spelling. */
export const otherAccountNames = sql`ARRAY(
  SELECT coalesce(r.name, other.key) FROM jsonb_array_elements_text(c.accounts) WITH ORDINALITY AS other (key, place)
  LEFT JOIN scout.service_accounts r ON r.tenant_id = c.tenant_id AND r.account_key = other.key ORDER BY other.place)`;
