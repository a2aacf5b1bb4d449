import type { NormalisedRow } from '@scout/detection';
import type { Weakness } from '../fold/tickets.ts';
import { at } from './rows.ts';
import { ticketMaker } from './tickets.ts';

const AES_OFFERED = 'AES256-CTS-HMAC-SHA1-96 AES128-CTS-HMAC-SHA1-96 RC4-HMAC-NT';
const RC4_OFFERED = 'RC4-HMAC-NT RC4-HMAC-OLD';

/** A generated bank in which some accounts, some clients and one controller still need RC4, and what is true of it. */
export type Rc4Bank = { rows: NormalisedRow[]; truth: Set<string> };

/** Identity of a use: account, requester, client and cause. */
export const useKey = (account: string, requester: string | null, client: string, cause: Weakness): string =>
  JSON.stringify([account, requester, client, cause]);

/**
 * Thirty days of service accounts that ask for each other's tickets. Each account has AES keys or none, and an attribute that allows AES or
 * not; each client offers AES or not; one of two controllers lacks the update that tells any of it. The ticket follows from these, as a
 * controller decides: AES if all three allow it.
 *
 * @param random from 0 to 1
 */
export function rc4Bank(random: () => number, accounts = 120): Rc4Bank {
  const tickets = ticketMaker();
  const rows: NormalisedRow[] = [];
  const truth = new Set<string>();
  const chance = (share: number) => random() < share;
  const all = Array.from({ length: accounts }, (_, n) => ({
    name: `svc.app${n}`,
    client: `10.1.${Math.floor(n / 200)}.${(n % 200) + 1}`,
    hasAes: !chance(0.08),
    allows: chance(0.9),
    offers: !chance(0.06),
    isUpdated: !chance(0.1),
  }));
  for (let day = 0; day < 30; day += 1)
    for (const [n, who] of all.entries()) {
      const time = at(day, 1 + (n % 20), n % 60);
      const service = all[(n * 7 + (day % 3) * 11 + 1) % accounts]!;
      const offered = `client: ${who.offers ? AES_OFFERED : RC4_OFFERED}`;
      const of = (words: string, { allows, hasAes }: typeof who) =>
        `${words}: ${allows ? '0x1f' : '0x27'} keys ${hasAes ? 'AES-SHA1, RC4' : 'RC4'}`;
      const causeOf = ({ hasAes, allows }: typeof who): Weakness | null => {
        const cause = !hasAes ? 'no-key' : !who.offers ? 'client' : allows ? null : 'not-allowed';
        return cause !== null && !who.isUpdated ? 'unknown' : cause;
      };
      // The first ticket is proved with the best key that both have; the attribute counts for services alone.
      const first = causeOf({ ...who, allows: true });
      const proof = first === null ? '0x12' : '0x17';
      rows.push(
        tickets.first(
          time,
          who.name,
          who.client,
          who.isUpdated
            ? `pre-authentication: 2; pre-authentication key: ${proof}; ${of('account', who)}; ${offered}`
            : 'pre-authentication: 2',
          who.isUpdated && who.offers ? '0x12' : proof,
        ),
      );
      if (first !== null) truth.add(useKey(who.name, null, who.client, first));
      const cause = causeOf({ ...who, hasAes: service.hasAes, allows: service.allows });
      rows.push(
        tickets.service(
          time + 900,
          who.name,
          service.name,
          who.client,
          cause === null ? '0x12' : '0x17',
          who.isUpdated ? `session key: 0x12; ${of('service', service)}; ${offered}` : null,
        ),
      );
      if (cause !== null) truth.add(useKey(service.name, who.name, who.client, cause));
      rows.push(tickets.service(time + 950, who.name, `SRV${n}$`, who.client));
    }
  return { rows, truth };
}
