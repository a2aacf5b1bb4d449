import { limits } from '@scout/contract';
import { ProviderProblem } from '../problems.ts';
import type { Expected } from './response.ts';
import { childrenOf, ns, textIn, type XmlElement } from './xml.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const SKEW_MS = limits.sso.skewSeconds * 1000;

/**
 * Verifies for whom, from whom, for which sign-in and when a signed assertion counts.
 * @returns the time from which it no longer does
 * @throws ProviderProblem
 */
export function requireBinding(assertion: XmlElement, expected: Expected): number {
  const { issuer, audience, now } = expected;
  if (assertion.namespaceURI !== ns.assertion || assertion.localName !== 'Assertion')
    throw new ProviderProblem('The response has no assertion.');
  if (assertion.getAttribute('Version') !== '2.0' || assertion.getAttribute('ID') === '')
    throw new ProviderProblem('The assertion is not of SAML 2.0.');
  if (textIn(one(assertion, 'Issuer')) !== issuer)
    throw new ProviderProblem('The assertion is of another provider (Issuer).');
  const conditions = one(assertion, 'Conditions');
  requireTime(conditions, now);
  const restrictions = childrenOf(conditions, ns.assertion, 'AudienceRestriction');
  const isForUs = (restriction: XmlElement) =>
    childrenOf(restriction, ns.assertion, 'Audience').some((each) => textIn(each) === audience);
  if (restrictions.length === 0 || !restrictions.every(isForUs))
    throw new ProviderProblem('The assertion is for another application (Audience).');
  const [statement] = childrenOf(assertion, ns.assertion, 'AuthnStatement');
  if (!statement) throw new ProviderProblem('The assertion does not say that the person signed in.');
  const ended = statement.getAttribute('SessionNotOnOrAfter');
  if (ended !== '' && !isBefore(now - SKEW_MS, ended)) throw expired();
  return requireConfirmation(assertion, expected);
}

/** One confirmation must hold entirely. */
function requireConfirmation(assertion: XmlElement, { acsUrl, requestId, now }: Expected): number {
  const bearers = childrenOf(one(assertion, 'Subject'), ns.assertion, 'SubjectConfirmation')
    .filter((each) => each.getAttribute('Method') === BEARER)
    .flatMap((each) => childrenOf(each, ns.assertion, 'SubjectConfirmationData'));
  const [data, another] = bearers;
  if (!data || another) throw new ProviderProblem('The assertion does not have exactly one bearer.');
  if (data.getAttribute('Recipient') !== acsUrl)
    throw new ProviderProblem('The assertion is for another address (Recipient).');
  if (data.getAttribute('InResponseTo') !== requestId)
    throw new ProviderProblem('The assertion is not for this sign-in (InResponseTo).');
  requireTime(data, now);
  const until = Date.parse(data.getAttribute('NotOnOrAfter'));
  if (Number.isNaN(until)) throw new ProviderProblem('The assertion has no end (NotOnOrAfter).');
  return until + SKEW_MS;
}

function requireTime(element: XmlElement, now: number): void {
  const [from, until] = [element.getAttribute('NotBefore'), element.getAttribute('NotOnOrAfter')];
  if (from !== '' && !(Date.parse(from) <= now + SKEW_MS))
    throw new ProviderProblem('The assertion is not valid yet. Compare the clocks of both servers.');
  if (until !== '' && !isBefore(now - SKEW_MS, until)) throw expired();
}

const isBefore = (time: number, end: string) => time < Date.parse(end);

const expired = () => new ProviderProblem('The assertion has expired. Compare the clocks of both servers.');

/** The only element of this name directly below another. */
export function one(element: XmlElement, name: string): XmlElement {
  const [first, second] = childrenOf(element, ns.assertion, name);
  if (!first || second) throw new ProviderProblem(`The assertion does not have exactly one ${name}.`);
  return first;
}
