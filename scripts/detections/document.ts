import { SEVERITY_RULES } from '@scout/cases/judge/severity';
import { RULES } from '@scout/detection';
import type { Detection } from '@scout/detection/catalogue/detection';
import { EVENT_NAMES } from '@scout/detection/catalogue/events';
import { FINDINGS } from '@scout/detection/catalogue/findings';

const INTRODUCTION = `# Detections

Generated from the catalog by \`npm run detections\`; a test compares. The rules of incidents are \`packages/detection/src/rules/\`, the kinds of
findings \`packages/detection/src/catalogue/findings.ts\`; screens take their words from there.

An **incident** is one event that matches a rule. A **finding** is what the assessor sees in all that an account does, and findings that
belong together are a **case**. Techniques are those of [MITRE ATT&CK](https://attack.mitre.org/), named where the events
show nothing else when they are misuse; often the same events are ordinary work.
`;

const SEVERITY = `## Severity of a finding

A finding that is graded gets the severity of the first of these that holds of it; otherwise high, medium or low by how surprising it is as a
whole. In a test environment it is one step less. A case has the severity of its most severe finding; it can rise and never falls.

| Severity | Because |
|---|---|`;

const GRADING: Readonly<Record<Detection['severity'], string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  graded: 'Graded',
  counted: 'Counted, without a severity',
};

/** Text of docs/detections.md. */
export function detectionsDocument(): string {
  return [
    INTRODUCTION,
    '## Incidents\n',
    ...Object.values(RULES).map((rule) => entry(rule.id, rule)),
    '## Findings\n',
    ...Object.entries(FINDINGS).map(([id, finding]) => entry(id, finding)),
    SEVERITY,
    ...SEVERITY_RULES.map(({ severity, because }) => `| ${GRADING[severity]} | ${because} |`),
    '',
    '## Events\n',
    '| Event | Name |',
    '|---|---|',
    ...eventIds().map((id) => `| ${id} | ${EVENT_NAMES[id]} |`),
    '',
  ].join('\n');
}

function entry(id: string, { title, severity, events, meaning, advice, attack }: Detection): string {
  const facts = [
    `\`${id}\``,
    GRADING[severity],
    events.length === 0
      ? 'no event, but directories'
      : `events ${[...events].sort((a, b) => a - b).join(', ')}`,
    ...(attack.length === 0 ? [] : [attack.map(linkOf).join(', ')]),
  ];
  return `### ${title}\n\n${facts.join(' · ')}\n\n${meaning} **Do:** ${advice}\n`;
}

/** Address of a technique: `T1110.003` is at T1110/003. */
const linkOf = (technique: string): string =>
  `[${technique}](https://attack.mitre.org/techniques/${technique.replace('.', '/')}/)`;

function eventIds(): number[] {
  const all = [...Object.values(RULES), ...Object.values(FINDINGS)].flatMap(({ events }) => [...events]);
  return [...new Set(all)].sort((a, b) => a - b);
}
