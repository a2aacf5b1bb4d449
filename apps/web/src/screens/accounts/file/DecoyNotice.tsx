import { limits, type ServiceAccountFile } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { Notice, Time } from '@scout/ui';
import { useNavigate } from 'react-router';
import { timeZone } from '../../../events/clock.ts';
import { paths } from '../../../paths.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { visible } from '../../incidents/rawText.ts';
import { useDecoy } from '../useDecoy.ts';

/** The state of a decoy: its creator, its last touch, and the thirty days in which Scout checks that nothing uses it. */
export function DecoyNotice({
  file,
  isAdmin,
  now,
}: {
  file: ServiceAccountFile;
  isAdmin: boolean;
  now: number;
}) {
  const change = useDecoy();
  const navigate = useNavigate();
  const { account, decoy, last_seen } = file;
  if (decoy === null) return null;
  const since = Date.parse(decoy.since);
  const touched = last_seen !== null && Date.parse(last_seen) >= since ? last_seen : null;
  // The mark may be newer than the page's time.
  const days = Math.max(0, Math.floor((now - since) / DAY));
  return (
    <Notice tone="info" title="Decoy">
      <p>
        {`Marked by ${visible(decoy.by)} `}
        <Time value={decoy.since} timeZone={timeZone} />
        {'. Each logon, refusal, ticket or change opens a critical case. '}
        {touched !== null ? (
          <>
            {'Last touched '}
            <Time value={touched} timeZone={timeZone} />.
          </>
        ) : days >= limits.decoys.unusedDays ? (
          `Nothing has used it for ${days} days.`
        ) : (
          `Checking that nothing uses it: day ${days + 1} of ${limits.decoys.unusedDays}.`
        )}
      </p>
      {isAdmin && (
        <div className="mt-2">
          <ActionButton
            command="End decoy"
            access="subscriber-admin"
            busy={change.isPending}
            onClick={() =>
              change.mutate(
                { account, is_decoy: false },
                { onSuccess: ({ in_register }) => in_register || void navigate(paths.accounts) },
              )
            }
          >
            End decoy
          </ActionButton>
        </div>
      )}
    </Notice>
  );
}
