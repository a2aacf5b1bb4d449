import { type CaseTicket, ticketSystemTitles } from '@scout/contract';
import { Time } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';
import { visible } from '../../incidents/rawText.ts';

/** The tickets of a case in other systems: number, link and state. */
export function TicketLines({ tickets }: { tickets: readonly CaseTicket[] }) {
  if (tickets.length === 0) return null;
  return (
    <ul aria-label="Tickets" className="flex max-w-[48ch] flex-col gap-1 text-body text-content-muted">
      {tickets.map((ticket) => (
        <li key={`${ticket.kind} ${ticket.channel}`} className="wrap-anywhere">
          {ticketSystemTitles[ticket.kind]} <Reference ticket={ticket} /> · {stateText(ticket)}
          {ticket.state !== 'open' && (
            <>
              , <Time value={ticket.state_at} timeZone={timeZone} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Reference({ ticket: { reference, url, channel } }: { ticket: CaseTicket }) {
  const text = visible(reference ?? channel);
  if (url === null || !url.startsWith('https://')) return <span className="text-content">{text}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="text-content underline underline-offset-2">
      {text}
    </a>
  );
}

/** For example "resolved by Ada Lovelace". */
const stateText = ({ state, state_by }: CaseTicket): string =>
  state_by === null ? state : `${state} by ${visible(state_by)}`;
