import { render } from '@react-email/components';
import type { ReactElement } from 'react';
import type { EmailProps, EmailTemplate, RenderedEmail } from './props.ts';
import { AccountDeleted, accountDeletedSubject } from './templates/AccountDeleted.tsx';
import { CaseAlert, caseAlertSubject } from './templates/CaseAlert.tsx';
import { CaseSummary, caseSummarySubject } from './templates/CaseSummary.tsx';
import { ChannelOff, channelOffSubject } from './templates/ChannelOff.tsx';
import { Confirmation, confirmationSubject } from './templates/Confirmation.tsx';
import { DomainCode, domainCodeSubject } from './templates/DomainCode.tsx';
import {
  EarlyAccessConfirmation,
  earlyAccessConfirmationSubject,
} from './templates/EarlyAccessConfirmation.tsx';
import { Invitation, invitationSubject } from './templates/Invitation.tsx';
import { MonthlyReport, monthlyReportSubject } from './templates/MonthlyReport.tsx';
import { OperatorTrouble, operatorTroubleSubject } from './templates/OperatorTrouble.tsx';
import { OwnerReview, ownerReviewSubject } from './templates/OwnerReview.tsx';
import { PasswordReset, passwordResetSubject } from './templates/PasswordReset.tsx';
import { SalesNotification, salesNotificationSubject } from './templates/SalesNotification.tsx';
import { SecurityNotice, securityNoticeSubject } from './templates/SecurityNotice.tsx';
import { Subscription, subscriptionSubject } from './templates/Subscription.tsx';

type Templates = {
  [T in EmailTemplate]: {
    subject(props: EmailProps[T]): string;
    Body(props: EmailProps[T]): ReactElement;
  };
};

const templates: Templates = {
  confirmation: { subject: confirmationSubject, Body: Confirmation },
  'domain-code': { subject: domainCodeSubject, Body: DomainCode },
  'account-deleted': { subject: accountDeletedSubject, Body: AccountDeleted },
  invitation: { subject: invitationSubject, Body: Invitation },
  'early-access-confirmation': { subject: earlyAccessConfirmationSubject, Body: EarlyAccessConfirmation },
  'sales-notification': { subject: salesNotificationSubject, Body: SalesNotification },
  'password-reset': { subject: passwordResetSubject, Body: PasswordReset },
  'security-notice': { subject: securityNoticeSubject, Body: SecurityNotice },
  'case-alert': { subject: caseAlertSubject, Body: CaseAlert },
  'case-summary': { subject: caseSummarySubject, Body: CaseSummary },
  'monthly-report': { subject: monthlyReportSubject, Body: MonthlyReport },
  'owner-review': { subject: ownerReviewSubject, Body: OwnerReview },
  'channel-off': { subject: channelOffSubject, Body: ChannelOff },
  'operator-trouble': { subject: operatorTroubleSubject, Body: OperatorTrouble },
  subscription: { subject: subscriptionSubject, Body: Subscription },
};

const textOptions = {
  wordwrap: 78,
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    // The button's full address is below it.
    { selector: 'a', format: 'skip' },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
};

/** Renders a template. @throws TypeError or RangeError for an invalid link or time */
export async function renderEmail<T extends EmailTemplate>(
  template: T,
  props: EmailProps[T],
): Promise<RenderedEmail> {
  const { subject, Body } = templates[template];
  const [html, text] = await Promise.all([
    render(<Body {...props} />),
    render(<Body {...props} />, { plainText: true, htmlToTextOptions: textOptions }),
  ]);
  // A name may contain half of a surrogate pair, which UTF-8 cannot encode.
  return {
    subject: subject(props).toWellFormed(),
    html: html.toWellFormed(),
    text: `${text.trim()}\n`.toWellFormed(),
  };
}
