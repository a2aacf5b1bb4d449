import { limits } from '@scout/contract/limits';
import type { DemoRequestFields } from '@scout/contract/validation/demoRequest';
import { CloseIcon, createToastQueue, PlainIconButton, showToast, ToastRegion } from '@scout/ui';
import { useEffect, useId, useState } from 'react';
import { emptyFields } from '../request/formFields.ts';
import { failedText, failedTitle, sentTexts } from '../request/requestTexts.ts';
import { createSender } from '../request/sendRequest.ts';
import { DetailsStep } from './DetailsStep.tsx';
import { QuestionStep } from './QuestionStep.tsx';
import type { Action, Step } from './steps.ts';

const queue = createToastQueue();

interface ContactPanelProps {
  step: Step;
  dispatch: (action: Action) => void;
}

/** The two steps of a question, and its toasts. Input is kept while the panel is closed, until it is sent. */
export default function ContactPanel({ step, dispatch }: ContactPanelProps) {
  const titleId = useId();
  const [since] = useState(() => performance.now());
  const [send] = useState(createSender);
  const [fields, setFields] = useState<DemoRequestFields>(emptyFields);
  const [busy, setBusy] = useState(false);
  const isOpen = step === 'question' || step === 'details';

  useEffect(() => {
    if (step !== 'sent') return;
    setFields(emptyFields);
    dispatch('reset');
  }, [step, dispatch]);

  const change = (part: Partial<DemoRequestFields>) => setFields((before) => ({ ...before, ...part }));

  async function submit(website: string) {
    setBusy(true);
    try {
      await send('contact', fields, { website, since });
      showToast(queue, { tone: 'success', ...sentTexts });
      dispatch('send');
    } catch (error) {
      showToast(queue, { tone: 'error', title: failedTitle, text: failedText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <ToastRegion queue={queue} timeoutMs={limits.timers.toastMs} place="top" />
      {isOpen && (
        <section
          role="dialog"
          aria-labelledby={titleId}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !busy) dispatch('close');
          }}
          className="fixed right-4 bottom-4 left-4 z-40 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-popup border border-stroke-strong bg-surface-popup shadow-popup lg:bottom-18 sm:left-auto sm:w-96"
        >
          <header className="flex items-center justify-between gap-4 border-b border-stroke-subtle py-2.5 pr-2.5 pl-4">
            <h2 id={titleId} className="text-lead font-medium">
              Ask a question
            </h2>
            <div className="flex items-center gap-2">
              <p className="font-mono text-label text-content-faint">
                {step === 'question' ? '1 / 2' : '2 / 2'}
              </p>
              <PlainIconButton
                label="Close"
                icon={<CloseIcon size={14} />}
                size="small"
                disabled={busy}
                onClick={() => dispatch('close')}
              />
            </div>
          </header>
          {step === 'question' ? (
            <QuestionStep
              question={fields.message}
              onChange={(message) => change({ message })}
              onNext={() => dispatch('next')}
            />
          ) : (
            <DetailsStep
              fields={fields}
              busy={busy}
              onChange={change}
              onBack={() => dispatch('back')}
              onSend={(website) => void submit(website)}
            />
          )}
        </section>
      )}
    </>
  );
}
