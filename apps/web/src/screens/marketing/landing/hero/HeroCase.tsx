import { SeverityBadge } from '@scout/ui';
import { useState } from 'react';
import { CasePath } from './CasePath.tsx';
import { ACCOUNT, type Way, ways } from './caseStory.ts';
import { Swimlanes } from './Swimlanes.tsx';

/** The case of the account in the headline's sentence, drawn as in its case file. A selected path is described, and drawn alone. */
export default function HeroCase() {
  const [chosen, setChosen] = useState<Way['id'] | null>(null);
  const described = ways.find(({ id }) => id === chosen) ?? ways[0]!;
  const choose = (id: Way['id']) => setChosen(id === chosen ? null : id);
  return (
    <section
      aria-label={`The case of ${ACCOUNT}, sample data`}
      className="min-w-0 border border-stroke-subtle bg-surface-2"
    >
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-stroke-subtle px-4 py-2">
        <span className="text-body">
          <SeverityBadge level="high" />
        </span>
        <h2 className="font-mono text-lead font-medium">{ACCOUNT}</h2>
        <span className="ml-auto text-label text-content-muted">
          <span className="font-mono">C-1042</span> · open · sample data
        </span>
      </header>
      <p aria-live="polite" className="min-h-22 px-4 py-3 text-body text-pretty sm:min-h-16">
        <PathDescription text={described.description} />
      </p>
      <CasePath chosen={chosen} onChoose={choose} />
      <Swimlanes chosen={chosen} />
      <p className="border-t border-stroke-subtle px-4 py-2.5 text-label text-content-muted">
        {chosen === null ? (
          'Select a name to see only its path.'
        ) : (
          <button
            type="button"
            onClick={() => setChosen(null)}
            className="cursor-pointer rounded-control text-accent hover:underline"
          >
            Show all paths
          </button>
        )}
      </p>
    </section>
  );
}

/** A sentence whose names of accounts, machines and people stand in the face of names. */
function PathDescription({ text }: { text: string }) {
  return text
    .split(/(\b(?:m\.keller|svc\.billing|[A-Z]+-[A-Z0-9]+(?:-[0-9]+)?|192\.0\.2\.113|02:14)\b)/)
    .map((piece, index) =>
      index % 2 === 0 ? (
        piece
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence stay in their places.
        <span key={index} className="font-mono whitespace-nowrap">
          {piece}
        </span>
      ),
    );
}
