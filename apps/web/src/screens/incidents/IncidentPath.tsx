import type { IncidentPath as Path } from '@scout/contract';
import { keyOf, type RuleId } from '@scout/detection';
import { formatCount, Mono, type NameKind } from '@scout/ui';
import type { DrillDown } from '../../view/viewState.ts';

interface Column {
  readonly title: string;
  readonly kind: NameKind;
  readonly of: Path['persons'];
  /** Shown without names; columns without both are omitted. */
  readonly none?: string;
}

/** Persons → sources → accounts → servers of incidents; each name opens its own incidents. */
export function IncidentPath({ rule, list, path }: { rule: RuleId; list: DrillDown; path: Path }) {
  const { persons, sources, accounts, servers } = path;
  const columns: Column[] = [
    { title: 'Person', kind: 'user', of: persons, none: 'not named' },
    { title: 'From', kind: rule === 'failed-logons' ? 'source' : 'computer', of: sources },
    { title: 'Account', kind: 'account', of: accounts },
    { title: 'Server', kind: 'server', of: servers },
  ];
  const shown = columns.filter(({ of, none }) => of.total > 0 || none !== undefined);
  return (
    <div className="@container border-b border-stroke-subtle">
      <dl className="flex flex-col gap-2 px-5 py-3 @min-[34rem]:flex-row @min-[34rem]:gap-5">
        {shown.map((column, index) => (
          <Stop key={column.title} column={column} list={list} isFirst={index === 0} />
        ))}
      </dl>
    </div>
  );
}

interface StopProps {
  column: Column;
  list: DrillDown;
  isFirst: boolean;
}

function Stop({ column: { title, kind, of, none }, list, isFirst }: StopProps) {
  const unlisted = of.total - of.names.length;
  return (
    <div className="flex min-w-0 basis-0 grow gap-x-3 @max-[34rem]:basis-auto @min-[34rem]:flex-col">
      <dt className="flex shrink-0 items-baseline gap-1.5 text-label text-content-muted @max-[34rem]:w-20">
        {!isFirst && (
          <span aria-hidden="true" className="text-content-faint @max-[34rem]:rotate-90">
            →
          </span>
        )}
        {title}
      </dt>
      <dd className="min-w-0 grow text-label">
        {of.names.map(({ name, events }) => (
          <span key={name} className="flex min-w-0 items-baseline gap-2">
            <span className="min-w-0">
              {isSubject(list, kind, name) ? <Mono value={name} plain /> : <Mono value={name} names={kind} />}
            </span>
            <span className="shrink-0 font-mono text-content-muted">× {formatCount(events)}</span>
          </span>
        ))}
        {of.total === 0 && <span className="text-content-muted">{none}</span>}
        {unlisted > 0 && <span className="text-content-muted">and {formatCount(unlisted)} more</span>}
      </dd>
    </div>
  );
}

/** True for the name that the drawer is about. */
const isSubject = (list: DrillDown, kind: NameKind, name: string): boolean =>
  'name' in list && list.kind === kind && keyOf(list.name) === keyOf(name);
