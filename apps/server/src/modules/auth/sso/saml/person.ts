import { emailRule, limits } from '@scout/contract';
import { groupsIn } from '../groupsToRole.ts';
import { ProviderProblem } from '../problems.ts';
import { type ProvenPerson, textOf } from '../provider.ts';
import { one } from './assertion.ts';
import { allBelow, childrenOf, ns, textIn, type XmlElement } from './xml.ts';

/** A person with the assertion that proves them, which counts once. */
export interface ProvenAssertion extends ProvenPerson {
  readonly assertionId: string;
  /** Milliseconds of the time from which the assertion no longer counts. */
  readonly validUntil: number;
}

const FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** Names of attributes, by the first that came: as providers call them, and as LDAP numbers them. */
const attributes = {
  email: ['email', 'mail', `${CLAIMS}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  firstName: ['givenName', 'firstName', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'],
  lastName: ['surname', 'sn', 'lastName', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'],
  groups: ['groups', 'memberOf', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
} as const;

/** Names by which providers report a second factor: those of Entra ID and AD FS, and of the profile of REFEDS. */
const METHODS = 'http://schemas.microsoft.com/claims/authnmethodsreferences';
const SECOND_FACTORS = [
  'http://schemas.microsoft.com/claims/multipleauthn',
  'https://refeds.org/profile/mfa',
];

/** The person in a signed assertion. @throws ProviderProblem */
export function personIn(assertion: XmlElement): Omit<ProvenAssertion, 'assertionId' | 'validUntil'> {
  const name = one(one(assertion, 'Subject'), 'NameID');
  const format = name.getAttribute('Format');
  if (format === TRANSIENT)
    throw new ProviderProblem(
      'The name of the person changes with each sign-in (NameID, transient). Use persistent.',
    );
  const subject = textOf(textIn(name)) ?? '';
  const values = attributesIn(assertion);
  const first = (names: readonly string[]) =>
    names.flatMap((each) => values.get(each.toLowerCase()) ?? []).find((each) => textOf(each) !== null) ??
    null;
  const isAddress = format === FORMAT || emailRule.safeParse(subject).success;
  const contexts = allBelow(assertion, ns.assertion, 'AuthnContextClassRef').map(textIn);
  const methods = [...contexts, ...(values.get(METHODS) ?? [])];
  return {
    subject,
    sid: null,
    email: first(attributes.email) ?? (isAddress ? subject : null),
    emailVerified: null,
    firstName: first(attributes.firstName) ?? '',
    lastName: first(attributes.lastName) ?? '',
    groups: groupsIn(attributes.groups.map((each) => values.get(each.toLowerCase())).find(Boolean)),
    secondFactor: methods.some((each) => SECOND_FACTORS.includes(each)),
    claims: ['NameID', ...values.keys()]
      .filter((each) => textOf(each) !== null)
      .slice(0, limits.sso.claimsListed)
      .map((each) => each.slice(0, 60)),
  };
}

/** Values of each attribute, by its name in lower case. */
function attributesIn(assertion: XmlElement): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, ns.assertion, 'AttributeStatement'))
    for (const attribute of childrenOf(statement, ns.assertion, 'Attribute')) {
      const name = attribute.getAttribute('Name').toLowerCase();
      const found = childrenOf(attribute, ns.assertion, 'AttributeValue').map(textIn);
      values.set(name, [...(values.get(name) ?? []), ...found]);
    }
  return values;
}
