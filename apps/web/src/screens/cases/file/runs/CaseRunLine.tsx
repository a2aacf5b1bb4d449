import type { CaseRun } from '@scout/contract';
import { RunLine } from '../../../incidents/runs/RunLine.tsx';
import { RunName } from '../../../incidents/runs/RunName.tsx';
import { RunEvents } from './RunEvents.tsx';
import { wordsOfRun } from './runWords.ts';

/** One run of a case; expanding it shows its events. */
export function CaseRunLine({ run, number }: { run: CaseRun; number: number }) {
  return (
    <RunLine
      run={run}
      words={wordsOfRun(run).map(({ text, isName }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a run stay in their places.
        isName ? <RunName key={index}>{text}</RunName> : <span key={index}>{text}</span>,
      )}
    >
      <RunEvents run={run} number={number} />
    </RunLine>
  );
}
