import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { RULE_IDS, type RuleId } from '../event.ts';

/** Everything that a product's process or page is made of; tests and what supports them may name any rule. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const SUPPORT = /\.test\.tsx?$|(^|\/)(node_modules|dist|build|testing|testkit|gallery|\.[^/]+)(\/|$)/;
const sources = globSync(['apps/**/*.{ts,tsx}', 'packages/**/*.{ts,tsx}'], {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|build|\.[^/]+)$/.test(path),
}).filter((path) => !SUPPORT.test(path));

const figured = new Set<string>(
  globSync('packages/detection/src/rules/*/figures.ts', { cwd: root }).map((path) => path.split('/').at(-2)!),
);

const camel = (id: RuleId): string => id.replaceAll(/-./g, ([, letter]) => letter!.toUpperCase());

/** A rule's id in quotes or at the end of an address; identifiers made of it as well, for a rule with all of its parts in its folder. */
function namesOf(id: RuleId): RegExp {
  const quoted = `['"/]${id}['"]`;
  return figured.has(id) ? new RegExp(`${quoted}|${camel(id)}\\w*|rules/${id}/`, 'i') : new RegExp(quoted);
}

const LISTED = 'the list of rules that types and loading ask for';
const PAGE = 'a page of the specification shows this rule by name';
const LISTS = 'its figures have lists';

/** Files that name a rule outside its folder, and the reason for it. */
const ALLOWED: Readonly<Record<RuleId, Readonly<Record<string, string>>>> = {
  'service-account-activity': {
    'apps/server/src/modules/reports/sql/monthlyReport.ts': 'the report shows totals of chosen rules',
    'apps/web/src/app/palette/names.ts': 'the palette offers the names that these figures list',
    'apps/web/src/screens/dashboard/home/Home.tsx': PAGE,
    'apps/web/src/screens/dashboard/service-accounts/ServiceAccounts.tsx': PAGE,
    'packages/contract/src/entities/ruleFigures.ts': LISTS,
  },
  'failed-logons': {
    'apps/server/src/modules/events/sql/figures/failedLogons.ts': 'its figures need pairs and hours',
    'apps/server/src/modules/events/sql/figures/readFigures.ts': 'its figures need pairs and hours',
    'apps/server/src/modules/events/sql/incidentRuns.ts': 'only refused logons have source hosts',
    'apps/server/src/modules/reports/sql/monthlyReport.ts': 'the report shows totals of chosen rules',
    'apps/server/src/platform/http/openApiExamples.ts': 'an example asks for the incidents of a rule',
    'apps/web/src/app/palette/names.ts': 'the palette offers the names that these figures list',
    'apps/web/src/paths.ts': PAGE,
    'apps/web/src/screens/dashboard/failed-logons/FailedLogons.tsx': PAGE,
    'apps/web/src/screens/dashboard/home/Home.tsx': PAGE,
    'apps/web/src/screens/incidents/IncidentPath.tsx': 'only refused logons have source hosts',
    'apps/web/src/screens/incidents/facts.ts': 'only refused logons have source hosts',
    'apps/web/src/screens/marketing/landing/dashboards/LiveDashboards.tsx': PAGE,
    'apps/web/src/screens/marketing/landing/dashboards/TabList.tsx': PAGE,
    'packages/contract/src/entities/ruleFigures.ts': LISTS,
  },
  'interactive-logons': {
    'apps/server/src/modules/reports/sql/monthlyReport.ts': 'the report shows totals of chosen rules',
    'apps/web/src/app/palette/names.ts': 'the palette offers the names that these figures list',
    'apps/web/src/paths.ts': PAGE,
    'apps/web/src/screens/dashboard/home/Home.tsx': PAGE,
    'apps/web/src/screens/dashboard/interactive-logons/InteractiveLogons.tsx': PAGE,
    'apps/web/src/screens/marketing/landing/dashboards/LiveDashboards.tsx': PAGE,
    'apps/web/src/screens/marketing/landing/dashboards/TabList.tsx': PAGE,
    'packages/contract/src/entities/ruleFigures.ts': LISTS,
  },
  'ai-risk': {
    'apps/web/src/screens/dashboard/service-accounts/AiRiskPanel.tsx': PAGE,
    'apps/web/src/screens/dashboard/service-accounts/ServiceAccounts.tsx': 'it places the panel',
  },
  'infrastructure-changes': {
    'apps/server/src/modules/events/sql/incidentRuns.ts': 'a change came from no machine',
    'apps/server/src/modules/reports/sql/monthlyReport.ts': 'the report shows totals of chosen rules',
    'apps/web/src/screens/dashboard/home/Home.tsx': PAGE,
    'apps/web/src/screens/dashboard/infrastructure/Infrastructure.tsx': PAGE,
    'packages/contract/src/entities/ruleFigures.ts': LISTS,
  },
};

/** The two lists that a new rule is entered in. */
const INDEX: Readonly<Record<string, string>> = {
  'packages/detection/src/event.ts': LISTED,
  'packages/detection/src/rules/index.ts': LISTED,
};

describe.each(RULE_IDS)('%s', (id) => {
  const folder = `packages/detection/src/rules/${id}/`;

  test('is named by its folder, the two lists and what has a reason to', () => {
    const found = sources.filter(
      (path) => !path.startsWith(folder) && namesOf(id).test(readFileSync(`${root}${path}`, 'utf8')),
    );
    expect(found.toSorted()).toEqual([...Object.keys(INDEX), ...Object.keys(ALLOWED[id])].toSorted());
  });
});

test('the walk sees the source', () => {
  expect(sources.length).toBeGreaterThan(1_000);
});
