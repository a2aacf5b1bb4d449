import { sql } from 'kysely';

/**
 * True, in SQL, of activity in which a person used the account. Who reset its password, enabled it or was refused as it is its
 * activity's person, too, and has not used it.
 */
export const isUsedByPerson = sql<boolean>`(actor <> '' AND (kind LIKE 'logon:%' OR kind IN ('explicit', 'command')))`;
