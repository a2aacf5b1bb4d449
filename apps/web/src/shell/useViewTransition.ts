import { useReducedMotion } from '@scout/ui';

/** Whether a link crosses over to its page (the `viewTransition` of React Router); not for who asked for less motion. */
export function useViewTransition(): boolean {
  return !useReducedMotion();
}
