import { Toast as Base, type ToastManager } from '@base-ui/react/toast';
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '../base/icons.tsx';
import { PlainIconButton } from '../base/PlainIconButton.tsx';

export type ToastTone = 'success' | 'error' | 'info';

export interface ToastMessage {
  tone: ToastTone;
  title: string;
  text?: string;
}

/** Holds toasts; can be filled from outside React. */
export type ToastQueue = ToastManager;

/** A queue for one {@link ToastRegion}. */
export const createToastQueue = (): ToastQueue => Base.createToastManager();

/** Shows a message until it times out or is closed. Errors are announced assertively, other messages politely. */
export function showToast(queue: ToastQueue, { tone, title, text }: ToastMessage): void {
  queue.add({ type: tone, title, description: text, priority: tone === 'error' ? 'high' : 'low' });
}

const looks: Record<string, { icon: React.ReactNode; color: string }> = {
  success: { icon: <CheckIcon />, color: 'text-positive' },
  error: { icon: <AlertIcon />, color: 'text-fault' },
  info: { icon: <InfoIcon />, color: 'text-content-muted' },
};

export interface ToastRegionProps {
  queue: ToastQueue;
  /** Display time of a message, in milliseconds; paused while it is hovered or focused. */
  timeoutMs: number;
  /** Use `top` when the bottom of the page is in use. */
  place?: 'bottom' | 'top';
}

const places = { bottom: 'bottom-4 flex-col-reverse', top: 'top-4 flex-col' };

/** The region of the toasts at the right edge, newest last; F6 moves the focus there. */
export function ToastRegion({ queue, timeoutMs, place = 'bottom' }: ToastRegionProps) {
  return (
    <Base.Provider toastManager={queue} timeout={timeoutMs} limit={4}>
      <Base.Portal>
        <Base.Viewport
          className={`fixed right-4 left-4 z-50 flex gap-2 outline-none sm:left-auto sm:w-90 ${places[place]}`}
        >
          <Messages />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Messages() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => {
    const look = looks[toast.type ?? 'info'];
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['right', 'down']}
        className="rounded-popup border border-stroke-strong bg-surface-popup shadow-popup transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
      >
        <Base.Content className="flex items-start gap-2.5 px-3 py-2.5">
          <span className={`mt-0.5 ${look?.color}`}>{look?.icon}</span>
          <div className="min-w-0 grow text-body">
            <Base.Title className="font-medium text-content" render={<p />} />
            <Base.Description className="text-content-muted" />
          </div>
          <Base.Close
            render={<PlainIconButton label="Dismiss" icon={<CloseIcon size={12} />} size="tiny" />}
          />
        </Base.Content>
      </Base.Root>
    );
  });
}
