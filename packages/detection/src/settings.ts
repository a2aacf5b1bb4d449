/** Kinds of names in an organization's detection settings, in the order of the screen. */
export const NAME_KINDS = [
  'service_accounts',
  'production_servers',
  'workstations',
  'database_clients',
] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** Matching of one kind of names: by the specification's rule, by the organization's own entries, or both. */
export type NameRule = {
  /** True when the specification's names (section 5) count. */
  standard: boolean;
  /** Names and patterns, case-insensitive: `*` matches any characters, `?` matches one. */
  entries: readonly string[];
};

/** An organization's own names. */
export type DetectionSettings = Readonly<Record<NameKind, NameRule>>;

/** Limits of settings; together they keep a compiled rule small and fast for every event. */
export const SETTINGS_LIMITS = {
  /** Characters of an entry. */
  entryLength: 64,
  /** Entries of each kind. */
  entries: 1_000,
  /** Entries with a wildcard among these. */
  patterns: 100,
  /** Total characters of all entries, so that they fit in a request of 64 KiB. */
  characters: 32_000,
} as const;

/** Only the specification's rules: the default before an organization saves settings. */
export const STANDARD_SETTINGS: DetectionSettings = {
  service_accounts: { standard: true, entries: [] },
  production_servers: { standard: true, entries: [] },
  workstations: { standard: true, entries: [] },
  database_clients: { standard: true, entries: [] },
};

const CONTROL = /\p{Cc}/u;
const WILDCARDS = /[*?]/;
const ADDRESS = /^[\d.*?]+$/;

/** Reason, as a sentence, why an entry cannot match any name of its kind; null for a valid entry. */
export function entryProblem(kind: NameKind, entry: string): string | null {
  if (entry.trim() === '') return 'An entry is empty.';
  if (entry.length > SETTINGS_LIMITS.entryLength) {
    return `An entry has more than ${SETTINGS_LIMITS.entryLength} characters.`;
  }
  const quoted = `"${entry}"`;
  if (CONTROL.test(entry) || entry !== entry.trim() || !entry.isWellFormed()) {
    return `${quoted} has characters that no name has.`;
  }
  if (entry.replace(/[*?$._\-\s]/g, '').length < 2) {
    return `${quoted} would match nearly everything: give at least two letters or digits.`;
  }
  switch (kind) {
    case 'service_accounts':
      return /[\\/@]/.test(entry) ? `${quoted}: write the account without its domain.` : null;
    case 'production_servers':
    case 'workstations':
      if (/[\\/:,;\s]/.test(entry)) return `${quoted} is not a host name.`;
      return entry.includes('.') && !ADDRESS.test(entry)
        ? `${quoted}: write the host without its domain.`
        : null;
    case 'database_clients':
      return /[\\/]/.test(entry) ? `${quoted}: write the file name without its folder.` : null;
  }
}

/** First problem of the settings, as a sentence; null if they are valid. */
export function settingsProblem(settings: DetectionSettings): string | null {
  for (const kind of NAME_KINDS) {
    const { entries, standard } = settings[kind];
    if (entries.length > SETTINGS_LIMITS.entries)
      return `More than ${SETTINGS_LIMITS.entries} entries of a kind.`;
    if (entries.filter((entry) => WILDCARDS.test(entry)).length > SETTINGS_LIMITS.patterns) {
      return `More than ${SETTINGS_LIMITS.patterns} entries of a kind have wildcards.`;
    }
    if (!standard && entries.length === 0) return 'Each kind needs the standard rule or an entry.';
    for (const entry of entries) {
      const problem = entryProblem(kind, entry);
      if (problem !== null) return problem;
    }
  }
  const characters = NAME_KINDS.reduce((sum, kind) => sum + settings[kind].entries.join('').length, 0);
  return characters > SETTINGS_LIMITS.characters
    ? `The entries have more than ${SETTINGS_LIMITS.characters} characters in all.`
    : null;
}
