/** A backup cannot be made, read or restored. The message says why, and what to do. */
export class BackupRefusal extends Error {
  override name = 'BackupRefusal';
}
