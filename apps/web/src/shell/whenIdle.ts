/** Runs the task when the browser is idle; returns a function that cancels it. Safari has no requestIdleCallback. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = window.requestIdleCallback(task, { timeout: 5_000 });
    return () => window.cancelIdleCallback(id);
  }
  const timer = setTimeout(task, 1_000);
  return () => clearTimeout(timer);
}
