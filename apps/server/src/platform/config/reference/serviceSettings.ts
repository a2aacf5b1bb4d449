import type { SettingEntries } from './entry.ts';

/** Settings of mail. */
export const mailSettings: SettingEntries = {
  SMTP_URL: {
    purpose: 'Mail server; `smtp:` uses STARTTLS. See [Mail](notifications.md#mail).',
    example: 'smtps://user:password@mail.example',
    unset: 'unset: mail stays in the data directory',
    allowed: 'a URL that begins with `smtps:` or `smtp:`',
    holds: 'secret',
  },
  MAIL_FROM: {
    purpose: 'Sender of mail.',
    example: 'Scout <no-reply@scout.example>',
    unset: '`Scout <no-reply@HOST>`, with the host of `PUBLIC_URL`',
    holds: 'name',
  },
  SALES_EMAILS: {
    purpose:
      'Addresses that are emailed about early-access requests and questions. The first one is public: /contact and "Email sales" show it. If unset, they show `sales@HOST`, with the host of `PUBLIC_URL`.',
    example: 'sales@scout.example,lead@scout.example',
    unset: 'unset: no one is emailed',
    holds: 'name',
  },
  SCOUT_OPERATOR_EMAILS: {
    purpose:
      'Addresses that are emailed when a problem with the installation starts and ends; see [Operator status](operations.md#operator-status).',
    example: 'operator@scout.example',
    unset: 'unset: no one is emailed',
    holds: 'name',
  },
  SCOUT_INBOX: {
    purpose:
      'Shows mail at `/dev/inbox` on a server of one machine: without `SMTP_URL`, with the embedded database, and with `HOST` and `PUBLIC_URL` of this machine. Everyone with an account on the machine can read it, with links that reset passwords, and so can everyone behind a proxy that sends no `X-Forwarded-For`; the start warns of it ([decision](decisions/0801-first-steps-and-sample.md)).',
    example: 'off',
    unset: '`on`; `off` if `NODE_ENV` is production, as in every release',
    holds: 'value',
  },
};

const BY_PLAN = 'by plan: 20,000 and in a trial 5,000';

/** Settings of what organizations and agents may send; see docs/operations.md. */
export const quotaSettings: SettingEntries = {
  SCOUT_QUOTA_EVENTS_PER_SECOND: {
    purpose:
      'Events per second of all agents of an organization together. The rate includes processor time: 0.1 ms for each event, and at least 0.5 s a second.',
    example: '10000',
    unset: BY_PLAN,
    holds: 'value',
  },
  SCOUT_QUOTA_GB_PER_DAY: {
    purpose: 'Gigabytes that all agents of an organization together may store in a day, UTC.',
    example: '100',
    unset: 'by plan: 500 and in a trial 20',
    holds: 'value',
  },
  SCOUT_QUOTA_AGENT_EVENTS_PER_SECOND: {
    purpose: 'Events per second of each agent.',
    example: '2000',
    unset: '5,000',
    holds: 'value',
  },
  SCOUT_QUOTA_AGENT_GB_PER_DAY: {
    purpose: 'Gigabytes that each agent may store in a day, UTC.',
    example: '20',
    unset: '50',
    holds: 'value',
  },
};

/** Settings of payments by Stripe; see docs/operations.md. */
export const salesSettings: SettingEntries = {
  STRIPE_SECRET_KEY: {
    purpose: 'Key for asking Stripe whether a checkout session was paid; see [Sales](operations.md#sales).',
    unset: 'unset: payments have no effect',
    holds: 'secret',
  },
  STRIPE_PRODUCT: {
    purpose: 'The only product allowed in a session.',
    example: 'prod_Q1w2E3r4T5',
    unset: 'unset: not checked',
    holds: 'name',
  },
  STRIPE_AMOUNT: {
    purpose: 'The minimum amount of a session.',
    example: '120000',
    unset: 'unset: not checked; together with `STRIPE_PRODUCT`',
    holds: 'value',
  },
  STRIPE_CURRENCY: { purpose: 'Currency of that amount.', example: 'eur', holds: 'value' },
  STRIPE_PRICE: {
    purpose:
      'Price of a checkout that an admin starts in Settings > Billing. It must belong to the product and cost at least the minimum amount.',
    example: 'price_Q1w2E3r4T5',
    unset: 'unset: admins see the offers',
    holds: 'name',
  },
  STRIPE_WEBHOOK_SECRET: {
    purpose:
      'Verifies the signature of Stripe’s webhook, `PUBLIC_URL/api/payments/v1/stripe`. Requires the key, the product and its amount.',
    unset: 'unset: no webhook',
    holds: 'secret',
  },
  STRIPE_API_URL: { purpose: 'Address of Stripe’s API.', example: 'https://api.stripe.com', holds: 'name' },
};
