import { limits } from '@scout/contract';
import { createToastQueue, showToast, ToastRegion, type ToastTone } from '@scout/ui';

const queue = createToastQueue();

const tell = (tone: ToastTone) => (title: string, text?: string) =>
  showToast(queue, { tone, title, ...(text !== undefined && { text }) });

/** Says in passing what happened: `toast.success('Profile updated')`, `toast.error('Save failed', messageOf(error))`. */
export const toast = { success: tell('success'), error: tell('error'), info: tell('info') };

/** The place of the toasts, once in the document. */
export function Toaster() {
  return <ToastRegion queue={queue} timeoutMs={limits.timers.toastMs} />;
}
