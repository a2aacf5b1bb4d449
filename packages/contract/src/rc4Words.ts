import type { Rc4Cause } from './entities/rc4Use.ts';

/** Cause of a use of RC4 in short words. */
export const rc4CauseTitles: Readonly<Record<Rc4Cause, string>> = {
  'no-key': 'No AES key',
  'not-allowed': 'AES not allowed',
  client: 'Client offers no AES',
  controller: 'Controller allows no AES',
  unknown: 'Unknown',
};

/** Remedies before RC4 is switched off, and what breaks without them. */
export const rc4Remedies: Readonly<Record<Rc4Cause, string>> = {
  'no-key':
    'Set the password of the account again, which creates AES keys. Without RC4, every ticket for it fails until then.',
  'not-allowed':
    'Set msDS-SupportedEncryptionTypes of the account to 24. It allows RC4 alone, or the default of the domain does; if the account allows RC4 alone, its tickets fail without RC4.',
  client:
    'Allow AES on this client, or create its keytab again with AES keys. Without RC4, it gets no tickets, for any account.',
  controller:
    'Allow AES on the domain controllers, in the group policy for Kerberos. Without RC4, they issue no tickets.',
  unknown:
    'Install the updates of January 2025 on the domain controllers: from then on their events tell the keys. Until then, what breaks is unknown.',
};
