import type { RuleId } from '@scout/detection';
import { NameOpener } from '@scout/ui';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useIsChecking } from '../../session/organization.ts';
import { useDrawer, useViewParams } from '../../view/useView.ts';
import { readDrawer, writeDrawer } from '../../view/viewState.ts';

const IncidentDrawer = lazy(() => import('./IncidentDrawer.tsx'));

/** A page with names that open their incidents in a drawer, whose state is in the address. */
export function DrillDownPage({ rule, children }: { rule: RuleId; children: ReactNode }) {
  const [drawer] = useDrawer();
  const openList = useOpenIncidents();
  const openName = useCallback<NonNullable<React.ContextType<typeof NameOpener>>>(
    (kind, name) => openList({ kind, name }),
    [openList],
  );
  const checking = useIsChecking();
  const open = !checking && (drawer.list !== null || drawer.event !== null);
  // Stays mounted once opened, for its closing animation.
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return (
    <NameOpener value={openName}>
      {children}
      {wanted && (
        <Suspense>
          <IncidentDrawer rule={rule} />
        </Suspense>
      )}
    </NameOpener>
  );
}

/** Opens the drawer with a list of incidents. */
export function useOpenIncidents() {
  const [, change] = useViewParams();
  return useCallback(
    (list: NonNullable<ReturnType<typeof readDrawer>['list']>) =>
      change((params) => writeDrawer(params, { list, event: null })),
    [change],
  );
}

/** Opens the drawer with one event, keeping an open list behind it. */
export function useOpenEvent() {
  const [, change] = useViewParams();
  return useCallback(
    (event: string) => change((params) => writeDrawer(params, { ...readDrawer(params), event })),
    [change],
  );
}
