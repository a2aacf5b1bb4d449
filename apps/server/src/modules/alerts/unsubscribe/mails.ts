/** Mails with an unsubscribe link, and the texts of the link's pages. */
export interface LinkedMails {
  /** Path of the page, and of the request sent by a mail program (RFC 8058). */
  readonly path: string;
  /** Prefix of the signed text, so that a link is valid only for one kind of mails. */
  readonly purpose: string;
  /** The reader of organization $1 and id $2: email, link_key, receives and company_name. */
  readonly read: string;
  /** Switches off the mails of organization $1 to address $2 at $3 (epoch milliseconds), if they are on. */
  readonly switchOff: string;
  /** Action in the audit log. */
  readonly action: string;
  readonly question: string;
  /** Phrase before the organization: 'about cases of'. */
  readonly about: string;
  /** Sentence about the recipients who still receive mails. */
  readonly others: string;
  /** Sentence about switching the mails on again. */
  readonly again: string;
  /** Reasons why a link may not work. */
  readonly gone: string;
}

export const alertMails: LinkedMails = {
  path: '/alerts/unsubscribe',
  purpose: 'unsubscribe',
  read: `SELECT p.email, p.link_key, p.receives, t.company_name
    FROM scout.alert_preferences p JOIN scout.tenants t ON t.tenant_id = p.tenant_id
    WHERE p.tenant_id = $1 AND p.recipient_id = $2`,
  switchOff: `UPDATE scout.alert_preferences SET receives = false, updated_at = to_timestamp($3::float8 / 1000)
    WHERE tenant_id = $1 AND email = $2 AND receives`,
  action: 'alert_recipient_unsubscribed',
  question: 'Stop alert emails?',
  about: 'about cases of',
  others: 'Other recipients still get them.',
  again:
    'An admin of the organization, or you if you are a member, can turn them on again in Settings, Notifications.',
  gone: 'It is not complete, or the address is no longer an alert recipient.',
};

export const reportMails: LinkedMails = {
  path: '/reports/unsubscribe',
  purpose: 'unsubscribe reports',
  read: `SELECT s.email, s.link_key, s.receives, t.company_name
    FROM scout.report_subscriptions s JOIN scout.tenants t ON t.tenant_id = s.tenant_id
    WHERE s.tenant_id = $1 AND s.subscription_id = $2`,
  switchOff: `UPDATE scout.report_subscriptions SET receives = false, updated_at = to_timestamp($3::float8 / 1000)
    WHERE tenant_id = $1 AND email = $2 AND receives`,
  action: 'monthly_reports_unsubscribed',
  question: 'Stop monthly reports?',
  about: 'the monthly report of',
  others: 'Other members still get them.',
  again: 'You can turn them on again in Settings, Notifications.',
  gone: 'It is not complete, or you are no longer a member of the organization.',
};
