import type { Row } from '../event.ts';

/** A condition on one field; an alert needs all of its conditions. */
export interface SiteAlertCondition {
  /** Name of the field in the row. */
  readonly field: string;
  /** The condition as text that follows the value of the field. */
  readonly words: string;
  holds(row: Row): boolean;
}

export interface SiteAlert {
  readonly id: 'failed-logon' | 'interactive-logon' | 'client-start';
  readonly title: string;
  readonly conditions: readonly SiteAlertCondition[];
}

/** True when every condition of the alert holds for an event. */
export function matchesAlert({ conditions }: SiteAlert, row: Row): boolean {
  return conditions.every((condition) => condition.holds(row));
}
