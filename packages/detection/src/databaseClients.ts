/** File names of Windows database clients, in lower case (specification section 5). */
export const WINDOWS_CLIENTS: ReadonlySet<string> = new Set([
  'ssms.exe',
  'sqlcmd.exe',
  'datagrip.exe',
  'dbeaver.exe',
  'azuredatastudio.exe',
  'pgadmin.exe',
  'sqlplus.exe',
  'isql.exe',
  'oracle.exe',
]);

/** Database clients of Linux and macOS: those of Windows without the extension, and others. The agent sends the starts of these. */
export const POSIX_CLIENTS: ReadonlySet<string> = new Set([
  ...[...WINDOWS_CLIENTS].map((name) => name.slice(0, -'.exe'.length)),
  ...['psql', 'pgcli', 'pgadmin4', 'mysql', 'mariadb', 'mycli', 'mongosh', 'mongo', 'tsql', 'iusql'],
]);
