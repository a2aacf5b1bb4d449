import type { ColumnType } from 'kysely';

/* Types of columns that PostgreSQL's own say less of; `npm run db:schema` puts them into schema.ts. */

export type { Role as MembershipRole } from '@scout/contract';
export type MembershipStatus = 'active' | 'pending';
export type { Severity } from '@scout/cases';
export type PersonLevel = 'acted' | 'same-session' | 'present';

/** A person linked to a case, with the kind of evidence. */
export interface CasePerson {
  name: string;
  level: PersonLevel;
}

/** A reason of a verdict: its facet, class and surprise. */
export interface CaseReason {
  facet: string;
  class: string;
  surprise: number;
}

/** An event that supports a finding. */
export interface CaseEvent {
  /** Its identity in the event calls. */
  id: string;
  record_id: string | null;
  /** ISO 8601. */
  time: string;
}

/** JSON: read as its shape, written as text. */
export type JsonText<T> = ColumnType<T, string, string>;
/** Read only: a trigger or a default writes it. */
export type ReadOnly<T> = ColumnType<T, never, never>;
