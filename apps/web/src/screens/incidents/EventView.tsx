import { matchRules, RULES } from '@scout/detection';
import { Badge, ErrorState, Mono, Skeleton, Time } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { codeOf, messageOf } from '../../api/error.ts';
import { timeZone } from '../../events/clock.ts';
import { useNaming } from '../../session/naming.ts';
import { query } from '../../session/queries.ts';
import { CopyBlock } from './CopyBlock.tsx';
import { decodedOf, eventTitle, fieldsOf, namesOf } from './facts.ts';
import { RawBlock } from './RawBlock.tsx';
import { visible } from './rawText.ts';

/** One event: its kind, codes with their meaning, command line, every field, and the raw text. */
export function EventView({ id }: { id: string }) {
  const naming = useNaming();
  // An event never changes.
  const found = useQuery(query.event.queryOptions({ input: { id }, staleTime: Number.POSITIVE_INFINITY }));
  if (found.isPending) {
    return (
      <div className="px-5 py-4">
        <Skeleton shape="text" lines={8} />
      </div>
    );
  }
  if (found.data === undefined) {
    const gone = codeOf(found.error) === 'not_found';
    return (
      <ErrorState
        title={gone ? 'Event not found' : 'The event could not be loaded'}
        safe={gone ? 'Events are kept for 365 days.' : 'It is stored; only loading it failed.'}
        nextStep={gone ? 'Close this panel, or ask the sender of the link.' : 'Try again in a moment.'}
        detail={messageOf(found.error)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  }
  const { event, raw, received_at } = found.data;
  const matches = matchRules(event, naming);
  const [first] = matches;
  const decoded = decodedOf(event);
  const command = event.process_information_command_line;
  return (
    <div className="flex flex-col gap-5 px-5 py-4">
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-lead font-medium">{visible(eventTitle(event))}</h3>
          {matches.map(({ rule }) => (
            <Badge key={rule}>{RULES[rule].title}</Badge>
          ))}
        </div>
        <p className="flex flex-wrap gap-x-4 text-label text-content-muted">
          <span>
            Happened <Time value={event.timestamp} timeZone={timeZone} />
          </span>
          <span>
            Received <Time value={received_at} timeZone={timeZone} />
          </span>
        </p>
      </div>
      {first && (
        <Facts title="Who and where">
          {namesOf(first).map(
            ({ label, kind, name }) =>
              name !== null && (
                <Fact key={`${label} ${name}`} label={label}>
                  <Mono value={name} names={kind} />
                </Fact>
              ),
          )}
        </Facts>
      )}
      {decoded.length > 0 && (
        <Facts title="Codes in words">
          {decoded.map(({ label, code, words }) => (
            <Fact key={label} label={label}>
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
                <Mono value={code} />
                {words !== null && <span className="text-content">{words}</span>}
              </span>
            </Fact>
          ))}
        </Facts>
      )}
      {command !== null && <CopyBlock title="Command line" text={command} />}
      <Facts title="Fields">
        {fieldsOf(event).map(({ name, value }) => (
          <Fact key={name} label={name} mono>
            {visible(value) === value ? (
              <Mono value={value} />
            ) : (
              <span className="font-mono wrap-anywhere">{visible(value)}</span>
            )}
          </Fact>
        ))}
      </Facts>
      <RawBlock line={raw} />
    </div>
  );
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h4 className="pb-1 text-label font-medium text-content-muted">{title}</h4>
      <dl className="border-t border-stroke-subtle">{children}</dl>
    </section>
  );
}

function Fact({ label, mono = false, children }: { label: string; mono?: boolean; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(7rem,2fr)_minmax(0,3fr)] items-baseline gap-x-4 border-b border-stroke-subtle py-1.5 text-label">
      <dt className={mono ? 'min-w-0 font-mono wrap-anywhere text-content-faint' : 'text-content-muted'}>
        {mono ? breakable(label) : label}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** A field's name that breaks between its words. */
const breakable = (name: string): ReactNode =>
  name.split(/(?<=_)/).map((word, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name never move.
    <Fragment key={n}>
      {word}
      <wbr />
    </Fragment>
  ));
