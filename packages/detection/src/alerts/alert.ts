import type { Row } from '../event.ts';

/** One thing that an event must be; all of a definition's hold, or there is no alert. */
export interface AlertCondition {
  /** The row's field that it reads. */
  readonly field: string;
  /** What it asks of the field, in words that follow the field's value. */
  readonly words: string;
  holds(row: Row): boolean;
}

export interface AlertDefinition {
  readonly id: 'failed-logon' | 'interactive-logon' | 'client-start';
  readonly title: string;
  readonly conditions: readonly AlertCondition[];
}

/** Whether an event raises the alert. */
export function raises({ conditions }: AlertDefinition, row: Row): boolean {
  return conditions.every((condition) => condition.holds(row));
}
