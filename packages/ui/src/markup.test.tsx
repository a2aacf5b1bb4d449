import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import {
  BarChart,
  buttonClass,
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  Field,
  Panel,
  Sentence,
  SeverityBadge,
  Skeleton,
  StatusPill,
  TextInput,
  TrendChart,
} from './index.ts';

/** Strips tags but keeps text and labels: what a screen reader meets before any script runs. */
const words = (markup: string) => markup.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');

it('a button that deletes has no color of severity or fault', () => {
  expect(buttonClass({ variant: 'danger' })).not.toMatch(/-(?:severity|fault|chart)/);
});

interface Row {
  id: string;
  time: string;
  account: string | null;
  count: number;
}

const columns: Column<Row>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.time },
  { id: 'account', header: 'Service Account', kind: 'mono', value: (row) => row.account },
  { id: 'count', header: 'Incident Count', kind: 'number', value: (row) => row.count, sortable: false },
];
const row = (index: number): Row => ({
  id: `row-${index}`,
  time: new Date(Date.UTC(2026, 10, 21, 2, 14, index)).toISOString(),
  account: index % 2 ? null : `svc.billing-${index}`,
  count: 1_000 + index,
});
const table = (rows: Row[], more: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) =>
  renderToStaticMarkup(
    <DataTable
      caption="Incident Log"
      columns={columns}
      rows={rows}
      rowKey={(each) => each.id}
      empty={<EmptyState reason="quiet" title="No incidents" />}
      timeZone="UTC"
      {...more}
    />,
  );

describe('DataTable for screen readers', () => {
  it('has a caption, column headings, a row count and machine-readable times', () => {
    const markup = table([row(0), row(1)]);
    expect(markup).toMatch(/<caption[^>]*>Incident Log/);
    expect(markup.match(/<th scope="col"/g)).toHaveLength(3);
    expect(markup).toContain('aria-rowcount="3"');
    expect(markup).toContain('aria-rowindex="2"');
    expect(markup).toContain('<time dateTime="2026-11-21T02:14:00.000Z"');
    expect(words(markup)).toContain('|1,000|');
  });

  it('has a sort button on sortable columns only', () => {
    const markup = table([row(0)]);
    expect(markup).toMatch(/<th[^>]*><button[^>]*><span[^>]*>Service Account/);
    expect(markup).toMatch(/<th[^>]*><span[^>]*>Incident Count/);
    expect(markup).not.toContain('aria-sort');
  });

  it('announces and applies its default order', () => {
    const markup = table([row(0), row(2), row(4)], { sort: { column: 'account', direction: 'descending' } });
    expect(markup).toContain('aria-sort="descending"');
    expect([...markup.matchAll(/data-key="([^"]+)"/g)].map(([, key]) => key)).toEqual([
      'row-4',
      'row-2',
      'row-0',
    ]);
  });

  it('puts rows without a value last in both directions', () => {
    for (const direction of ['ascending', 'descending'] as const) {
      const markup = table([row(1), row(0), row(2)], { sort: { column: 'account', direction } });
      expect([...markup.matchAll(/data-key="([^"]+)"/g)].at(-1)![1]).toBe('row-1');
    }
  });

  it('has one row and no value in the tab order', () => {
    const markup = table([row(0), row(2)]);
    expect(markup.match(/tabindex="0"/gi)).toHaveLength(1);
    expect(markup).toMatch(/<button type="button" tabindex="-1" aria-label="svc.billing-0"/i);
  });

  it('renders only the rows of a screen in its first frame', () => {
    const count = (rows: number) =>
      table(Array.from({ length: rows }, (_, index) => row(index))).match(/<tr data-row/g)!.length;
    expect(count(10)).toBe(10);
    expect(count(100)).toBe(14);
    expect(count(5_000)).toBeLessThan(60);
    expect(table(Array.from({ length: 5_000 }, (_, index) => row(index)))).toContain('aria-rowcount="5001"');
  });

  it('is one line without headings when it is empty, and shows a skeleton while loading', () => {
    const empty = table([]);
    expect(empty).toMatch(/<table[^>]* class="[^"]*hidden/);
    expect(empty).not.toContain('viewBox="0 0 96 24"');
    expect(words(empty)).toContain('|No incidents|');
    const loading = table([], { loading: true });
    expect(words(loading)).toContain('Loading Incident Log');
    expect(loading).not.toContain('No incidents');
  });
});

