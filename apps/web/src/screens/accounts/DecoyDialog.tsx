import { limits } from '@scout/contract';
import { Button, Dialog, Field, TextInput, Time } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { timeZone } from '../../events/clock.ts';
import { query } from '../../session/queries.ts';
import { visible } from '../incidents/rawText.ts';
import { useDecoy } from './useDecoy.ts';

/** Proposes a name for a decoy, and marks the account of that name as one. */
export function DecoyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const proposal = useQuery(query.accountsDecoyProposal.queryOptions({ input: {}, enabled: open }));
  const mark = useDecoy();
  const name = typed ?? proposal.data?.name ?? '';
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Add decoy"
      actions={
        <>
          <Button onClick={onClose} disabled={mark.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            busy={mark.isPending}
            disabled={name.trim() === ''}
          >
            {mark.isPending ? 'Marking…' : 'Mark as decoy'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="mt-2 flex flex-col gap-4 text-body"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          mark.mutate({ account: name, is_decoy: true }, { onSuccess: onClose });
        }}
      >
        <p>
          A decoy is an account that nothing uses. Each logon, refusal, ticket or change of it opens a
          critical case.
        </p>
        <Field label="Account" hint={<Hint of={proposal} />}>
          <TextInput
            value={name}
            maxLength={limits.incidents.nameMax}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <p className="text-content-muted">
          Scout creates nothing in your directory. Create the account there first, with a long random password
          and no rights, then mark it here.
        </p>
      </form>
    </Dialog>
  );
}

/** The accounts that the proposed name resembles, and the time since which nothing has used it. */
function Hint({
  of: { data, error },
}: {
  of: ReturnType<typeof useQuery<{ name: string | null; beside: string[]; unused_since: string | null }>>;
}) {
  if (error !== null) return messageOf(error);
  if (data === undefined) return 'Looking for a name…';
  if (data.name === null) return 'The accounts have no common form. Enter a name that fits beside them.';
  return (
    <>
      {`Proposed beside ${data.beside.map(visible).join(', ')}.`}
      {data.unused_since !== null && (
        <>
          {' Nothing has used it since '}
          <Time value={data.unused_since} timeZone={timeZone} plain />.
        </>
      )}
    </>
  );
}
