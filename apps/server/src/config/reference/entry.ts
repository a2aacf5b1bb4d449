/** A setting in the reference; the code of its schema adds its default and what is allowed. */
export interface SettingEntry {
  /** What it is for, in sentences for docs/settings.md. */
  readonly purpose: string;
  /** A value that the schema accepts; none for a random secret, which nobody should copy. */
  readonly example?: string;
  /** What happens without it, where the schema has no default. */
  readonly unset?: string;
  /** What is allowed, where the schema takes any text. */
  readonly allowed?: string;
  /** A value: nothing of it can identify anybody. A name: of people, machines or places. A secret: never shown. */
  readonly holds: 'value' | 'name' | 'secret';
}

export type SettingEntries = Readonly<Record<string, SettingEntry>>;
