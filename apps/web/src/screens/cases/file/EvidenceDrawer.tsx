import { Drawer, IconButton, LinkIcon } from '@scout/ui';
import { useState } from 'react';
import { copyText } from '../../../shell/copyText.ts';
import { useDrawer } from '../../../view/useView.ts';
import { EventView } from '../../incidents/EventView.tsx';

/** A supporting event in full, in a drawer. The address contains its id. */
export function EvidenceDrawer() {
  const [{ event }, show] = useDrawer();
  // Keeps the content while the drawer closes.
  const [shown, setShown] = useState(event);
  if (event !== null && event !== shown) setShown(event);
  return (
    <Drawer
      open={event !== null}
      wide
      onOpenChange={(open) => open || show({ event: null })}
      title="Event"
      tools={
        <IconButton
          label="Copy link"
          icon={<LinkIcon />}
          size="small"
          onClick={() => void copyText(window.location.href)}
        />
      }
    >
      {shown !== null && <EventView key={shown} id={shown} />}
    </Drawer>
  );
}
