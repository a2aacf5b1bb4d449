/** What a person chose in this browser (spec section 3, local notification settings). */
export interface NotificationSettings {
  email_alerts: boolean;
  monthly_reports: boolean;
}

const key = 'scout_notification_settings';
const initial: NotificationSettings = { email_alerts: true, monthly_reports: false };

/** The stored settings; whatever is missing or unreadable is as it was at first. */
export function readNotificationSettings(storage: Pick<Storage, 'getItem'>): NotificationSettings {
  const stored = parse(storage.getItem(key));
  return {
    email_alerts: flag(stored.email_alerts) ?? initial.email_alerts,
    monthly_reports: flag(stored.monthly_reports) ?? initial.monthly_reports,
  };
}

/** Stores them; false when the browser does not. */
export function writeNotificationSettings(
  storage: Pick<Storage, 'setItem'>,
  settings: NotificationSettings,
): boolean {
  try {
    storage.setItem(key, JSON.stringify(settings));
    return true;
  } catch {
    return false;
  }
}

const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
