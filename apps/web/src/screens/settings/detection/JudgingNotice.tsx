import type { DetectionSettingsState } from '@scout/contract';
import { Notice, Time } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';

/** Progress of applying the settings in force to stored events; nothing once complete. */
export function JudgingNotice({ judging }: Pick<DetectionSettingsState, 'judging'>) {
  if (judging === null) return null;
  const percent = Math.floor(judging.progress * 100);
  return (
    <Notice title="Stored events are being judged by these settings">
      <div className="flex flex-col gap-1.5 pt-1">
        <progress
          aria-label="Judged events"
          value={percent}
          max={100}
          className="h-1.5 w-full max-w-96 accent-accent-fill"
        />
        <p>
          {percent} %
          {judging.judged_since !== null && (
            <>
              , back to <Time value={judging.judged_since} timeZone={timeZone} />
            </>
          )}
          . New events are judged by them already. Figures of earlier days still follow the settings before.
        </p>
      </div>
    </Notice>
  );
}
