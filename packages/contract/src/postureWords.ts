import type { AccountPosture } from './entities/serviceAccount.ts';

/** Short words for postures, for a list and a table. */
export const postureTitles: Readonly<Record<AccountPosture, string>> = {
  privileged: 'Privileged',
  unconstrained: 'Unconstrained delegation',
  roastable: 'Roastable with RC4',
  'without-preauthentication': 'No pre-authentication',
  'old-password': 'Password over a year old',
  'disabled-tried': 'Disabled, still tried',
  'used-by-people': 'Used by people',
  'uses-rc4': 'Uses RC4',
};

/** Meaning of each posture. */
export const postureReasons: Readonly<Record<AccountPosture, string>> = {
  privileged: 'Member of a privileged group.',
  unconstrained: 'Trusted for unconstrained delegation: it can act anywhere for whoever signs in to it.',
  roastable: 'Tickets for its services may use RC4, which anyone in the domain can try to crack offline.',
  'without-preauthentication':
    'Needs no Kerberos pre-authentication: anyone can request data that its password encrypts.',
  'old-password': 'Password older than a year.',
  'disabled-tried': 'Disabled, and refused in the last 30 days.',
  'used-by-people': 'A person used it in the last 30 days.',
  'uses-rc4': 'Tickets of the last 30 days used RC4.',
};

/** Remedy for each posture. */
export const postureRemedies: Readonly<Record<AccountPosture, string>> = {
  privileged: 'Remove it, and grant the rights that its job needs.',
  unconstrained: 'Name the services it may reach instead.',
  roastable: 'Allow AES alone, then change its password.',
  'without-preauthentication': 'Require it.',
  'old-password': 'Change it, or use a managed account.',
  'disabled-tried': 'Find the job that still uses it under Comes from, and remove it there.',
  'used-by-people': 'Give that person an account of their own, and change the password.',
  'uses-rc4': 'The list of its uses of RC4 says where, and what to change.',
};

/** Meaning and remedy of a posture. */
export const postureText = (posture: AccountPosture): string =>
  `${postureReasons[posture]} ${postureRemedies[posture]}`;
