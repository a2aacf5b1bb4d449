import type { ConfigurationChange, ConfigurationProblem } from '@scout/contract';
import { audit } from '../../../platform/database/audit.ts';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { lockMemberships } from '../../auth/index.ts';
import type { OperatorServices } from '../services.ts';
import { requireTenant } from '../sql/tenants.ts';
import { type ReadConfiguration, readConfiguration } from './parse.ts';
import { bounded, sentence } from './problems.ts';
import type { Reference, SectionName } from './schema.ts';
import type { ApplyWork, PrepareWork, Section } from './section.ts';
import { sections } from './sections/index.ts';

interface Outcome {
  readonly problems: ConfigurationProblem[];
  readonly changes: ConfigurationChange[];
  readonly applied: boolean;
}

interface Given {
  readonly text: string;
  /** Values by `env NAME` or `file PATH`. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Everything is tried, and nothing stored. */
  readonly plan: boolean;
}

/** Ends a transaction without storing anything. */
class NothingStored extends Error {
  override name = 'NothingStored';
}

/**
 * Changes an organization to what a file says, in one transaction: entirely or, with problems, not at all.
 * @throws Refusal not_found when there is no such organization
 */
export async function applyConfiguration(
  app: OperatorServices,
  tenantId: string,
  { text, secrets, plan }: Given,
): Promise<Outcome> {
  await withRole(app.pool, { role: 'scout_operator' }, (tx) => requireTenant(tx, tenantId));
  const read = readConfiguration(text);
  if ('problems' in read) return { problems: read.problems, changes: [], applied: false };
  const noted = notes(read);
  const common: PrepareWork = {
    app,
    tenantId,
    secrets: { valueOf: (reference) => secrets[keyOf(reference)] },
    problem: noted.problem,
    attempt: noted.attempt,
  };
  const prepared = new Map<SectionName, unknown>();
  for (const section of named(read)) {
    prepared.set(section.name, await section.prepare?.(common, read.wanted[section.name]));
  }
  let applied = false;
  try {
    await withRole(app.pool, { role: 'scout_admin', tenantId }, async (tx, client) => {
      // Changes of the organization by people wait, as they do for each other.
      await lockMemberships(tx, tenantId, {});
      const work: ApplyWork = { ...common, ...changeWork(app, tx, tenantId), client, changed: noted.changed };
      for (const section of named(read))
        await section.apply(work, read.wanted[section.name], prepared.get(section.name));
      if (plan || noted.problems.length > 0 || noted.changes.length === 0) throw new NothingStored();
      await work.log({ action: 'configuration_applied', details: { changes: noted.changes.length } });
    });
    applied = true;
  } catch (error) {
    if (!(error instanceof NothingStored)) throw error;
  }
  return { problems: bounded(noted.problems), changes: noted.changes, applied };
}

/** A section whose parts take what `sections` has for it. */
type AnySection = Omit<Section<SectionName>, 'prepare' | 'apply'> & {
  prepare?(work: PrepareWork, wanted: unknown): Promise<unknown>;
  apply(work: ApplyWork, wanted: unknown, prepared: unknown): Promise<void>;
};

/** The sections that a file has. */
const named = ({ wanted }: ReadConfiguration): AnySection[] =>
  (sections as readonly unknown[] as readonly AnySection[]).filter(({ name }) => wanted[name] !== undefined);

const keyOf = (reference: Reference): string =>
  'env' in reference ? `env ${reference.env}` : `file ${reference.file}`;

function changeWork(app: OperatorServices, tx: Transaction, tenantId: string) {
  const actor = 'operator';
  return {
    tx,
    tenantId,
    userId: actor,
    now: new Date(app.clock.now()),
    actor,
    log: (entry: Parameters<ApplyWork['log']>[0]) => audit(tx, { tenantId, actor, ...entry }),
  };
}

/** Collects what differs, and what is wrong. */
function notes(read: ReadConfiguration) {
  const problems: ConfigurationProblem[] = [];
  const changes: ConfigurationChange[] = [];
  const problem: ApplyWork['problem'] = (path, message) => {
    problems.push({ ...read.placeOf(path), message: sentence(path, message) });
  };
  const changed: ApplyWork['changed'] = (sign, subject, text = '') => {
    changes.push({ sign, subject, text });
  };
  const attempt: ApplyWork['attempt'] = async (path, run) => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problem(path, error.message);
      return undefined;
    }
  };
  return { problems, changes, problem, changed, attempt };
}
