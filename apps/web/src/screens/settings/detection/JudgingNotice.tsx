import type { DetectionSettingsState } from '@scout/contract';
import { Notice, Time } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';

/** Progress of applying the settings in force to stored events; nothing once complete. */
export function JudgingNotice({ judging }: Pick<DetectionSettingsState, 'judging'>) {
  if (judging === null) return null;
  const percent = Math.floor(judging.progress * 100);
  return (
    <Notice title="These settings are being applied to stored events">
      <div className="flex flex-col gap-1.5 pt-1">
        <progress
          aria-label="Stored events done"
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
          . They already apply to new events. Figures of earlier days still use the previous settings.
        </p>
      </div>
    </Notice>
  );
}
