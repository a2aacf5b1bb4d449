import { TooltipProvider } from '@scout/ui';
import { useState } from 'react';
import { WithQueries } from '../../session/WithQueries.tsx';
import { titled } from '../../title.ts';
import { StatusPage } from './StatusPage.tsx';
import { TokenForm } from './TokenForm.tsx';
import type { Opened } from './useStatus.ts';

export const meta = titled('Installation');

/** The state of the whole installation, for whoever has the operator token. The token is kept in this page's memory alone. */
export default function Installation() {
  const [opened, setOpened] = useState<Opened | null>(null);
  return opened === null ? (
    <TokenForm onOpen={setOpened} />
  ) : (
    <WithQueries>
      <TooltipProvider>
        <StatusPage opened={opened} onClose={() => setOpened(null)} />
      </TooltipProvider>
    </WithQueries>
  );
}
