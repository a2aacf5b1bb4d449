/** How far a file was read. Everything before `offset` is in the spool or was acknowledged. */
export interface FilePosition {
  readonly kind: 'file';
  /** Device and inode as decimal digits: which file it was, whatever it is called now. */
  readonly device: string;
  readonly inode: string;
  /** Bytes. */
  readonly offset: number;
  /** What was in the file, because an inode is used again: a hash of the first and last bytes before `at`. */
  readonly fingerprint: { readonly at: number; readonly hash: string };
  /** Set once a rotated file was read to its end and left: its time of change, epoch milliseconds. */
  readonly finished?: number;
}

/** The last record of a Windows log that is in the spool or was acknowledged. */
export interface WindowsPosition {
  readonly kind: 'windows';
  /** EventRecordID, decimal digits; '0' before the first. */
  readonly record: string;
  /** What the record was (event id and time), because record ids begin again when a log is made anew. */
  readonly identity: string;
}

export type Position = FilePosition | WindowsPosition;
