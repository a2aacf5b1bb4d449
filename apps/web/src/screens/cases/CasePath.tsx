import { type CaseRow, levelTitles, machineText, personText } from '@scout/contract';
import { cx, Mono, VisuallyHidden } from '@scout/ui';
import { visible } from '../incidents/rawText.ts';

type Traced = Pick<CaseRow, 'persons' | 'person_level' | 'sources' | 'destinations'>;

/** Person → source → destination of a case, in one wrapping line. An inferred person has a dashed underline. */
export function CasePath({ of }: { of: Traced }) {
  const { persons, person_level, sources, destinations } = of;
  const isNamed = persons.length === 1 && person_level !== 'nobody';
  const isCertain = person_level === 'acted' || person_level === 'same-session';
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5 text-label">
      <span
        className={cx(
          'min-w-0 border-b',
          isCertain ? 'border-current' : 'border-dashed border-stroke-strong text-content-muted',
          isNamed && 'font-mono wrap-anywhere',
        )}
      >
        {visible(personText(of))}
      </span>
      {isNamed && <VisuallyHidden>({levelTitles[person_level]})</VisuallyHidden>}
      <Stop names={sources} label="from" unknown="unknown source" />
      <Stop names={othersFirst(destinations, sources[0])} label="to" unknown="unknown server" />
    </span>
  );
}

/** For a case that ends at its source and elsewhere, lists the other machines first. */
const othersFirst = (names: readonly string[], source: string | undefined): readonly string[] => [
  ...names.filter((name) => name !== source),
  ...names.filter((name) => name === source),
];

interface StopProps {
  names: readonly string[];
  label: string;
  unknown: string;
}

/** The first machine of a list, and the number of further ones. */
function Stop({ names: [first, ...others], label, unknown }: StopProps) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span aria-hidden="true" className="text-content-faint">
        →
      </span>
      <VisuallyHidden>{label}</VisuallyHidden>
      {first === undefined ? (
        <span className="text-content-muted">{unknown}</span>
      ) : (
        <Mono value={visible(machineText(first))} plain />
      )}
      {others.length > 0 && <span className="shrink-0 text-content-muted">+{others.length}</span>}
    </span>
  );
}
