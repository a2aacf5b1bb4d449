/**
 * Names that are safe in a command. Attackers choose account names: rejects everything that a shell, terminal or clipboard could
 * interpret, such as foreign quotes, separators, line breaks and invisible characters.
 */
const plainName = /^[A-Za-z0-9_][A-Za-z0-9._$ -]{0,254}(?<! )$/;

/** A name as a PowerShell literal; null unless it is a plain name. */
export function quoted(name: string): string | null {
  return plainName.test(name) ? `'${name}'` : null;
}

/** The Active Directory command that disables an account; null for an unsafe name. */
export function disableCommand(account: string): string | null {
  const literal = quoted(account);
  return literal === null ? null : `Disable-ADAccount -Identity ${literal}`;
}

/** Shows when the password was last set, and whether the account is already disabled. */
export function inspectCommand(account: string): string | null {
  const literal = quoted(account);
  return literal === null
    ? null
    : `Get-ADUser -Identity ${literal} -Properties PasswordLastSet, LastLogonDate, Enabled, ServicePrincipalNames`;
}
