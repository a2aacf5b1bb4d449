export { readAlertedCases } from './content.ts';
export { documentOf } from './formats/formats.ts';
export { unsubscribeLink } from './unsubscribe/links.ts';
export { reportMails } from './unsubscribe/mails.ts';
