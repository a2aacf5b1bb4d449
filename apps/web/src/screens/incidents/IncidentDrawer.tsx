import { RULES, type RuleId } from '@scout/detection';
import { Button, ChevronLeftIcon, Drawer, IconButton, LinkIcon, Mono } from '@scout/ui';
import { useState } from 'react';
import { copyText } from '../../shell/copyText.ts';
import { labelOf } from '../../view/range.ts';
import { useDrawer, useRange } from '../../view/useView.ts';
import type { DrawerState } from '../../view/viewState.ts';
import { EventView } from './EventView.tsx';
import { IncidentRuns } from './IncidentRuns.tsx';
import { subjectOf } from './words.ts';

/** The incidents of a name, a bar or a day as runs, with the raw event of each. Its state is in the address. */
export default function IncidentDrawer({ rule }: { rule: RuleId }) {
  const [state, show] = useDrawer();
  const [range] = useRange();
  const open = state.list !== null || state.event !== null;
  // Keeps the content while the drawer closes.
  const [shown, setShown] = useState(state);
  if (open && !same(state, shown)) setShown(state);
  const { list, event } = shown;
  const subject = list === null ? null : subjectOf(list, rule);

  return (
    <Drawer
      open={open}
      wide
      onOpenChange={(next) => next || show({ list: null, event: null })}
      kicker={event === null ? subject?.kind : undefined}
      title={
        event !== null || subject === null ? (
          'Event'
        ) : subject.isName ? (
          <Mono value={subject.title} />
        ) : (
          subject.title
        )
      }
      description={
        event === null && list !== null && list.kind !== 'day'
          ? `${RULES[rule].title} · ${labelOf(range)}`
          : undefined
      }
      tools={
        <>
          {event !== null && subject !== null && (
            <Button
              variant="quiet"
              size="small"
              icon={<ChevronLeftIcon size={14} />}
              onClick={() => show({ event: null })}
            >
              Back to <span className="max-w-40 truncate">{subject.title}</span>
            </Button>
          )}
          <IconButton
            label="Copy link"
            icon={<LinkIcon />}
            size="small"
            onClick={() => void copyText(window.location.href)}
          />
        </>
      }
    >
      {event !== null ? (
        <EventView key={event} id={event} />
      ) : (
        list !== null && <IncidentRuns key={JSON.stringify(list)} rule={rule} list={list} range={range} />
      )}
    </Drawer>
  );
}

const same = (a: DrawerState, b: DrawerState): boolean => JSON.stringify(a) === JSON.stringify(b);
