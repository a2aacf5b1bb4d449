import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findTool } from '../../testTools.mjs';

/** The chart, as releases ship it. */
export const chart = join(import.meta.dirname, '../files/helm/scout');

/** Manifests made from the chart, with the values that each is made with. */
export const rendered = [
  {
    name: 'kubernetes/scout.yaml',
    values: join(import.meta.dirname, 'example.yaml'),
    file: join(import.meta.dirname, '../files/kubernetes/scout.yaml'),
    head: [
      'Scout on Kubernetes without Helm: made from the chart in helm/scout. Replace registry.example/scout, scout.example and 10.0.0.0/8,',
      'and make the secret scout first, as docs/operations.md says.',
    ],
  },
  {
    name: 'everything.golden.yaml',
    values: join(import.meta.dirname, 'everything.yaml'),
    file: join(import.meta.dirname, 'everything.golden.yaml'),
    head: ['What the chart makes with every option.'],
  },
] as const;

type Rendered = (typeof rendered)[number];

/** Path of the program helm: SCOUT_TEST_HELM, otherwise from the PATH. */
export const findHelm = (): string | undefined => process.env.SCOUT_TEST_HELM || findTool('helm');

/** SHA-256 of the chart's files and the values, by which a test without helm sees that manifests are older than the chart. */
export function sourcesOf({ values }: Pick<Rendered, 'values'>): string {
  const hash = createHash('sha256');
  const files = globSync('**/*', { cwd: chart, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const path of [...files, values])
    hash.update(`${relative(chart, path)}\0${readFileSync(path, 'utf8')}\0`);
  return hash.digest('hex');
}

/** The manifests by helm. @throws Error with helm's message */
export function render(helm: string, { values, head }: Rendered): string {
  const body = execFileSync(helm, ['template', 'scout', chart, '--namespace', 'scout', '--values', values], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const lines = [...head, `Sources: sha256 ${sourcesOf({ values })}`].map((line) => `# ${line}\n`);
  return `${lines.join('')}${body}`;
}
