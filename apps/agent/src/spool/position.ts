/** Read position of a file. Everything before `offset` is in the spool or was acknowledged. */
export interface FilePosition {
  readonly kind: 'file';
  /** Device and inode as decimal digits: identify the file, whatever its current name. */
  readonly device: string;
  readonly inode: string;
  /** Bytes. */
  readonly offset: number;
  /** Identifies the content, because inodes are reused: a hash of the first and last bytes before `at`. */
  readonly fingerprint: { readonly at: number; readonly hash: string };
  /** Modification time of a rotated file that was read to its end, epoch milliseconds. */
  readonly finished?: number;
}

/** The last record of a Windows log that is in the spool or was acknowledged. */
export interface WindowsPosition {
  readonly kind: 'windows';
  /** EventRecordID, decimal digits; '0' before the first. */
  readonly record: string;
  /** Event id and time of the record, because record ids restart when a log is re-created. */
  readonly identity: string;
}

/** The last entry of the systemd journal that is in the spool or was acknowledged. */
export interface JournalPosition {
  readonly kind: 'journal';
  /** As printed by journalctl; '' before the first. */
  readonly cursor: string;
}

/** Read position of the unified log of macOS, which has no cursor. */
export interface UnifiedPosition {
  readonly kind: 'unified';
  /** Time of the last accepted event, epoch seconds; 0 before the first. */
  readonly seconds: number;
  /** Identities of the latest events read: reading resumes slightly before the last one. */
  readonly seen: readonly string[];
}

export type Position = FilePosition | WindowsPosition | JournalPosition | UnifiedPosition;

/** A source's position in words for a person. */
export function positionInWords(position: Position): string {
  switch (position.kind) {
    case 'file':
      return `at byte ${position.offset}`;
    case 'windows':
      return `at record ${position.record}`;
    case 'journal':
      return `at cursor ${position.cursor}`;
    case 'unified':
      return `at ${new Date(position.seconds * 1000).toISOString()}`;
  }
}
