import type { CaseFile, CaseSignIn } from '@scout/contract';
import { Button, Mono, Skeleton, Time } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timeZone } from '../../../events/clock.ts';
import { query } from '../../../session/queries.ts';
import { useDrawer } from '../../../view/useView.ts';
import { visible } from '../../incidents/rawText.ts';
import { hostText } from './names.ts';

/** Sign-ins shown before the rest is expanded. */
const SHOWN = 4;

const ways: ReadonlyMap<string, string> = new Map([
  ['2', 'at the console'],
  ['7', 'unlocked it'],
  ['10', 'by remote desktop'],
  ['11', 'at the console, offline'],
  ['12', 'by remote desktop, offline'],
  ['13', 'unlocked it, offline'],
]);

/** Sign-ins of the case's people at its source around the findings, newest first; each opens its event. */
export function SignIns({ file: { number, persons, sources } }: { file: CaseFile }) {
  const [all, setAll] = useState(false);
  const found = useQuery(query.casesSignIns.queryOptions({ input: { number } }));
  const [source] = sources;
  if (source === undefined) return null;
  const place = sources.length === 1 ? hostText(source) : 'the sources';
  const shown = (found.data?.sign_ins ?? []).slice(0, all ? undefined : SHOWN);
  const listed = found.data?.sign_ins.length ?? 0;
  return (
    <section aria-label="Sign-ins" className="border-t border-stroke-subtle pt-2">
      <h3 className="text-body font-medium">
        {persons.length === 1 ? 'Own sign-ins at' : 'Their own sign-ins at'}{' '}
        {sources.length === 1 ? <Mono value={place} plain /> : place}
      </h3>
      {found.isPending && <Skeleton shape="text" label="sign-ins" lines={2} />}
      {found.isError && (
        <p className="mt-1 text-body text-content-muted">
          The sign-ins could not be loaded. Reload the page.
        </p>
      )}
      {found.data !== undefined && (
        <>
          <ol className="mt-1 -mx-2 flex flex-col">
            {shown.map((signIn) => (
              <Line
                key={signIn.id}
                signIn={signIn}
                isNamed={persons.length > 1}
                isPlaced={sources.length > 1}
              />
            ))}
          </ol>
          {shown.length < listed && (
            <Button size="small" onClick={() => setAll(true)}>
              Show {listed - shown.length} earlier
            </Button>
          )}
          <p className="mt-1 text-label text-content-muted">
            {listed === 0 ? 'None seen in' : 'In'} the 10 hours before the newest findings
            {found.data.complete ? '' : ', newest events only'}.
          </p>
        </>
      )}
    </section>
  );
}

function Line({
  signIn: { id, time, person, host, logon_type, from },
  isNamed,
  isPlaced,
}: {
  signIn: CaseSignIn;
  isNamed: boolean;
  isPlaced: boolean;
}) {
  const [, show] = useDrawer();
  return (
    <li>
      <button
        type="button"
        onClick={() => show({ list: null, event: id })}
        className="flex w-full cursor-pointer flex-wrap items-baseline gap-x-3 rounded-control px-2 py-1 text-left text-label hover:bg-surface-3"
      >
        <Time value={time} timeZone={timeZone} plain />
        <span className="min-w-0 wrap-anywhere text-content-muted">
          {isNamed && <span className="font-mono text-content">{visible(person)} </span>}
          {ways.get(logon_type) ?? 'signed in'}
          {isPlaced && (
            <>
              {', '}
              <span className="font-mono text-content">{hostText(host)}</span>
            </>
          )}
          {from !== null && (
            <>
              {' from '}
              <span className="font-mono text-content">{hostText(from)}</span>
            </>
          )}
        </span>
      </button>
    </li>
  );
}
