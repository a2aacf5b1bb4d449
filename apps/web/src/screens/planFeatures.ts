import { limits } from '@scout/contract';

/** The features of the plan (spec section 1). */
export const planFeatures: readonly { name: string; text: string; soon?: string }[] = [
  {
    name: 'Endpoint detection and response',
    text: 'Agents for Windows, macOS and Linux on servers and workstations.',
  },
  { name: 'Tenant isolation', text: 'Token-based row-level and role-based security.' },
  { name: 'Advanced audit logs', text: 'Authentication, organization and role changes.' },
  { name: `${limits.events.retentionDays}-day retention`, text: 'Every event, to export by date and type.' },
  { name: 'Enterprise single sign-on', text: 'SAML, OIDC and SCIM.', soon: 'Coming soon' },
  { name: 'Tenant events', text: 'The raw events behind each incident.' },
  { name: '24/7 priority support', text: 'Around the clock, every day.' },
  { name: 'Dedicated success manager', text: 'One contact for everything.' },
  { name: 'Implementation support', text: 'From the first agent to the last.' },
];
