import { Button, Dialog, Kbd } from '@scout/ui';
import { Fragment } from 'react';
import { useSingleKeys } from '../../shell/singleKeys.ts';
import { keyGroups } from './keys.ts';
import { modifierKey } from './platform.ts';

interface KeysDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists every keyboard shortcut of Scout with its scope. */
export default function KeysDialog({ open, onOpenChange }: KeysDialogProps) {
  const [singleKeys] = useSingleKeys();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      actions={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Close
        </Button>
      }
    >
      {!singleKeys && (
        <p className="text-body text-content-muted">
          Single-key shortcuts are off. Turn them on in Settings, Profile.
        </p>
      )}
      {keyGroups.map(({ where, lines }) => (
        <section key={where} aria-label={where} className="mt-2">
          <h3 className="text-label text-content-muted">{where}</h3>
          <dl className="mt-1">
            {lines.map(({ keys, does }) => (
              <div key={does} className="flex items-start justify-between gap-4 py-1 text-body">
                <dt className="order-last flex shrink-0 items-center gap-1">
                  {keys.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 && <span className="text-label text-content-faint">or</span>}
                      <Kbd>{key.replace('Mod', modifierKey())}</Kbd>
                    </Fragment>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
