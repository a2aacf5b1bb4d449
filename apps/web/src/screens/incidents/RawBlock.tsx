import { SegmentedControl } from '@scout/ui';
import { useMemo, useState } from 'react';
import { CopyBlock } from './CopyBlock.tsx';
import { rawTextOf } from './rawText.ts';

const segments = [
  { value: 'formatted', label: 'Formatted' },
  { value: 'arrived', label: 'Original' },
] as const;

/** The event as sent by the agent, unchanged or formatted; copying always copies it unchanged. */
export function RawBlock({ line }: { line: string }) {
  const [look, setLook] = useState<(typeof segments)[number]['value']>('formatted');
  const raw = useMemo(() => rawTextOf(line), [line]);
  return (
    <CopyBlock
      title={`Raw ${raw.language}`}
      text={raw.arrived}
      shown={raw[look]}
      actions={
        <SegmentedControl
          label="Format of the raw event"
          segments={segments}
          value={look}
          onValueChange={setLook}
        />
      }
    />
  );
}
