export {
  addChannel,
  type ChannelWork,
  changeChannel,
  deleteChannel,
  readStoredChannels,
  rotateChannel,
  type StoredChannel,
} from './changeChannels.ts';
export { changeTicketSystem } from './changeTicketSystem.ts';
export { documentOf } from './formats/formats.ts';
export type { AlertServices } from './services.ts';
export { readAlertedCases } from './sql/content.ts';
export { lookAtTickets } from './sql/tickets.ts';
export { lookUpChange, requireFit } from './tickets/checkChange.ts';
export type { Credentials } from './tickets/system.ts';
export { unsubscribeLink } from './unsubscribe/links.ts';
export { reportMails } from './unsubscribe/mails.ts';
