import { limits } from '@scout/contract';
import type { FaultyLine } from '@scout/contract/exports/names';
import { NAME_KINDS } from '@scout/detection';
import { Button, Dialog, formatCount, Mono, Notice } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { visible } from '../../incidents/rawText.ts';
import { FileChoice } from '../../lists/FileChoice.tsx';
import { type AddedNames, addNames, type Draft } from './entries.ts';
import { kindWords } from './kinds.ts';

const { fileBytes } = limits.accounts;
/** Names and lines shown of each list. */
const SHOWN = 50;

type Found = AddedNames & { faults: readonly FaultyLine[] };

/** @throws Error with a sentence about the file */
async function readFile(file: File, draft: Draft): Promise<Found> {
  if (file.size > fileBytes) throw new Error('The file is larger than 4 MiB.');
  const { readNamesCsv } = await import('@scout/contract/exports/names');
  const read = readNamesCsv(await file.text());
  if ('problem' in read) throw new Error(read.problem);
  return { ...addNames(draft, read.names), faults: read.faults };
}

interface ImportNamesDialogProps {
  draft: Draft;
  open: boolean;
  onClose: () => void;
  onAdd: (draft: Draft) => void;
}

/** Adds the names of a CSV file to the draft, after a preview. */
export function ImportNamesDialog({ draft, open, onClose, onAdd }: ImportNamesDialogProps) {
  const reading = useMutation({ mutationFn: (file: File) => readFile(file, draft) });
  const close = () => {
    reading.reset();
    onClose();
  };
  const found = reading.data;
  const count = found ? NAME_KINDS.reduce((sum, kind) => sum + found.added[kind].length, 0) : 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      title="Import names"
      description="A CSV file with a header line and at least one of the columns Account, Server, Workstation and Database client. Active Directory exports with SamAccountName or DNSHostName also work. Names are saved with the settings."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            disabled={count === 0 || found?.problem !== null}
            onClick={() => {
              if (found) onAdd(found.draft);
              close();
            }}
          >
            {`Add ${formatCount(count)} ${count === 1 ? 'name' : 'names'}`}
          </Button>
        </>
      }
    >
      <div className="mt-2 flex min-w-0 flex-col gap-3">
        <FileChoice
          label="CSV file"
          accept=".csv,text/csv"
          chosen={reading.variables?.name}
          onChoose={(file) => reading.mutate(file)}
        />
        {reading.isError && (
          <Notice tone="error" title="The file was not read">
            {messageOf(reading.error)}
          </Notice>
        )}
        {found?.problem && (
          <Notice tone="error" title="The names do not fit">
            {found.problem} Patterns such as sa_* replace many names.
          </Notice>
        )}
        {found && <Preview of={found} />}
      </div>
    </Dialog>
  );
}

function Preview({ of: { added, known, faults } }: { of: Found }) {
  const kinds = NAME_KINDS.filter((kind) => added[kind].length + known[kind] > 0);
  return (
    <div role="status" className="flex min-w-0 flex-col gap-3 text-body">
      {kinds.map((kind) => (
        <section key={kind} aria-label={`Imported ${kindWords[kind].title.toLowerCase()}`}>
          <h3 className="font-medium">
            {kindWords[kind].title}: {formatCount(added[kind].length)} new
            {known[kind] > 0 && `, ${formatCount(known[kind])} matched already`}
          </h3>
          <NameList names={added[kind]} label={`New ${kindWords[kind].title.toLowerCase()}`} />
        </section>
      ))}
      {faults.length > 0 && (
        <section aria-label="Lines left out">
          <h3 className="font-medium">
            {formatCount(faults.length)} {faults.length === 1 ? 'line is' : 'lines are'} left out
          </h3>
          <ul className="text-label">
            {faults.slice(0, SHOWN).map(({ line, problem }) => (
              <li key={`${line} ${problem}`} className="wrap-anywhere">
                <span className="text-content-muted">Line {formatCount(line)}:</span> {visible(problem)}
              </li>
            ))}
            {faults.length > SHOWN && (
              <li className="text-content-muted">and {formatCount(faults.length - SHOWN)} more</li>
            )}
          </ul>
        </section>
      )}
    </div>
  );
}

function NameList({ names, label }: { names: readonly string[]; label: string }) {
  if (names.length === 0) return null;
  return (
    <ul
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys.
      tabIndex={0}
      className="mt-1 max-h-40 overflow-y-auto border-t border-stroke-subtle"
    >
      {names.slice(0, SHOWN).map((name) => (
        <li key={name} className="border-b border-stroke-subtle py-1 text-label wrap-anywhere">
          <Mono value={visible(name)} plain />
        </li>
      ))}
      {names.length > SHOWN && (
        <li className="py-1 text-label text-content-muted">and {formatCount(names.length - SHOWN)} more</li>
      )}
    </ul>
  );
}
