import { sql } from 'kysely';

/**
 * True, in SQL, of activity in which a person used the account. Who reset its password, enabled it or was refused as it is its
 * activity's person, too, and has not used it.
 */
export const USED_BY_PERSON = `(actor <> '' AND (kind LIKE 'logon:%' OR kind IN ('explicit', 'command')))`;

/** The same for a query builder. */
export const isUsedByPerson = sql.raw<boolean>(USED_BY_PERSON);
