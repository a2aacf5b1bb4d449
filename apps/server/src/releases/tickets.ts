import { createHmac, randomBytes } from 'node:crypto';

const FORM = /^[A-Za-z0-9_-]{43}$/;

/** A new link's secret: 256 random bits. */
export const newTicket = (): string => randomBytes(32).toString('base64url');

export const isTicket = (text: string): boolean => FORM.test(text);

/**
 * The enrolment token of a link. It follows from the link and a key of the server, so that a download that was cut can be
 * resumed with the same bytes although neither is kept.
 */
export const tokenOfTicket = (key: Buffer, ticket: string): string =>
  `scout_enrol_${createHmac('sha256', key).update(ticket).digest('base64url')}`;
