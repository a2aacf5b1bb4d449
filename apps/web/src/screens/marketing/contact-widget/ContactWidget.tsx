import { buttonClass } from '@scout/ui';
import { lazy, Suspense, useReducer, useRef, useState } from 'react';
import { nextStep } from './steps.ts';

const ContactPanel = lazy(() => import('./ContactPanel.tsx'));

/**
 * The 'Ask a question' button and its panel. It floats where the text leaves room beside it; on a phone or tablet it ends the page. An
 * island; the panel is loaded at the first press.
 */
export default function ContactWidget() {
  const button = useRef<HTMLButtonElement>(null);
  const [step, dispatch] = useReducer(nextStep, 'closed');
  const [wasOpened, setOpened] = useState(false);

  return (
    <>
      <div className="max-lg:px-4 max-lg:pb-10 lg:fixed lg:right-4 lg:bottom-4 lg:z-40 print:hidden">
        <button
          ref={button}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={step !== 'closed'}
          onClick={() => {
            setOpened(true);
            dispatch(step === 'closed' ? 'open' : 'close');
          }}
          className={`${buttonClass({ size: 'large' })} bg-surface-popup max-sm:w-full lg:shadow-popup`}
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
