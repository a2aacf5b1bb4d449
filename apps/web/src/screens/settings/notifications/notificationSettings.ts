/** This browser's copy of the notification settings (spec section 3). Those on the server take precedence. */
export interface NotificationSettings {
  email_alerts: boolean;
  monthly_reports: boolean;
}

const key = 'scout_notification_settings';
const initial: NotificationSettings = { email_alerts: true, monthly_reports: false };

/** The stored settings, with defaults for missing or invalid values. */
export function readNotificationSettings(storage: Pick<Storage, 'getItem'>): NotificationSettings {
  const stored = parse(storage.getItem(key));
  return {
    email_alerts: flag(stored.email_alerts) ?? initial.email_alerts,
    monthly_reports: flag(stored.monthly_reports) ?? initial.monthly_reports,
  };
}

/** Stores the settings; returns false when storage fails. */
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

/** Records a setting saved on the server. */
export function noteNotificationSetting(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  saved: Partial<NotificationSettings>,
): void {
  writeNotificationSettings(storage, { ...readNotificationSettings(storage), ...saved });
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
