import type { CaseFile, CaseFinding } from '@scout/contract';
import { Badge, Button, formatCount, Sentence, SeverityBadge, Time } from '@scout/ui';
import { useState } from 'react';
import { timeZone } from '../../../events/clock.ts';
import { visible } from '../../incidents/rawText.ts';
import { findingSentence } from '../findingSentence.ts';
import { Evidence } from './Evidence.tsx';

/** Findings shown before the rest is expanded. */
const SHOWN = 1;

/** Findings of a case, newest first, with their supporting events. */
export function FindingsList({ file: { findings, findings_total } }: { file: CaseFile }) {
  const [all, setAll] = useState(false);
  const shown = all ? findings : findings.slice(0, SHOWN);
  const hidden = findings.length - shown.length;
  const unlisted = findings_total - findings.length;
  if (findings_total === 0) return <Explained />;
  return (
    <div className="mt-4 border-t border-stroke-subtle pt-3">
      <h3 className="text-body font-medium">
        {findings_total === 1 ? 'The finding' : `${formatCount(findings_total)} findings`}
      </h3>
      <ol className="mt-1 flex flex-col gap-3">
        {shown.map((finding) => (
          <FindingItem key={`${finding.time} ${finding.sentence}`} finding={finding} />
        ))}
      </ol>
      {hidden > 0 && (
        <div className="mt-2">
          <Button size="small" onClick={() => setAll(true)}>
            {hidden === 1 ? 'Show the older one' : `Show ${formatCount(hidden)} older ones`}
          </Button>
        </div>
      )}
      {all && unlisted > 0 && (
        <p className="mt-2 text-label text-content-muted">
          {formatCount(unlisted)} older findings are not listed here.
        </p>
      )}
    </div>
  );
}

/** Note of a case whose events later events explain. */
function Explained() {
  return (
    <div className="mt-4 border-t border-stroke-subtle pt-3">
      <h3 className="text-body font-medium">Explained by later events</h3>
      <p className="mt-1 text-body text-pretty text-content-muted">
        Later events explain this activity, so Scout no longer considers it suspicious. The case stays because
        someone was alerted or has worked on it. Check the surrounding activity, then close it.
      </p>
    </div>
  );
}

function FindingItem({ finding }: { finding: CaseFinding }) {
  const { time, severity, events, excused_by } = finding;
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-3 text-label">
        <Time value={time} timeZone={timeZone} />
        <SeverityBadge level={severity} />
        {excused_by !== null && <Badge>Excused</Badge>}
      </p>
      <p className="mt-0.5 text-body text-pretty wrap-anywhere">
        <Sentence text={visible(findingSentence(finding, timeZone))} />
      </p>
      <Evidence events={events} />
    </li>
  );
}
