/** The kinds of names by which an organization tells what the rules are about, in the order of the screen. */
export const NAME_KINDS = [
  'service_accounts',
  'production_servers',
  'workstations',
  'database_clients',
] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** How names of one kind are told: by the rule of the specification, by entries of the organization's own, or by both. */
export type NameRule = {
  /** True when what the specification calls so (section 5) counts. */
  standard: boolean;
  /** Names and patterns: `*` stands for any characters, `?` for one; the case does not matter. */
  entries: readonly string[];
};

/** An organization's own names. */
export type DetectionSettings = Readonly<Record<NameKind, NameRule>>;

/** Bounds of settings; together they keep a compiled rule small and quick on every event. */
export const SETTINGS_LIMITS = {
  /** Characters of an entry. */
  entryLength: 64,
  /** Entries of each kind. */
  entries: 1_000,
  /** Of these, entries with a wildcard. */
  patterns: 100,
  /** Characters of all entries together, so that a request of 64 KiB carries them. */
  characters: 32_000,
} as const;

/** The specification's rules and nothing else: what holds for an organization that has saved no settings. */
export const STANDARD_SETTINGS: DetectionSettings = {
  service_accounts: { standard: true, entries: [] },
  production_servers: { standard: true, entries: [] },
  workstations: { standard: true, entries: [] },
  database_clients: { standard: true, entries: [] },
};

const CONTROL = /\p{Cc}/u;
const WILDCARDS = /[*?]/;
const ADDRESS = /^[\d.*?]+$/;

/** Why an entry can tell no name of its kind, as a sentence; null for one that can. */
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

/** Why the settings cannot be used, as a sentence about the first problem; null when they can. */
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
