import type { Retention } from '@scout/contract';
import { Notice } from '@scout/ui';
import { useState } from 'react';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { HoldDialog } from './HoldDialog.tsx';

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

/** The legal hold: its reason, or the button that sets one. */
export function LegalHold({ hold }: { hold: Retention['legal_hold'] }) {
  const [open, setOpen] = useState(false);
  return (
    <section
      aria-label="Legal hold"
      className="border-t border-stroke-subtle pt-4 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8"
    >
      {hold === null ? (
        <div className="flex flex-col items-start gap-3">
          <p className="max-w-[72ch] text-body text-content-muted">
            A legal hold keeps all data, whatever its age, until an admin lifts it. It also stops the deletion
            of the organization.
          </p>
          <ActionButton command="Set legal hold…" access="admin" onClick={() => setOpen(true)}>
            Set legal hold
          </ActionButton>
        </div>
      ) : (
        <Notice tone="warning" title={`Legal hold since ${dates.format(new Date(hold.since))}`}>
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
            <div className="min-w-0">
              <p className="wrap-anywhere">{hold.reason}</p>
              <p className="wrap-anywhere text-content-muted">Set by {hold.set_by}. Nothing is deleted.</p>
            </div>
            <ActionButton command="Lift legal hold…" access="admin" onClick={() => setOpen(true)}>
              Lift legal hold
            </ActionButton>
          </div>
        </Notice>
      )}
      <HoldDialog held={hold === null} open={open} onOpenChange={setOpen} />
    </section>
  );
}
