import type { AgentState } from '@scout/contract';
import { cx } from '@scout/ui';
import type { ReactNode } from 'react';
import { stateWords } from './fleet.ts';

const looks: Record<AgentState, { color: string; shape: ReactNode }> = {
  healthy: { color: 'text-positive', shape: <circle cx="5" cy="5" r="3.5" fill="currentColor" /> },
  partial: {
    color: 'text-content',
    shape: (
      <>
        <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M5 1.5A3.5 3.5 0 0 0 5 8.5z" fill="currentColor" />
      </>
    ),
  },
  attention: {
    color: 'text-content',
    shape: <path d="M5 1L9 5L5 9L1 5z" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  },
  silent: {
    color: 'text-fault',
    shape: (
      <>
        <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M1 9L9 1" stroke="currentColor" strokeWidth="1.5" />
      </>
    ),
  },
  conflict: {
    color: 'text-fault',
    shape: (
      <>
        <circle cx="3.5" cy="5" r="2.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <circle cx="6.5" cy="5" r="2.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </>
    ),
  },
  awaiting_approval: {
    color: 'text-content',
    shape: (
      <>
        <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M5 2.75V5H7" fill="none" stroke="currentColor" strokeWidth="1.25" />
      </>
    ),
  },
  released: {
    color: 'text-content-muted',
    shape: <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  },
  revoked: {
    color: 'text-content-faint',
    shape: <path d="M2 2l6 6M8 2l-6 6" stroke="currentColor" strokeWidth="1.5" />,
  },
};

/** An agent's state as a shape, word and color. */
export function StateMark({ state }: { state: AgentState }) {
  const { color, shape } = looks[state];
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-sans text-body font-medium', color)}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" className="shrink-0">
        {shape}
      </svg>
      {stateWords[state]}
    </span>
  );
}
