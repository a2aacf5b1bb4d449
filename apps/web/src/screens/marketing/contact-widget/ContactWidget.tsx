import { buttonClass } from '@scout/ui';
import { lazy, Suspense, useReducer, useRef, useState } from 'react';
import { nextStep } from './steps.ts';

const ContactPanel = lazy(() => import('./ContactPanel.tsx'));

/**
 * The 'Ask a question' button and its panel. It floats, except on a phone, where it would cover the text: there it ends the page. An
 * island; the panel is loaded at the first press.
 */
export default function ContactWidget() {
  const button = useRef<HTMLButtonElement>(null);
  const [step, dispatch] = useReducer(nextStep, 'closed');
  const [wasOpened, setOpened] = useState(false);

  return (
    <>
      <div className="max-sm:px-4 max-sm:pb-10 sm:fixed sm:right-4 sm:bottom-4 sm:z-40 print:hidden">
        <button
          ref={button}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={step !== 'closed'}
          onClick={() => {
            setOpened(true);
            dispatch(step === 'closed' ? 'open' : 'close');
          }}
          className={`${buttonClass({ size: 'large' })} bg-surface-popup max-sm:w-full sm:shadow-popup`}
        >
          Ask a question
        </button>
      </div>
      {wasOpened && (
        <Suspense fallback={null}>
          <ContactPanel
            step={step}
            dispatch={(action) => {
              dispatch(action);
              if (nextStep(step, action) === 'closed') button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
