export { documentOf } from './formats/formats.ts';
export { readAlertedCases } from './sql/content.ts';
export { lookUpChange, requireFit } from './tickets/checkChange.ts';
export { lookAtTickets } from './tickets/sql.ts';
export { unsubscribeLink } from './unsubscribe/links.ts';
export { reportMails } from './unsubscribe/mails.ts';
