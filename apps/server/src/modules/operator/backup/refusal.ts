/** A backup cannot be made, read or restored. The message gives the reason and the remedy. */
export class BackupRefusal extends Error {
  override name = 'BackupRefusal';
}
