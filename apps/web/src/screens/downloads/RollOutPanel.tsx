import { limits } from '@scout/contract';
import { Panel, Tabs } from '@scout/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useIsAdmin } from '../../session/organization.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { rollOuts } from './rollOut.ts';

const { tokenHours, tokenUses } = limits.download;

interface RollOutPanelProps {
  linked: boolean;
  /** Packages of the release; methods that require a missing one are hidden. */
  files: readonly { readonly path: string }[];
}

/** Commands for unattended installation on many machines. */
export function RollOutPanel({ linked, files }: RollOutPanelProps) {
  const there = new Set(files.map(({ path }) => path));
  const ways = rollOuts({ server: window.location.origin }).filter(({ packages }) =>
    packages.every((path) => there.has(path)),
  );
  const isAdmin = useIsAdmin();
  const [chosen, setWay] = useState('');
  const way = ways.find(({ id }) => id === chosen) ?? ways[0];
  if (way === undefined) return null;
  return (
    <Panel title="Unattended rollout">
      <p className="max-w-[80ch] pb-2 text-body text-content-muted">
        A download above enrolls up to {tokenUses} machines within {tokenHours} hours. For more, use the plain
        packages and a token {isAdmin ? 'of your own' : 'created by an admin'}{' '}
        {isAdmin && (linked ? ' from ' : ', created below')}
        {isAdmin && linked && (
          <Link to={paths.settingsAgentEnrollment} className="text-accent underline underline-offset-2">
            Settings, Agent
          </Link>
        )}
        , in place of <code className="font-mono text-content">TOKEN</code>.
      </p>
      <Tabs
        label="Ways to roll out"
        value={way.id}
        onValueChange={setWay}
        tabs={ways.map(({ id, name, text, steps }) => ({
          value: id,
          label: name,
          content: (
            <div className="flex flex-col gap-4">
              <p className="text-body text-content-muted">{text}</p>
              {steps.map((step) => (
                <CodeBlock key={step.label} {...step} />
              ))}
            </div>
          ),
        }))}
      />
    </Panel>
  );
}
