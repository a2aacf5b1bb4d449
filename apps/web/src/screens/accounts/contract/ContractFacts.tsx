import type { AccountContract } from '@scout/contract';
import { Mono } from '@scout/ui';
import { hostText } from '../../cases/file/names.ts';
import { Facts } from '../../settings/Facts.tsx';
import { hourRanges, presentOffset, titleOfUse, zoneWords } from './words.ts';

/** A contract in four lines; a part without entries permits any. */
export function ContractFacts({ of: { sources, destinations, kinds, hours } }: { of: AccountContract }) {
  const offset = presentOffset();
  return (
    <Facts
      facts={[
        { name: 'Comes from', value: <Names names={sources} any="Any machine" /> },
        { name: 'Goes to', value: <Names names={destinations} any="Any machine" /> },
        {
          name: 'Kinds of use',
          value: kinds.length === 0 ? <Any text="Any kind" /> : kinds.map(titleOfUse).join(', '),
        },
        {
          name: 'Hours',
          value:
            hours.length === 0 ? (
              <Any text="Any hour" />
            ) : (
              `${hourRanges(hours, offset)} (${zoneWords(offset)})`
            ),
        },
      ]}
    />
  );
}

function Names({ names, any }: { names: readonly string[]; any: string }) {
  if (names.length === 0) return <Any text={any} />;
  return (
    <ul className="flex max-h-48 flex-wrap gap-x-3 overflow-y-auto">
      {names.map((name) => (
        <li key={name} className="min-w-0 wrap-anywhere">
          <Mono value={hostText(name)} plain />
        </li>
      ))}
    </ul>
  );
}

function Any({ text }: { text: string }) {
  return <span className="text-content-muted">{text}</span>;
}
