import { randomUUID } from 'node:crypto';
import { accessKinds, type CallName, contract } from '@scout/contract';
import type { Random } from '@scout/detection/simulation/random';
import { DAY } from '@scout/detection/time';
import { clientOf, type TestClient } from '../as.ts';
import { COSTLY_PATTERNS, costlySettings } from './costly.ts';
import type { Pool } from './values.ts';

/** Kinds of callers: one for each proof, and one with a forged proof. */
export const callerKinds = ['visitor', 'member', 'admin', 'agent', 'operator', 'forger'] as const;
export type CallerKind = (typeof callerKinds)[number];

/** Callers that belong to the organization. */
const people = ['admin', 'member', 'agent'] as const;
/** Refusals of an admin after which the organization counts as closed: some calls refuse for other reasons. */
const PATIENCE = 20;

/** Server state required by the callers of a run. */
export interface Target {
  readonly url: string;
  readonly operatorToken: string;
}

const PASSWORD = 'a password of the hostile run';
const WORDS = [
  '0',
  '1',
  '5',
  '50',
  '2',
  'true',
  'false',
  'x',
  'svc.billing',
  'PRD-SQL01',
  'Northwind',
  'failed-logons',
  '4625',
  'UTC',
  'Europe/Zurich',
  'linux',
  'windows 10.0 x64',
  '0.1.0',
  'password',
  'a password of a person',
  '000000',
  'DELETE',
  'application/json',
  'TXT',
];

/** The people and machines of one organization, who sign in or enroll again after a request has locked them out. */
export class Callers {
  readonly #target: Target;
  readonly #operator: TestClient;
  readonly #domain = `hostile-${randomUUID()}.example`;
  readonly #bearers = new Map<CallerKind, string>();
  readonly #stale = new Set<CallerKind>(people);
  #tenantId = '';
  /** The organization that is being created: cases that run at once share it. */
  #founding: Promise<void> | undefined;
  /** Organizations so far: each has other settings. */
  #founded = 0;
  #refusals = 0;
  #words: string[] = [];
  /** Last batch number of the current agent. */
  #batch = 0;

  private constructor(target: Target) {
    this.#target = target;
    this.#operator = clientOf(target, target.operatorToken);
    this.#bearers
      .set('visitor', '')
      .set('operator', target.operatorToken)
      .set('forger', 'eyJhbGciOiJub25lIn0.e30.');
  }

  static async create(target: Target): Promise<Callers> {
    const callers = new Callers(target);
    await callers.#found();
    return callers;
  }

  /** The bearer text of a kind of caller, created or renewed if needed. */
  async bearerOf(kind: CallerKind): Promise<string> {
    await this.#founding;
    if (this.#stale.delete(kind)) await this.#renew(kind);
    return this.#bearers.get(kind) ?? '';
  }

  /** Processes a response: unknown callers are renewed, and an organization that has locked out its own people is replaced. */
  heard(kind: CallerKind, name: CallName | undefined, status: number): void {
    if (kind !== 'member' && kind !== 'admin' && kind !== 'agent') return;
    if (status === 401) this.#stale.add(kind);
    if (status !== 403 || kind !== 'admin' || name === undefined) return;
    if (!accessKinds[contract[name]['~orpc'].meta.access].membership) return;
    this.#refusals += 1;
    if (this.#refusals <= PATIENCE) return;
    this.#tenantId = '';
    for (const lost of people) this.#stale.add(lost);
  }

  /** A caller for a call: usually a permitted one. */
  choose(name: CallName | undefined, random: Random): CallerKind {
    if (name === undefined || random.chance(0.25)) return random.pick(callerKinds);
    const rule = accessKinds[contract[name]['~orpc'].meta.access];
    if (rule.proof === 'jwt') return rule.admin ? 'admin' : random.pick(['member', 'admin'] as const);
    return rule.proof === 'none' ? random.pick(['visitor', 'visitor', 'admin'] as const) : rule.proof;
  }

  /** Texts known to the server. */
  get pool(): Pool {
    return this.#words;
  }

  nextBatch(): number {
    this.#batch += 1;
    return this.#batch;
  }

  async #found(): Promise<void> {
    const { tenant_id } = await this.#operator.api.operatorTenantsCreate({
      company_name: `Hostile ${randomUUID()}`,
      is_subscribed: true,
    });
    this.#tenantId = tenant_id;
    this.#refusals = 0;
    const admin = await this.#introduce('admin', tenant_id);
    await this.#introduce('member', tenant_id);
    await this.#introduce('agent', tenant_id);
    const shapes = Object.values(COSTLY_PATTERNS);
    await clientOf(this.#target, admin).api.detectionSettingsSave({
      version: 0,
      settings: costlySettings(shapes[this.#founded % shapes.length]!),
    });
    this.#founded += 1;
  }

  async #renew(kind: CallerKind): Promise<void> {
    if (this.#tenantId === '') {
      this.#founding ??= this.#found().finally(() => {
        this.#founding = undefined;
      });
      return this.#founding;
    }
    await this.#introduce(kind, this.#tenantId);
  }

  /** A new person or agent of an organization, which another case may replace meanwhile: then its proof is not kept. */
  async #introduce(kind: CallerKind, tenantId: string): Promise<string> {
    const bearer = kind === 'agent' ? await this.#enrol(tenantId) : await this.#join(kind, tenantId);
    if (tenantId === this.#tenantId) {
      this.#stale.delete(kind);
      this.#bearers.set(kind, bearer);
      if (kind === 'agent') this.#batch = 0;
      await this.#learn();
    }
    return bearer;
  }

  async #join(kind: CallerKind, tenantId: string): Promise<string> {
    const email = `${kind}-${randomUUID()}@${this.#domain}`;
    await this.#operator.api.operatorUsersCreate({
      tenant_id: tenantId,
      email,
      password: PASSWORD,
      admin: kind === 'admin',
    });
    const { session } = await clientOf(this.#target).api.authToken({
      query: { grant_type: 'password' },
      body: { email, password: PASSWORD },
    });
    this.#words.push(email);
    return session.access_token;
  }

  async #enrol(tenantId: string): Promise<string> {
    const { token } = await this.#operator.api.operatorEnrolmentsCreate({ tenant_id: tenantId });
    const { agent_id, credential } = await clientOf(this.#target).api.agentEnrol({
      token,
      machine_id: randomUUID(),
      host: 'PRD-SQL01',
      platform: 'windows 10.0.20348 x64',
      version: '0.1.0',
    });
    this.#words.push(agent_id, token);
    return credential;
  }

  /** Collects the newest names and ids, and those of stored events. */
  async #learn(): Promise<void> {
    const own = this.#words.filter((word) => !WORDS.includes(word)).slice(-30);
    const admin = clientOf(this.#target, this.#bearers.get('admin') ?? '');
    const found = await admin.api.incidents({ rule: 'failed-logons', limit: 5 }).catch(() => undefined);
    const now = Date.now();
    this.#words = [
      ...new Set([
        ...WORDS,
        ...own,
        ...(found?.incidents.map(({ id }) => id) ?? []),
        ...(found?.next ? [found.next] : []),
        this.#tenantId,
        randomUUID(),
        `nobody@${this.#domain}`,
        new Date(now).toISOString(),
        new Date(now - DAY).toISOString(),
        new Date(now).toISOString().slice(0, 10),
        '2026-01-01T00:00:00+02:00',
      ]),
    ];
  }
}
