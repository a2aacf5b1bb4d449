import { nearestName } from './nearestName.ts';
import { secretSettings } from './secretFiles.ts';
import { settings } from './settings.ts';

/** Variables that other parts of Scout read, in the same environment: builds, releases, development and an agent. */
const OTHERS = [
  'SCOUT_API_URL',
  'SCOUT_BUILD_AGENTS',
  'SCOUT_ENROLMENT_TOKEN',
  'SCOUT_LEFT_OUT',
  'SCOUT_RELEASE',
  'SCOUT_RELEASE_KEY_FILE',
  'SCOUT_SERVER',
  'SCOUT_STATE_DIR',
  'SCOUT_VERSION',
];
/** Variables that Kubernetes sets for each service of a namespace; one may be called scout. */
const OF_KUBERNETES = /^SCOUT_(?:\w+_)?(?:SERVICE_(?:HOST|PORT)|PORT(?:_|$))/;
const known: ReadonlySet<string> = new Set([
  ...Object.keys(settings.shape),
  ...secretSettings.map((name) => `${name}_FILE`),
  ...OTHERS,
]);
const suggested = [...known].filter((name) => name.startsWith('SCOUT_') && !OTHERS.includes(name));

/** A sentence for each variable named SCOUT_… that nothing reads, with the setting it may mean. No sentence has a value. */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter(
      (name) =>
        /^SCOUT_/i.test(name) &&
        !known.has(name) &&
        !name.startsWith('SCOUT_TEST_') &&
        !OF_KUBERNETES.test(name),
    )
    .sort()
    .map((name) => {
      const meant = nearestName(name.toUpperCase(), suggested);
      return meant === undefined
        ? `${name} is not a setting and is ignored; docs/settings.md lists all settings`
        : `${name} is not a setting and is ignored; did you mean ${meant}?`;
    });
}
