import type { Draw } from './draw.ts';

/**
 * Naming schemes of a bank. Those of accounts and servers are recommended or criticized by vendors' and administrators' naming
 * guides: a prefix, an application, a role; a site and an environment in letters; names of gods; only numbers.
 */
const SUBJECTS =
  'payments ledger swift sepa cards loans mortgage treasury risk aml kyc crm portal ebanking mobile atm fraud dwh reporting billing hr payroll archive dms mailgate scan print clearing custody fx trading pricing limits collateral rating tax audit statement notify sms sign vault onboarding leasing savings deposit giro check branch cashier safe insurance pension broker market quote settlement recon match feed gateway cache search index stream queue jobs etl bi cube planning budget purchase assets fleet facility badge camera telephony'.split(
    ' ',
  );
const QUALIFIERS = ['', '', '', 'core', 'eu', 'us', 'retail', 'corp', 'api', 'web', '2', 'neo'] as const;
const ROLES = 'web batch etl mon rpt app sql agent int sync load api job read pool'.split(' ');
const GODS =
  'orion hermes apollo athena ares zeus hera thor odin loki freya atlas juno vesta mars pluto titan rhea gaia nike'.split(
    ' ',
  );
const FIRST =
  'anna ben carla david emma felix greta hans ida jonas klara lukas mia nils olga paul quirin rosa sven tina uwe vera wim xenia yan zoe'.split(
    ' ',
  );
const LAST =
  'keller weber braun hofer lange krause vogel busch seidel arnold otto haas graf stein wolf sommer winter kern brandt horn lorenz ernst pohl engel thiel sauer beck frank jahn roth'.split(
    ' ',
  );

export type Env = 'prod' | 'uat' | 'test' | 'dev';

/** Unique application names. */
export function appNames(draw: Draw, count: number): string[] {
  const names = new Set<string>();
  for (let round = 0; names.size < count; round += 1) {
    const name = `${draw.pick(SUBJECTS)}${draw.pick(QUALIFIERS)}`;
    names.add(names.has(name) ? `${name}${2 + (round % 97)}` : name);
  }
  return [...names];
}

export function roleName(draw: Draw): string {
  return draw.pick(ROLES);
}

export const PERSON_SCHEMES = { 'f.last': 40, 'first.last': 20, lastf: 20, staff: 20 } as const;
export type PersonScheme = keyof typeof PERSON_SCHEMES;

/** A person's account name, numbered if taken. */
export function personName(scheme: PersonScheme, draw: Draw, taken: Set<string>): string {
  const [first, last] = [draw.pick(FIRST), draw.pick(LAST)];
  const base = {
    'f.last': `${first[0]}.${last}`,
    'first.last': `${first}.${last}`,
    lastf: `${last}${first[0]}`,
    staff: `${first[0]}${last[0]}${draw.between(10_000, 99_999)}`,
  }[scheme];
  let name = base;
  for (let i = 2; taken.has(name); i += 1) name = `${base}${i}`;
  taken.add(name);
  return name;
}

/** Naming schemes of service accounts, weighted by the number of applications; the default rules recognize the first four. */
export const ACCOUNT_SCHEMES = {
  'svc.': 26,
  svc_: 12,
  'SVC-': 7,
  'service.': 6,
  sa_: 13,
  's-': 6,
  suffix: 8,
  number: 5,
  tier: 5,
  gmsa: 12,
  robot: 4,
  plain: 4,
} as const;
export type AccountScheme = keyof typeof ACCOUNT_SCHEMES;

const ENV_SUFFIX: Readonly<Record<Env, string>> = { prod: '', uat: 'u', test: 't', dev: 'd' };

/** An account's name; a group managed service account ends with `$`, like a machine. */
export function accountName(
  scheme: AccountScheme,
  app: string,
  role: string,
  env: Env,
  serial: number,
): string {
  const tail = ENV_SUFFIX[env];
  switch (scheme) {
    case 'svc.':
      return `svc.${app}.${role}${tail === '' ? '' : `.${env}`}`;
    case 'svc_':
      return `svc_${app}_${role}${tail === '' ? '' : `_${env}`}`;
    case 'SVC-':
      return `SVC-${app.toUpperCase()}-${role.toUpperCase()}${tail.toUpperCase()}`;
    case 'service.':
      return `service.${app}${tail}.${role}`;
    case 'sa_':
      return `sa_${app}_${role}${tail}`;
    case 's-':
      return `s-${app}-${role}${tail === '' ? '' : `-${tail}`}`;
    case 'suffix':
      return `${app}${tail}_${role}`;
    case 'number':
      return `a${tail}${71_000 + serial}`;
    case 'tier':
      return `T${env === 'prod' ? 0 : 2}-${app}-${role}${tail}`;
    case 'gmsa':
      return `gm_${app.slice(0, 7)}${role.slice(0, 3)}${tail}$`;
    case 'robot':
      return `rpa-${app}-${String(serial % 90).padStart(2, '0')}${tail}`;
    case 'plain':
      return `${app}${role}${tail}`;
  }
}

export const SERVER_SCHEMES = { prefix: 40, middle: 14, site: 22, number: 14, god: 10 } as const;
export type ServerScheme = keyof typeof SERVER_SCHEMES;

const ENV_PREFIX: Readonly<Record<Env, string>> = { prod: 'PRD', uat: 'UAT', test: 'TST', dev: 'DEV' };
const ENV_LETTER: Readonly<Record<Env, string>> = { prod: 'P', uat: 'U', test: 'T', dev: 'D' };

/** A server's name, unique and with at most 15 characters, as required by NetBIOS. */
export function serverName(
  scheme: ServerScheme,
  app: string,
  role: 'AP' | 'DB',
  env: Env,
  taken: Set<string>,
  draw: Draw,
): string {
  const kind = role === 'DB' ? 'SQL' : 'APP';
  const short = app.toUpperCase().slice(0, 5);
  for (let n = draw.between(1, 9); ; n += 1) {
    const serial = String(n).padStart(2, '0');
    const name = (() => {
      switch (scheme) {
        case 'prefix':
          return `${ENV_PREFIX[env]}-${short.slice(0, 4)}${kind}${serial}`;
        case 'middle':
          return `${short}-${ENV_PREFIX[env]}${role}${serial}`;
        case 'site':
          return `DEFRA${ENV_LETTER[env]}${role}${String(1000 + draw.between(0, 8999))}`;
        case 'number':
          return `SRV${String(draw.between(10_000, 99_999))}`;
        case 'god':
          return `${draw.pick(GODS).toUpperCase()}${role}${n}${ENV_LETTER[env]}`;
      }
    })();
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

export const WORKSTATION_SCHEMES = {
  'FIN-LAPTOP': 22,
  'WS-': 30,
  'DESKTOP-': 14,
  'L-': 18,
  BR: 16,
} as const;
export type WorkstationScheme = keyof typeof WORKSTATION_SCHEMES;

export function workstationName(scheme: WorkstationScheme, draw: Draw, taken: Set<string>): string {
  for (;;) {
    const name =
      scheme === 'BR'
        ? `BR${String(draw.between(1, 180)).padStart(3, '0')}-PC${String(draw.between(1, 40)).padStart(2, '0')}`
        : scheme === 'DESKTOP-'
          ? `DESKTOP-${draw
              .between(36 ** 6, 36 ** 7 - 1)
              .toString(36)
              .toUpperCase()}`
          : `${scheme}${draw.between(100, 99_999)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}
