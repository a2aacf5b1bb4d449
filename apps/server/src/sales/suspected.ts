import { limits } from '@scout/contract';

/** Whether a form was filled in by a program: the field that nobody sees holds something, or it went too fast. */
export function isSuspected(form: {
  readonly website?: string | undefined;
  readonly elapsed_ms?: number | undefined;
}): boolean {
  const { website = '', elapsed_ms = limits.demoRequest.minimumFillMs } = form;
  return website.trim() !== '' || elapsed_ms < limits.demoRequest.minimumFillMs;
}
