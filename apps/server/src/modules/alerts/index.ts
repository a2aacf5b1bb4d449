export { documentOf } from './formats/formats.ts';
export { readAlertedCases } from './sql/content.ts';
export { lookAtTickets } from './sql/tickets.ts';
export { lookUpChange, requireFit } from './tickets/checkChange.ts';
export { unsubscribeLink } from './unsubscribe/links.ts';
export { reportMails } from './unsubscribe/mails.ts';
