import type { NormalisedRow } from '@scout/detection';
import { account, addressOf, appOf, ordinaryDays } from './organization.ts';
import { at, rowMaker } from './rows.ts';

const AES = '0x12';
const MACHINES = 60;
const PEOPLE = 30;

export type TicketMaker = ReturnType<typeof ticketMaker>;

/** Rows of domain controllers. */
export function ticketMaker(maker = rowMaker()) {
  const from = (source: string) => ({
    system_context_computer_name: 'DC01',
    source_host: source,
    status: '0x0',
  });
  return {
    maker,
    /** 4769: somebody asks for a ticket for a service. */
    service: (
      time: number,
      requester: string,
      service: string,
      source: string,
      cipher = AES,
      details: string | null = null,
    ): NormalisedRow =>
      maker.make(4769, time, {
        target_user_name: `${requester}@NORTHWIND.LOCAL`,
        service_name: service,
        ticket_encryption: cipher,
        ticket_details: details,
        ...from(source),
      }),
    /** 4768: somebody asks for the first ticket of an account. */
    first: (
      time: number,
      requester: string,
      source: string,
      details = 'pre-authentication: 2',
      cipher = AES,
    ): NormalisedRow =>
      maker.make(4768, time, {
        target_user_name: requester,
        service_name: 'krbtgt',
        ticket_encryption: cipher,
        ticket_details: details,
        ...from(source),
      }),
  };
}

/** The address of a person's machine. */
export const deskOf = (p: number): string => `10.60.0.${p + 1}`;

/**
 * An ordinary organization with its tickets: accounts ask for the service of their database and for machines, people for three services
 * of the company, and machines and controllers for each other.
 * @param times of the traffic of machines
 */
export function ordinaryTickets(
  days: readonly number[],
  tickets: TicketMaker,
  { accounts = 40, times = 1 } = {},
): NormalisedRow[] {
  const rows = ordinaryDays(days, { maker: tickets.maker });
  for (const day of days) {
    for (let n = 0; n < accounts; n += 1) {
      const time = at(day, 1 + (n % 5), n);
      rows.push(tickets.first(time, account(n), addressOf(n)));
      rows.push(tickets.service(time + 500, account(n), account((n + 7) % accounts), addressOf(n)));
      rows.push(tickets.service(time + 600, account(n), `${appOf(n)}$`, addressOf(n)));
    }
    for (let p = 0; p < PEOPLE; p += 1) {
      rows.push(tickets.first(at(day, 8, p), `p${p}`, deskOf(p)));
      for (let s = 0; s < 3; s += 1)
        rows.push(tickets.service(at(day, 9, p), `p${p}`, account(s), deskOf(p)));
    }
    for (let round = 0; round < times; round += 1)
      for (let m = 0; m < MACHINES; m += 1) {
        const time = at(day, (m + round) % 24, m % 60);
        const source = `10.70.${round}.${m + 1}`;
        rows.push(tickets.first(time, `SRV-${round}-${m}$`, source));
        for (let s = 0; s < 4; s += 1) {
          const service =
            s === 0 ? account((m + day + round) % accounts) : `SRV-${round}-${(m + s) % MACHINES}$`;
          rows.push(tickets.service(time + s, `SRV-${round}-${m}$`, service, source));
        }
        // A controller asks for whatever its clients ask for.
        rows.push(tickets.service(time + 9, 'DC01$', account(m % accounts), '10.0.0.1'));
      }
  }
  return rows;
}
