/** Reasons of failed sign-ins, by their name in the address of the sign-in screen. */
export const ssoFailures = {
  expired: 'This sign-in has expired or was begun in another browser. Please try again.',
  unsolicited: 'A sign-in begins here. Enter your email address, and use single sign-on.',
  refused: 'Your identity provider did not sign you in.',
  provider:
    'The response of your identity provider could not be verified. Please try again, or ask an admin.',
  off: 'Your organization does not use single sign-on at present.',
  email: 'Your identity provider did not confirm your email address. Ask an admin.',
  domain: 'Your organization has not verified the domain of your email address. Ask an admin.',
  other_organization: 'This account already belongs to another organization.',
  identity: 'Your email address is linked to another identity at your provider. Ask an admin.',
  full: 'Your organization has reached its limit of members.',
} as const;
export type SsoFailure = keyof typeof ssoFailures;
