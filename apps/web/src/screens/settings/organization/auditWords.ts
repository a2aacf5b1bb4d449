import type { AuditLog } from '@scout/contract';

/** Names of stored actions are older than the spelling of texts. */
const spoken = (name: string) => name.replaceAll('_', ' ').replaceAll('enrolment', 'enrollment');
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** `Signed in` for `signed_in`. */
export const actionWords = ({ action }: Pick<AuditLog, 'action'>): string => capital(spoken(action));

interface Detail {
  /** Empty where the action says it. */
  readonly label?: string;
  readonly yes?: string;
  readonly no?: string;
  readonly none?: string;
  /** After the last value. */
  readonly unit?: string;
}

/** Details whose words do not follow from their names. */
const DETAILS: Readonly<Record<string, Detail>> = {
  days: { label: 'Retention', unit: ' days' },
  enabled: { label: '', yes: 'on', no: 'off' },
  value: { label: '' },
  receives: { label: 'Receives alerts' },
  min_severity: { label: 'Minimum severity' },
  quiet_hours: { label: 'Quiet hours' },
  hourly_cap: { label: 'Emails per hour', none: 'no limit' },
  time_zone: { label: 'Time zone', none: 'the organization’s' },
  account_pattern: { label: 'Accounts', none: 'all' },
  finding_kinds: { label: 'Findings' },
  is_active: { label: 'Active' },
  is_subscribed: { label: 'Subscribed' },
  can_purchase_subscription: { label: 'May purchase' },
  events_per_second: { label: 'Events per second', none: 'by plan' },
  bytes_per_day: { label: 'Bytes per day', none: 'by plan' },
  agent_events_per_second: { label: 'Events per second and agent', none: 'by plan' },
  agent_bytes_per_day: { label: 'Bytes per day and agent', none: 'by plan' },
};

const FORMER = 'former_';
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Details in words, changes first: `Retention: 365 → 90 days · Reason: Audit`. Identifiers of machines are left to the export; empty
 * without details.
 */
export function detailWords({ details }: Pick<AuditLog, 'details'>, timeZone = 'UTC'): string {
  const names = Object.keys(details).filter(
    (name) => !(name.startsWith(FORMER) && wasChanged(details, name)),
  );
  const isChange = (name: string) => Object.hasOwn(details, FORMER + name);
  return names
    .filter((name) => isChange(name) || !(typeof details[name] === 'string' && ID.test(details[name])))
    .sort((a, b) => Number(isChange(b)) - Number(isChange(a)))
    .map((name) => {
      const words = DETAILS[name] ?? {};
      const value = (of: unknown) => valueWords(of, words, timeZone);
      const before = isChange(name) ? `${value(details[FORMER + name])} → ` : '';
      const label = words.label ?? capital(spoken(name));
      const unit = typeof details[name] === 'number' ? (words.unit ?? '') : '';
      return `${label === '' ? '' : `${label}: `}${before}${value(details[name])}${unit}`;
    })
    .join(' · ');
}

const wasChanged = (details: AuditLog['details'], former: string): boolean =>
  Object.hasOwn(details, former.slice(FORMER.length));

function valueWords(value: unknown, { yes = 'yes', no = 'no', none = 'none' }: Detail, timeZone: string) {
  if (value === null || value === '') return none;
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value !== 'string') return JSON.stringify(value);
  return TIME.test(value) ? timeWords(new Date(value), timeZone) : value;
}

const timeWords = (time: Date, timeZone: string): string =>
  time.toLocaleString('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
