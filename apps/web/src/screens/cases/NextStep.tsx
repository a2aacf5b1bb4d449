import { Sentence } from '@scout/ui';
import { visible } from '../incidents/rawText.ts';

/** The next step of a case, as one line; nothing without one. */
export function NextStep({ step }: { step: string | null }) {
  if (step === null) return null;
  return (
    <p className="mt-1 text-body">
      <span className="text-content-muted">Next: </span>
      <Sentence text={visible(step)} />
    </p>
  );
}
