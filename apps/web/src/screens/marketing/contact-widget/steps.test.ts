import { expect, test } from 'vitest';
import { nextStep, type Step } from './steps.ts';

test('from the closed button over question and details to sent, which resets', () => {
  const walk: Step[] = ['closed'];
  for (const action of ['open', 'next', 'send', 'reset'] as const) walk.push(nextStep(walk.at(-1)!, action));
  expect(walk).toEqual(['closed', 'question', 'details', 'sent', 'closed']);
});

test('allows back and close at each step, and skips none', () => {
  expect(nextStep('details', 'back')).toBe('question');
  expect(nextStep('question', 'close')).toBe('closed');
  expect(nextStep('details', 'close')).toBe('closed');
  expect(nextStep('closed', 'send')).toBe('closed');
  expect(nextStep('question', 'send')).toBe('question');
});
