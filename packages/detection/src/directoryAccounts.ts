import type { Naming } from './naming.ts';

/** An account of a directory, as far as it tells whether programs use it. */
export interface DirectoryIdentity {
  readonly name: string;
  readonly kind: 'user' | 'msa' | 'gmsa' | 'dmsa' | 'trust';
  readonly sid: string | null;
  /** True with service principal names. */
  readonly has_services: boolean;
  /** Distinguished name. */
  readonly dn: string;
}

/** The account of a domain's controllers, by the end of its identifier. */
const KRBTGT = /^S-1-5-21-.{1,100}-502$/;
/** Units of a distinguished name. */
const UNITS = /(?:^|(?<!\\),)OU=((?:\\.|[^,\\]){1,256})/gis;
/**
 * Units for service accounts, in the languages of Windows' larger markets. A unit called only Services or Service Users may be a department.
 */
const FOR_SERVICES =
  /(?:service|svc|srvc?|dienst)[ _.-]*(?:acc(?:oun)?ts?|konten|konto|ids?)(?!\p{L})|(?:comptes?|cuentas?|contas?|accounts?)[ _.-]+d[ei][ _.-]+servi[zcç]/iu;

/** Names of the units that an entry is in, the innermost first. */
export const unitsOf = (dn: string): string[] => [...dn.matchAll(UNITS)].map(([, unit]) => unit!);

/**
 * Evidence that accounts of one name in directories are a service account: the organization's names, or Windows' management, service
 * principal names or a unit for service accounts. Undefined without any.
 */
export function directoryEvidence(
  found: readonly DirectoryIdentity[],
  naming: Pick<Naming, 'isServiceAccount'>,
): 'name' | 'directory' | undefined {
  const counted = found.filter(({ kind, sid }) => kind !== 'trust' && !KRBTGT.test(sid ?? ''));
  const [first] = counted;
  if (first === undefined) return undefined;
  if (naming.isServiceAccount(first.name)) return 'name';
  return counted.some(isService) ? 'directory' : undefined;
}

function isService({ kind, has_services, dn }: DirectoryIdentity): boolean {
  if (kind !== 'user' || has_services) return true;
  return unitsOf(dn).some((unit) => FOR_SERVICES.test(unit));
}
