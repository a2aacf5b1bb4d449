import { distance } from 'fastest-levenshtein';
import { secretSettings } from './secretFiles.ts';
import { settings } from './settings.ts';

/** Variables of Scout that are no settings of the server: of its commands, the agent, releases and tests. */
const OF_OTHERS = new Set([
  'SCOUT_AGENT_NOTICES',
  'SCOUT_AGENT_VERSION',
  'SCOUT_API_URL',
  'SCOUT_BUILD_AGENTS',
  'SCOUT_ENROLMENT_TOKEN',
  'SCOUT_LEFT_OUT',
  'SCOUT_RELEASE',
  'SCOUT_SERVER',
  'SCOUT_STATE_DIR',
  'SCOUT_VERSION',
]);
/** Kubernetes gives every container the addresses of its services, one of which may be called scout. */
const OF_KUBERNETES = /^SCOUT_(?:\w+_)?(?:SERVICE_(?:HOST|PORT)|PORT(?:_|$))/;

const KNOWN = new Set([...Object.keys(settings.shape), ...secretSettings.map((name) => `${name}_FILE`)]);

/** Up to this many letters differ between a setting and a misspelt one: two neighbors exchanged are two. */
const MISSPELT = 2;
/** Names of other programs are only compared with settings of at least this length, and of the same beginning. */
const LEAST = 8;

/** A sentence for each variable that looks like a setting of the server and is none. Values are never named. */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => !KNOWN.has(name))
    .sort()
    .flatMap((name) => {
      const nearest = nearestTo(name);
      const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
      if (name.startsWith('SCOUT_'))
        return OF_OTHERS.has(name) || name.startsWith('SCOUT_TEST_') || OF_KUBERNETES.test(name)
          ? []
          : [`${name} is not a setting of Scout and has no effect.${meant}`];
      return nearest === undefined || nearest.length < LEAST || nearest[0] !== name[0]
        ? []
        : [`${name} is not a setting of Scout and has no effect.${meant}`];
    });
}

function nearestTo(name: string): string | undefined {
  let nearest: string | undefined;
  let least = MISSPELT + 1;
  for (const known of KNOWN) {
    if (Math.abs(known.length - name.length) > MISSPELT) continue;
    const differing = distance(known, name);
    if (differing < least) [nearest, least] = [known, differing];
  }
  return nearest;
}
