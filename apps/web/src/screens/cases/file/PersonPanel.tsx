import { type CaseFile, levelText, levelTitles } from '@scout/contract';
import { Badge, Mono, Panel } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { visible } from '../../incidents/rawText.ts';
import { missingAudits } from './missingAudits.ts';
import { hostText } from './names.ts';
import { SignIns } from './SignIns.tsx';

/** The person behind the case, the strength of the evidence, and required settings if there is none. */
export function PersonPanel({ file }: { file: CaseFile }) {
  const { persons, person_level } = file;
  const may = useMay();
  const isNamed = person_level !== 'nobody' && persons.length > 0;
  return (
    <Panel title={persons.length > 1 ? 'People' : 'Person'}>
      <div className="flex flex-col gap-2">
        {isNamed ? (
          <ul className="flex flex-col gap-1">
            {persons.map((person) => (
              <li key={person} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                <Mono value={visible(person)} />
                <Badge>{levelTitles[person_level]}</Badge>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-body font-medium">Nobody seen</p>
        )}
        <p className="text-body text-content-muted">{levelText(file)}</p>
        {isNamed && may('casesSignIns') && <SignIns file={file} />}
        {person_level !== 'acted' && may('agents') && <SwitchOn file={file} />}
      </div>
    </Panel>
  );
}

/** True for text that cannot be a host name: only digits and dots, or with a colon. */
const isAddress = (source: string): boolean => /^[\d.]+$|:/.test(source);

const nameOf = (host: string): string => host.split('.', 1)[0]!.toLowerCase();

const all = new Intl.ListFormat('en');

/** Steps for identifying the person next time: an agent at the source, with the audits that it still lacks. */
function SwitchOn({ file: { sources, findings } }: { file: CaseFile }) {
  const agents = useQuery(query.agents.queryOptions({ input: {} }));
  if (agents.data === undefined) return null;
  const watched = new Map(
    agents.data
      .filter(({ revoked_at }) => revoked_at === null)
      .map(({ host, audit }) => [nameOf(host), audit] as const),
  );
  const missing = sources.filter((source) => !watched.has(nameOf(source)));
  const there = sources
    .filter((source) => watched.has(nameOf(source)))
    .map((source) => ({ source, audits: missingAudits(source, findings, watched.get(nameOf(source))) }))
    .filter(({ audits }) => audits.length > 0);
  const ofControllers = sources.length === 0 ? missingAudits(null, findings, null) : [];
  if (missing.length + there.length + ofControllers.length === 0) return null;
  return (
    <div className="border-t border-stroke-subtle pt-2 text-body text-content-muted">
      <p className="font-medium text-content">To identify the person next time</p>
      <ul className="mt-1 flex flex-col gap-1">
        {missing.map((source) => (
          <li key={source} className="wrap-anywhere">
            Install an agent on {isAddress(source) && 'the machine with the address '}
            <Mono value={hostText(source)} plain />: none reports from there.
          </li>
        ))}
        {there.map(({ source, audits }) => (
          <li key={source} className="wrap-anywhere">
            On <Mono value={hostText(source)} plain />, audit {all.format(audits)}.
          </li>
        ))}
        {ofControllers.map((audit) => (
          <li key={audit}>
            No event names the source. Audit {audit} on the domain controllers: those events contain its
            address.
          </li>
        ))}
      </ul>
    </div>
  );
}
