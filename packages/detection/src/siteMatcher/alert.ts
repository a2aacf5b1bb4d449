import type { Row } from '../event.ts';

/** A condition on one field; an alert requires all of its conditions. */
export interface SiteAlertCondition {
  /** Name of the field in the row. */
  readonly field: string;
  /** The condition as text after the field's value. */
  readonly words: string;
  holds(row: Row): boolean;
}

export interface SiteAlert {
  readonly id: 'failed-logon' | 'interactive-logon' | 'client-start';
  readonly title: string;
  readonly conditions: readonly SiteAlertCondition[];
}

/** True when an event meets all conditions of the alert. */
export function matchesAlert({ conditions }: SiteAlert, row: Row): boolean {
  return conditions.every((condition) => condition.holds(row));
}
