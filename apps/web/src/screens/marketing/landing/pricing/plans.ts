import { limits } from '@scout/contract';
import { paths } from '../../../../paths.ts';

export interface Plan {
  name: string;
  devices: string;
  price: string;
  /** After the price. */
  unit: string | null;
  perGb: string;
  annual: { price: string; insteadOf: string; saving: string | null } | null;
  features: readonly (string | { readonly soon: string })[];
  action: string;
  href: string;
}

const { starter, professional } = limits.plan;
const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;
const thousands = (amount: number) => `$${amount / 1000}k`;
const perGb = (amount: number) => `plus $${amount} per GB per month`;
const saving = Math.round(100 * (1 - starter.perYear / starter.insteadOf));

/** The three tiers of specification section 9; the features of Enterprise are those of section 1. */
export const plans: readonly Plan[] = [
  {
    name: 'Starter',
    devices: `Up to ${starter.devices} devices`,
    price: thousands(starter.perMonth),
    unit: '/month',
    perGb: perGb(starter.perGb),
    annual: {
      price: dollars(starter.perYear),
      insteadOf: dollars(starter.insteadOf),
      saving: `${saving}% annual saving`,
    },
    features: [
      'Four dashboards, live',
      'The raw event behind each incident',
      'Event reports as CSV and TXT',
      'Agents for Windows, macOS and Linux',
      'Members, admins and approval',
      'Audit log of the organization',
    ],
    action: 'Request Early Access',
    href: paths.earlyAccess,
  },
  {
    name: 'Professional',
    devices: `Up to ${professional.devices} devices`,
    price: thousands(professional.perMonth),
    unit: '/month',
    perGb: perGb(professional.perGb),
    annual: {
      price: dollars(professional.perYear),
      insteadOf: dollars(professional.insteadOf),
      saving: null,
    },
    features: ['Everything in Starter', 'Ten times the devices'],
    action: 'Request Early Access',
    href: paths.earlyAccess,
  },
  {
    name: 'Enterprise',
    devices: 'Unlimited devices',
    price: 'Contact sales',
    unit: null,
    perGb: 'priced for your organization',
    annual: null,
    features: [
      'Endpoint detection and response',
      'Tenant isolation: token-based row-level and role-based security',
      'Advanced audit logs: authentication, organization and role changes',
      `${limits.events.retentionDays}-day retention`,
      { soon: 'Enterprise single sign-on: SAML, OIDC, SCIM (coming soon)' },
      'Tenant events',
      '24/7 priority support',
      'Dedicated success manager',
      'Implementation support',
    ],
    action: 'Contact Sales',
    href: paths.contact,
  },
];
