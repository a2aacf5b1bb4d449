export { alertRecipients, alertRecipientsUpdate } from './alertRecipients.ts';
export {
  channels,
  channelsCreate,
  channelsDelete,
  channelsRotate,
  channelsTest,
  channelsUpdate,
} from './channels.ts';
