import { Panel, Switch } from '@scout/ui';
import { useSingleKeys } from '../../../shell/singleKeys.ts';

/** Turns shortcuts of a single key off, for those who speak to their computer or press keys by accident. */
export function KeysPanel() {
  const [on, choose] = useSingleKeys();
  return (
    <Panel title="Keyboard">
      <div className="pt-1">
        <Switch
          label="Single-key shortcuts"
          description="J, K, X and ? on their own. Ctrl K or ⌘ K, the arrow keys, Enter and Esc always work. Saved in this browser."
          checked={on}
          onCheckedChange={choose}
        />
      </div>
    </Panel>
  );
}
