import type { InteractiveLogonFigures } from '@scout/contract';
import { interactiveLogonPanels, keyOf } from '@scout/detection';
import { type Column, DataTable, Skeleton, ValueList } from '@scout/ui';
import { useMemo } from 'react';
import { timeZone } from '../../../events/clock.ts';
import type { FiguresView } from '../../../events/useFigures.ts';
import { useOpenIncidents } from '../../incidents/DrillDownPage.tsx';
import { cutNote } from '../cutWords.ts';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { NoLogons } from './InteractiveLogons.tsx';
import { type Person, type PersonOf, PersonOfRow, personText } from './persons.tsx';

/** A workstation with what the log says about it. */
interface Workstation {
  workstation: string;
  count: number;
  person: Person | null;
  accounts: string[];
  first: string | null;
  last: string | null;
}

const columns: Column<Workstation>[] = [
  {
    id: 'workstation',
    header: 'Workstation',
    kind: 'mono',
    value: (row) => row.workstation,
    names: 'computer',
  },
  { id: 'count', header: 'Incident Count', kind: 'number', value: (row) => row.count, width: 128 },
  {
    id: 'person',
    header: 'Person',
    kind: 'mono',
    value: (row) => row.person?.name,
    cell: (row) => <PersonOfRow of={row.person} />,
    text: (row) => personText(row.person),
  },
  {
    id: 'accounts',
    header: 'Signed In As',
    kind: 'mono',
    value: (row) => row.accounts[0],
    cell: (row) => <ValueList values={row.accounts} label="service accounts" />,
    text: (row) => row.accounts.join(', '),
  },
  { id: 'first', header: 'First', kind: 'time', value: (row) => row.first, width: 160 },
  { id: 'last', header: 'Last', kind: 'time', value: (row) => row.last, width: 160 },
];

interface WorkstationsPanelProps {
  view: FiguresView<InteractiveLogonFigures>;
  personOf: PersonOf;
}

/** Incidents by workstation, each with who signed in there, as which account, and since when. */
export function WorkstationsPanel({ view, personOf }: WorkstationsPanelProps) {
  const openIncidents = useOpenIncidents();
  const { figures } = view;
  const rows = useMemo(() => (figures === null ? [] : rowsOf(figures, personOf)), [figures, personOf]);
  return (
    <FiguresPanel
      title="Incident Count by Workstation"
      {...(figures !== null && cutNote(rows.length, figures.totalWorkstations, 'workstations'))}
      flush
      view={view}
      loading={<Skeleton shape="table" label="Incident Count by Workstation" />}
    >
      {() => (
        <DataTable
          caption="Incident Count by Workstation"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.workstation}
          name="interactive-logons-by-workstation"
          onRowActivate={({ workstation }) => openIncidents({ kind: 'computer', name: workstation })}
          timeZone={timeZone}
          empty={<NoLogons />}
        />
      )}
    </FiguresPanel>
  );
}

/** The counted workstations with persons, accounts and times of the log, which lists the newest logons. */
function rowsOf(figures: InteractiveLogonFigures, personOf: PersonOf): Workstation[] {
  return interactiveLogonPanels(figures).byWorkstation.map(({ workstation, count }) => {
    const logged = figures.log.filter(
      (row) => row.workstation !== null && keyOf(row.workstation) === keyOf(workstation),
    );
    return {
      workstation,
      count,
      person: logged.map(personOf).find((person) => person !== null) ?? null,
      accounts: [...new Set(logged.map(({ serviceAccount }) => serviceAccount))],
      first: logged.at(-1)?.time ?? null,
      last: logged[0]?.time ?? null,
    };
  });
}
