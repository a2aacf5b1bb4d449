/** One line of audit.log. */
export interface AuditRecord {
  readonly type: string;
  /** `seconds.milliseconds:serial`: identical in all records of one event. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly time: number;
  /** `node=` if the daemon writes it. */
  readonly node: string | null;
  /** Values as written: quoted, hexadecimal or bare. */
  readonly fields: ReadonlyMap<string, string>;
}

const HEAD = /^(?:node=(\S{1,255}) )?type=(\S{1,32}) msg=audit\((\d{1,12})\.(\d{3}):(\d{1,20})\):\s?/;
const FIELD = /([A-Za-z_][\w[\]-]{0,63})=("[^"]*"|'[^']*'|[^\s"']*)/g;
/** Separates the record from the daemon's lookups for it (`log_format=ENRICHED`). */
const ENRICHMENT = '\x1d';

/** Parses a line of audit.log; null if invalid. */
export function parseAuditRecord(line: string): AuditRecord | null {
  const head = HEAD.exec(line);
  if (head === null) return null;
  const [whole, node, type = '', seconds = '', milliseconds = '', serial = ''] = head;
  const fields = new Map<string, string>();
  for (const [, name = '', value = ''] of line.slice(whole.length).replace(ENRICHMENT, ' ').matchAll(FIELD)) {
    if (!fields.has(name)) fields.set(name, value);
  }
  return {
    type,
    id: `${seconds}.${milliseconds}:${serial}`,
    time: Number(seconds) * 1000 + Number(milliseconds),
    node: node ?? null,
    fields,
  };
}

/** A text field: verbatim in quotes, otherwise hexadecimal, which is used for text with blanks or quotes. */
export function auditText(value: string | undefined): string | null {
  if (value === undefined || value === '(null)' || value === '?') return null;
  if (value.startsWith('"')) return value.slice(1, -1);
  if (/^(?:[0-9A-F]{2})+$/.test(value)) return Buffer.from(value, 'hex').toString('utf8');
  return value;
}

/** Arguments of EXECVE records: `a0="psql" a1=2D55…`, long ones in parts `a2[0]=… a2[1]=…`. */
export function argumentsOf(records: readonly AuditRecord[]): string[] {
  const parts = new Map<number, string[]>();
  for (const { fields } of records) {
    for (const [name, value] of fields) {
      const match = /^a(\d{1,5})(?:\[(\d{1,5})\])?$/.exec(name);
      if (match === null) continue;
      const index = Number(match[1]);
      const list = parts.get(index) ?? [];
      list[Number(match[2] ?? 0)] = value;
      parts.set(index, list);
    }
  }
  return [...parts].sort(([a], [b]) => a - b).map(([, list]) => auditText(joined(list)) ?? '');
}

/** Parts of one argument are all quoted or all hexadecimal. */
function joined(list: readonly (string | undefined)[]): string {
  const present = list.filter((part) => part !== undefined);
  if (present.length === 1) return present[0]!;
  return present.every((part) => part.startsWith('"'))
    ? `"${present.map((part) => part.slice(1, -1)).join('')}"`
    : present.join('');
}
