import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const cli = join(import.meta.dirname, 'lighthouse/node_modules/lighthouse/cli/index.js');

/** Lighthouse results of one page with the mobile settings: a simulated slow phone on a slow network. */
export interface Report {
  /** 0 to 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Milliseconds. */
  largestPaintMs: number;
  blockingMs: number;
  layoutShift: number;
  /** Text of the largest paint; '' if it is not text. */
  largestText: string;
  /** Addresses of scripts loaded without interaction. */
  scripts: string[];
  /** Speed of this machine during the run; comparable results have at least about 1,000. */
  machine: number;
  /** Audits that cost points, with their titles. */
  faults: string[];
}

interface Audit {
  id: string;
  title: string;
  score: number | null;
  numericValue?: number;
  displayValue?: string;
  details?: { items?: Record<string, unknown>[] };
}

interface Result {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  environment: { benchmarkIndex: number };
}

/** Runs Lighthouse on an address. @throws on failure */
export async function measure(url: string): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'scout-lighthouse-'));
  const output = join(folder, 'report.json');
  const flags = ['--headless=new', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const categories = 'performance,accessibility,best-practices,seo';
  try {
    const child = spawn(
      process.execPath,
      [
        cli,
        url,
        '--output=json',
        `--output-path=${output}`,
        '--quiet',
        `--chrome-flags=${flags.join(' ')}`,
        `--only-categories=${categories}`,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, DO_NOT_TRACK: '1' } },
    );
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`Lighthouse failed on ${url}: ${complaint.slice(0, 2_000)}`);
    return read(JSON.parse(await readFile(output, 'utf8')) as Result);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function read({ categories, audits, environment }: Result): Report {
  const score = (id: string) => Math.round(100 * (categories[id]?.score ?? 0));
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details?.items ?? [];
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaintMs: number('largest-contentful-paint'),
    blockingMs: number('total-blocking-time'),
    layoutShift: number('cumulative-layout-shift'),
    largestText: largestText(audits['lcp-breakdown-insight']),
    scripts: requests.filter((item) => item.resourceType === 'Script').map((item) => String(item.url)),
    machine: environment.benchmarkIndex,
    faults: Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .map(({ id, weight }) => ({ weight, audit: audits[id] }))
        .filter(({ weight, audit }) => weight > 0 && audit?.score != null && audit.score < 0.9)
        .map(({ audit }) => `${audit!.title} ${audit!.displayValue ?? ''}`.trim()),
    ),
  };
}

/** The text element of the largest paint, if any. */
function largestText(audit: Audit | undefined): string {
  const node = audit?.details?.items?.find((item) => item.type === 'node');
  const snippet = String(node?.snippet ?? '');
  return /^<(p|h1|h2|span|li|div)\b/.test(snippet) ? String(node?.nodeLabel ?? '') : '';
}
