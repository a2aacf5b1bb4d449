export * from './alertRecipients.ts';
export * from './channels.ts';
