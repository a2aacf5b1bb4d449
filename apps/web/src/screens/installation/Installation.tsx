import { TooltipProvider } from '@scout/ui';
import { useState } from 'react';
import { WithQueries } from '../../session/WithQueries.tsx';
import { titled } from '../../title.ts';
import { StatusPage } from './StatusPage.tsx';
import { TokenForm } from './TokenForm.tsx';
import type { Opened } from './useStatus.ts';

export const meta = titled('Installation');

/** The state of the whole installation, for holders of the operator token, which stays in this page's memory. */
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
