/** Names of the events of Windows' security auditing. */
export const EVENT_NAMES: Readonly<Record<number, string>> = {
  4624: 'Logon',
  4625: 'Failed logon',
  4634: 'Log-off',
  4647: 'Log-off by the user',
  4648: 'Logon with explicit credentials',
  4672: 'Special privileges',
  4688: 'Process start',
  4697: 'Service installed',
  4698: 'Scheduled task created',
  4702: 'Scheduled task updated',
  4719: 'Audit policy changed',
  4720: 'Account created',
  4722: 'Account enabled',
  4723: 'Password change',
  4724: 'Password reset',
  4725: 'Account disabled',
  4726: 'Account deleted',
  4728: 'Member added to a global group',
  4732: 'Member added to a local group',
  4738: 'Account changed',
  4740: 'Account locked out',
  4756: 'Member added to a universal group',
  4768: 'Kerberos ticket of the account',
  4769: 'Kerberos ticket of a service',
  4771: 'Kerberos pre-authentication failed',
  4776: 'NTLM credentials checked',
  4781: 'Account renamed',
  5136: 'Directory object changed',
  5137: 'Directory object created',
};

/** Names of events from other providers, by stored type. */
export const OTHER_EVENT_NAMES: Readonly<Record<string, string>> = {
  'Microsoft-Windows-Eventlog/1102': 'Security log cleared',
  'Service Control Manager/7045': 'Service installed',
};
