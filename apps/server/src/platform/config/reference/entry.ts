/** A setting in the reference; the code of its schema adds its default and what is allowed. */
export interface SettingEntry {
  /** Purpose, in sentences for docs/settings.md. */
  readonly purpose: string;
  /** A value that the schema accepts; none for a random secret, which nobody should copy. */
  readonly example?: string;
  /** Behavior without the setting, where the schema has no default. */
  readonly unset?: string;
  /** Allowed values, where the schema takes any text. */
  readonly allowed?: string;
  /** A value: nothing of it can identify anybody. A name: of people, machines or places. A secret: never shown. */
  readonly holds: 'value' | 'name' | 'secret';
}

export type SettingEntries = Readonly<Record<string, SettingEntry>>;
