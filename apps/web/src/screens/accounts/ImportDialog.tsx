import { type AccountDescription, type AccountImport, limits } from '@scout/contract';
import { Button, Dialog, formatCount, Mono, Notice } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { api } from '../../session/current.ts';
import { query } from '../../session/queries.ts';
import { toast } from '../../shell/toast.tsx';
import { visible } from '../incidents/rawText.ts';
import { FileChoice } from '../lists/FileChoice.tsx';

const { fileBytes } = limits.accounts;
/** Maximum changes and unknown names shown. */
const SHOWN = 50;

/** Sends consecutive calls, and combines the results. */
async function inCalls(
  accounts: readonly AccountDescription[],
  ask: (input: { accounts: AccountDescription[] }) => Promise<AccountImport>,
): Promise<AccountImport> {
  const calls = (await import('@scout/contract/exports/accounts')).inCalls(accounts);
  const all: AccountImport = { changed: [], unchanged: 0, unknown: [] };
  for (const part of calls) {
    const { changed, unchanged, unknown } = await ask({ accounts: part });
    all.changed.push(...changed);
    all.unchanged += unchanged;
    all.unknown.push(...unknown);
  }
  return all;
}

/** Reads a file and requests a preview of its changes. @throws Error with a sentence about the file */
async function previewFile(file: File): Promise<{ accounts: AccountDescription[]; preview: AccountImport }> {
  if (file.size > fileBytes) throw new Error('The file is larger than 4 MiB.');
  const { readAccountsCsv } = await import('@scout/contract/exports/accounts');
  const read = readAccountsCsv(await file.text());
  if ('problem' in read) throw new Error(read.problem);
  return { accounts: read.accounts, preview: await inCalls(read.accounts, api.accountsImportPreview) };
}

interface ImportDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Sets owners and purposes from a CSV file, after a preview. */
export function ImportDialog({ open, onClose }: ImportDialogProps) {
  const client = useQueryClient();
  const preview = useMutation({ mutationFn: (file: File) => previewFile(file) });
  const close = () => {
    preview.reset();
    onClose();
  };
  const save = useMutation({
    mutationFn: (accounts: readonly AccountDescription[]) => inCalls(accounts, api.accountsImport),
    onSuccess: ({ changed }) => {
      toast.success(
        `${formatCount(changed.length)} ${changed.length === 1 ? 'account' : 'accounts'} changed`,
      );
      close();
    },
    onError: (error) =>
      toast.error(
        'The import stopped',
        `${messageOf(error)} Changes saved so far stay; import the file again to finish.`,
      ),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: query.accounts.key() }),
        client.invalidateQueries({ queryKey: query.accountsRead.key() }),
        client.invalidateQueries({ queryKey: query.accountsFacets.key() }),
      ]),
  });
  const found = preview.data;
  const count = found?.preview.changed.length ?? 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || save.isPending || close()}
      title="Import owners and purposes"
      description="A CSV file with the columns Account, Owner and Purpose, such as an export of this register. An empty cell clears the value. You see the changes before they are saved."
      actions={
        <>
          <Button onClick={close} disabled={save.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={count === 0}
            busy={save.isPending}
            onClick={() => found && save.mutate(found.accounts)}
          >
            {save.isPending ? 'Saving…' : `Save ${formatCount(count)} ${count === 1 ? 'change' : 'changes'}`}
          </Button>
        </>
      }
    >
      <div className="mt-2 flex min-w-0 flex-col gap-3">
        <FileChoice
          label="CSV file"
          accept=".csv,text/csv"
          chosen={preview.variables?.name}
          disabled={save.isPending}
          onChoose={(file) => preview.mutate(file)}
        />
        {preview.isError && (
          <Notice tone="error" title="The file was not read">
            {messageOf(preview.error)}
          </Notice>
        )}
        {preview.isPending && <p className="text-body text-content-muted">Reading…</p>}
        {found && <Preview of={found.preview} />}
      </div>
    </Dialog>
  );
}

function Preview({ of: { changed, unchanged, unknown } }: { of: AccountImport }) {
  const stay = `${formatCount(unchanged)} ${unchanged === 1 ? 'is unchanged' : 'are unchanged'}`;
  return (
    <div role="status" className="flex min-w-0 flex-col gap-3 text-body">
      <p>
        {formatCount(changed.length)} {changed.length === 1 ? 'account changes' : 'accounts change'}, {stay}.
      </p>
      {changed.length > 0 && (
        <ul
          aria-label="Changes"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys.
          tabIndex={0}
          className="max-h-60 overflow-y-auto border-t border-stroke-subtle"
        >
          {changed.slice(0, SHOWN).map(({ account, owner, purpose }) => (
            <li key={account} className="border-b border-stroke-subtle py-1.5 text-label wrap-anywhere">
              <Mono value={visible(account)} plain />
              {owner && <Change name="Owner" {...owner} />}
              {purpose && <Change name="Purpose" {...purpose} />}
            </li>
          ))}
          {changed.length > SHOWN && (
            <li className="py-1.5 text-label text-content-muted">
              and {formatCount(changed.length - SHOWN)} more
            </li>
          )}
        </ul>
      )}
      {unknown.length > 0 && (
        <p className="text-label text-content-muted wrap-anywhere">
          Not in the register and skipped: {unknown.slice(0, SHOWN).map(visible).join(', ')}
          {unknown.length > SHOWN && ` and ${formatCount(unknown.length - SHOWN)} more`}
        </p>
      )}
    </div>
  );
}

function Change({ name, from, to }: { name: string; from: string | null; to: string | null }) {
  return (
    <p>
      <span className="text-content-muted">
        {name}: {from === null ? 'none' : visible(from)} →{' '}
      </span>
      {to === null ? 'none' : visible(to)}
    </p>
  );
}
