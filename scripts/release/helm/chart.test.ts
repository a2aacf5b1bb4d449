import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretSettings } from '@scout/server/platform/config/secretFiles';
import { settings } from '@scout/server/platform/config/settings';
import { describe, expect, it } from 'vitest';
import { findTool, leaveOut } from '../../testTools.mjs';
import { chart, findHelm, render, rendered, sourcesOf } from './render.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const [example, everything] = rendered;
const schema = JSON.parse(read(join(chart, 'values.schema.json')));

describe('the chart, without helm', () => {
  it('has the version of Scout', () => {
    const { version } = JSON.parse(read(join(import.meta.dirname, '../../../package.json')));
    const text = read(join(chart, 'Chart.yaml'));
    expect(text).toContain(`\nversion: ${version}\n`);
    expect(text).toContain(`\nappVersion: ${version}\n`);
    expect(read(example.file)).toContain(`image: "registry.example/scout:${version}"`);
  });

  it.each(rendered)('$name was made from the chart as it is: npm run kubernetes', (each) => {
    expect(read(each.file)).toContain(`# Sources: sha256 ${sourcesOf(each)}\n`);
  });

  it('has a schema for each value, which refuses others', () => {
    const values = [...read(join(chart, 'values.yaml')).matchAll(/^(\w+):/gm)].map(([, name]) => name);
    expect(values.length).toBeGreaterThan(15);
    // Helm's own, for charts that include this one.
    expect(Object.keys(schema.properties).filter((name) => name !== 'global')).toEqual(values);
    expect(schema.additionalProperties).toBe(false);
  });

  it('takes secrets from files only, all that the server reads so', () => {
    expect(Object.keys(schema.properties.secrets.properties.keys.properties).sort()).toEqual(
      [...secretSettings].sort(),
    );
    for (const { file } of rendered) {
      const text = read(file);
      for (const name of secretSettings) expect(text).not.toMatch(new RegExp(`name: ${name}$`, 'm'));
      expect(text).not.toContain('kind: Secret');
    }
  });

  it('names settings that there are', () => {
    const known = new Set([
      ...Object.keys(settings.shape),
      ...secretSettings.map((name) => `${name}_FILE`),
      'NODE_EXTRA_CA_CERTS',
    ]);
    for (const { file } of rendered) {
      const named = [...read(file).matchAll(/- name: ([A-Z][A-Z_]+)$/gm)].map(([, name]) => name!);
      expect(named.length).toBeGreaterThan(5);
      expect(named.filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it.each(rendered)('$name is restricted, and holds nothing that lasts in a pod', ({ file }) => {
    const text = read(file);
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'automountServiceAccountToken: false',
      'type: RuntimeDefault',
      'kind: NetworkPolicy',
      'kind: PodDisruptionBudget',
      'path: /readyz',
      'path: /livez',
    ])
      expect(text).toContain(line);
    expect(text).toMatch(/drop:\n +- ALL\n/);
    expect(text).not.toMatch(/hostPath|persistentVolumeClaim|privileged: true|:latest"/);
  });
});

const helm = findHelm();
if (helm === undefined)
  leaveOut('the chart by helm', 'helm is not installed (SCOUT_TEST_HELM may name the program)');

describe.runIf(helm !== undefined)('the chart, by helm', () => {
  const run = (...args: string[]) => spawnSync(helm!, args, { encoding: 'utf8' });

  it.each(rendered)('has no fault, and makes $name', (each) => {
    const { status, stdout, stderr } = run('lint', '--strict', chart, '--values', each.values);
    expect(status, `${stdout}${stderr}`).toBe(0);
    expect(render(helm!, each)).toBe(read(each.file));
  });

  const refused = [
    ['no address', 'publicUrl=', 'publicUrl'],
    ['an address without TLS', 'publicUrl=http://scout.example', 'publicUrl'],
    ['no secret', 'secrets.existingSecret=', 'existingSecret'],
    ['no database', 'secrets.keys.DATABASE_URL=null', 'DATABASE_URL'],
    ['a secret in a setting', 'settings.SMTP_URL=smtp://u:p@mail.example', 'SMTP_URL'],
    ['an unknown value', 'replicaz=3', 'replicaz'],
    ['metrics for everyone', 'metrics.enabled=true', 'SCOUT_METRICS_TOKEN'],
    ['an ingress without a host', 'ingress.host=', 'host'],
  ] as const;
  it.each(refused)('refuses %s', (_what, set, named) => {
    const { status, stderr } = run('template', 'scout', chart, '--values', example.values, '--set', set);
    expect(status).not.toBe(0);
    expect(stderr).toContain(named);
  });
});

const kubectl = findTool('kubectl');
const cluster = process.env.SCOUT_TEST_KUBECONFIG;
if (kubectl === undefined || cluster === undefined)
  leaveOut(
    'the manifests by an API server of Kubernetes',
    'SCOUT_TEST_KUBECONFIG names none, or kubectl is missing',
  );

describe.runIf(kubectl !== undefined && cluster !== undefined)('an API server of Kubernetes', () => {
  const ask = (...args: string[]) =>
    spawnSync(kubectl!, ['--kubeconfig', cluster!, ...args], { encoding: 'utf8' });

  it.each([example, everything])('takes every object of $name, and warns of none', ({ file }) => {
    // In the namespace default, which is in every cluster: nothing is stored.
    const dryRun = ['apply', '--dry-run=server', '--validate=strict', '--namespace=default'];
    const { status, stdout, stderr } = ask(...dryRun, '--filename', file);
    expect({ status, warnings: stderr.match(/^Warning.*/gm) }, stderr).toEqual({ status: 0, warnings: null });
    expect(stdout.trim().split('\n')).toHaveLength(read(file).match(/^kind: /gm)!.length);
  });
});