describe('charts for screen readers', () => {
  it('list every bar in a table with full names', () => {
    const markup = renderToStaticMarkup(
      <BarChart
        label="Incidents per service account"
        color="blue"
        headings={['Service account', 'Incidents']}
        data={[
          { name: 'svc.ledger-reconciliation-nightly', value: 1_284 },
          { name: 'svc.billing', value: 3 },
        ]}
      />,
    );
    expect(words(markup)).toBe(
      '|Incidents per service account|Incidents per service account|Service account|Incidents|svc.ledger-reconciliation-nightly|1,284|svc.billing|3|',
    );
    expect(markup.match(/<th scope="row"/g)).toHaveLength(2);
  });

  it('list every day with both lines, and a dash for missing values', () => {
    const day = { timeRange: '00:00 – 23:59' };
    const markup = renderToStaticMarkup(
      <TrendChart
        label="Failed Logon Rate Trend"
        points={[
          { ...day, x: 0, y: 12, movingAverage: 12, fullDate: 'Fri, Nov 20, 2026' },
          { ...day, x: 1, y: null, movingAverage: null, fullDate: 'Sat, Nov 21, 2026' },
        ]}
      />,
    );
    expect(words(markup)).toContain(
      '|Day|Failed Logons|Moving Average|Fri, Nov 20, 2026|12|12|Sat, Nov 21, 2026|–|–|',
    );
  });
});

describe('Field', () => {
  it('connects label, hint and control', () => {
    const markup = renderToStaticMarkup(
      <Field label="Email" hint="At your company" required>
        <TextInput name="email" />
      </Field>,
    );
    const id = /<input id="([^"]+)"/.exec(markup)![1]!;
    expect(markup).toContain(`for="${id}"`);
    const described = /aria-describedby="([^"]+)"/.exec(markup)![1]!;
    expect(markup).toMatch(new RegExp(`id="${described}"[^>]*>At your company`));
    expect(markup).toContain('aria-required="true"');
    expect(markup).not.toContain('aria-invalid="');
  });

  it('replaces the hint by the error and marks the control', () => {
    const markup = renderToStaticMarkup(
      <Field label="Email" hint="At your company" error="Email is required">
        <TextInput />
      </Field>,
    );
    expect(markup).toContain('aria-invalid="true"');
    expect(words(markup)).toContain('|Email is required|');
    expect(words(markup)).not.toContain('At your company');
  });
});

describe('states have words and shapes, not color alone', () => {
  it.each([
    ['live', 'LIVE', 'circle'],
    ['offline', 'OFFLINE', 'path'],
  ] as const)('StatusPill %s', (status, word, shape) => {
    const markup = renderToStaticMarkup(<StatusPill status={status} />);
    expect(words(markup)).toContain(word);
    expect(markup).toContain(`<${shape}`);
  });

  it('Severity has a distinct word and shape per level', () => {
    const shapes = (['high', 'medium', 'low'] as const).map((level) => {
      const markup = renderToStaticMarkup(<SeverityBadge level={level} />);
      return [words(markup), /<path d="([^"]+)"/.exec(markup)![1]];
    });
    expect(shapes.map(([word]) => word)).toEqual(['|High|', '|Medium|', '|Low|']);
    expect(new Set(shapes.map(([, shape]) => shape)).size).toBe(3);
  });

  it('Sentence keeps words with a hyphen whole, and the text as it is', () => {
    const text = 'm.keller used svc.billing from FIN-LAPTOP3, to open PROD-LEDGER-02.';
    const markup = renderToStaticMarkup(<Sentence text={text} />);
    expect(markup.replaceAll(/<[^>]+>/g, '')).toBe(text);
    expect([...markup.matchAll(/<span class="inline-block[^"]*">([^<]*)</g)].map(([, word]) => word)).toEqual(
      ['FIN-LAPTOP3,', 'PROD-LEDGER-02.'],
    );
  });

  it('ErrorState is announced and says what happened, what is safe and what to do', () => {
    const markup = renderToStaticMarkup(
      <ErrorState title="It failed" safe="Nothing is lost." nextStep="Try again later." />,
    );
    expect(markup).toContain('role="alert"');
    expect(words(markup)).toContain('|It failed|Nothing is lost.|Try again later.|');
  });

  it('Panel is a region named by its heading, and shows since when it is stale', () => {
    const markup = renderToStaticMarkup(
      <Panel title="Incident Log" stale="Last updated 09:31:02" footnote="720 hours">
        <Skeleton shape="table" />
      </Panel>,
    );
    const id = /aria-labelledby="([^"]+)"/.exec(markup)![1]!;
    expect(markup).toMatch(new RegExp(`<h2 id="${id}"[^>]*>Incident Log</h2>`));
    expect(markup).toMatch(/<span role="status">Last updated 09:31:02<\/span>/);
    expect(markup).not.toContain('720 hours');
  });
});
