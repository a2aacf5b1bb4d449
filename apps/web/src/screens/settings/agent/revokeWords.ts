import type { ActionWords } from './ConfirmDialog.tsx';

export const revokeWords = (done: string): ActionWords => ({
  act: 'Revoke',
  acting: 'Revoking...',
  done,
  failed: 'Revoke failed',
});
