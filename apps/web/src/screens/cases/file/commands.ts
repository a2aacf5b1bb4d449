/**
 * Names that may go into a command. Who attacks chooses the names of accounts: everything is refused that any shell, terminal or
 * clipboard could take for more than a name, such as quotes of other alphabets, separators, line breaks and invisible characters.
 */
const plainName = /^[A-Za-z0-9_][A-Za-z0-9._$ -]{0,254}(?<! )$/;

/** A name as a literal of PowerShell; null when it holds more than a plain name does. */
export function quoted(name: string): string | null {
  return plainName.test(name) ? `'${name}'` : null;
}

/** The command of Active Directory that disables an account; null when its name is none to put into a command. */
export function disableCommand(account: string): string | null {
  const literal = quoted(account);
  return literal === null ? null : `Disable-ADAccount -Identity ${literal}`;
}

/** Shows when the password was set last, and whether somebody has disabled the account already. */
export function inspectCommand(account: string): string | null {
  const literal = quoted(account);
  return literal === null
    ? null
    : `Get-ADUser -Identity ${literal} -Properties PasswordLastSet, LastLogonDate, Enabled, ServicePrincipalNames`;
}
