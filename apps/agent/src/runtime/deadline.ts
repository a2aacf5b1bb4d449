/**
 * A signal that aborts with `signal` or after `ms`, whichever is first; `clear` when no longer needed. Unlike `AbortSignal.any`
 * it leaves no listener on a signal that lives as long as the agent.
 */
export function deadline(signal: AbortSignal, ms: number): { readonly signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const pass = (): void => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), ms);
  signal.addEventListener('abort', pass);
  if (signal.aborted) pass();
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      signal.removeEventListener('abort', pass);
    },
  };
}
