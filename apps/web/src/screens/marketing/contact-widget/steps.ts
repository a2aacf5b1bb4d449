/** Closed button, question, details, sent; sent resets (spec section 4). */
export type Step = 'closed' | 'question' | 'details' | 'sent';

export type Action = 'open' | 'next' | 'back' | 'close' | 'send' | 'reset';

/** Transitions between steps. Unlisted events change nothing. */
const follows: Record<Step, Partial<Record<Action, Step>>> = {
  closed: { open: 'question' },
  question: { next: 'details', close: 'closed' },
  details: { back: 'question', send: 'sent', close: 'closed' },
  sent: { reset: 'closed', close: 'closed' },
};

export const nextStep = (step: Step, action: Action): Step => follows[step][action] ?? step;
