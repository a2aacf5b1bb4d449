import { Button, Guide } from '@scout/ui';
import { useEffect, useState } from 'react';
import { findTarget, tourSteps } from './steps.ts';

interface TourProps {
  /** Called when the tour is finished or skipped. */
  onEnd: () => void;
}

/** The guided tour over the home screen of demo mode: four steps, with Skip, Previous, Next and Finish (spec section 2). */
export function Tour({ onEnd }: TourProps) {
  const [index, setIndex] = useState(0);
  const [target, setTarget] = useState<Element | null>(null);
  const step = tourSteps[index]!;
  const isLast = index === tourSteps.length - 1;

  useEffect(() => setTarget(findTarget(step.target)), [step]);

  return (
    <Guide
      target={target}
      place={`${index + 1} of ${tourSteps.length}`}
      title={step.title}
      skip={
        <Button variant="quiet" size="small">
          Skip
        </Button>
      }
      onSkip={onEnd}
      actions={
        <>
          {index > 0 && (
            <Button size="small" onClick={() => setIndex(index - 1)}>
              Previous
            </Button>
          )}
          <Button variant="primary" size="small" onClick={isLast ? onEnd : () => setIndex(index + 1)}>
            {isLast ? 'Finish' : 'Next'}
          </Button>
        </>
      }
    >
      {step.text}
    </Guide>
  );
}
