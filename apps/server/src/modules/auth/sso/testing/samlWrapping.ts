import {
  assertionOf,
  inside,
  responseOf,
  type Said,
  sign,
  signatureIn,
  withoutSignature,
} from './samlForger.ts';
import type { SamlKey } from './samlKey.ts';

/** An attack: an honest signature, and another name under it. */
export interface Wrapped {
  readonly said: Said;
  /** The same with the name of the victim. */
  readonly evil: Said;
  readonly key: SamlKey;
}

/** The eight known forms of signature wrapping, each with an ID of its own and with that of the signed element. */
export const wrappings: Readonly<Record<string, (given: Wrapped) => string>> = {
  'XSW1: the signed response inside of the signature of another': (given) => {
    const signed = signedResponse(given);
    const original = withoutSignature(signed);
    return evilResponse(given, inside(signatureIn(signed), original));
  },
  'XSW2: the signed response beside its signature in another': (given) => {
    const signed = signedResponse(given);
    return evilResponse(given, withoutSignature(signed) + signatureIn(signed));
  },
  'XSW3: another assertion before the signed one': (given) =>
    responseOf(given.said, evilAssertion(given) + signedAssertion(given)),
  'XSW3: another assertion after the signed one': (given) =>
    responseOf(given.said, signedAssertion(given) + evilAssertion(given)),
  'XSW3: another assertion with the same ID': (given) =>
    responseOf(given.said, evilAssertion(given, given.said.assertionId) + signedAssertion(given)),
  'XSW4: the signed assertion inside of another': (given) =>
    responseOf(given.said, inside(evilAssertion(given), signedAssertion(given))),
  'XSW5: the signature in another assertion, the signed one after it': (given) => {
    const signed = signedAssertion(given);
    return responseOf(given.said, withSignature(given, signatureIn(signed)) + withoutSignature(signed));
  },
  'XSW6: the signed assertion inside of its signature in another': (given) => {
    const signed = signedAssertion(given);
    const signature = inside(signatureIn(signed), withoutSignature(signed));
    return responseOf(given.said, withSignature(given, signature));
  },
  'XSW6: the same, with the ID of the signed one': (given) => {
    const signed = signedAssertion(given);
    const signature = inside(signatureIn(signed), withoutSignature(signed));
    return responseOf(given.said, withSignature(given, signature, given.said.assertionId));
  },
  'XSW7: another assertion in an extension': (given) =>
    responseOf(
      given.said,
      `<samlp:Extensions>${evilAssertion(given, given.said.assertionId)}</samlp:Extensions>${signedAssertion(given)}`,
    ),
  'XSW8: the signed assertion in an object of the signature in another': (given) => {
    const signed = signedAssertion(given);
    const object = `<ds:Object>${withoutSignature(signed)}</ds:Object>`;
    return responseOf(given.said, withSignature(given, inside(signatureIn(signed), object)));
  },
};

const signedAssertion = ({ said, key }: Wrapped) => sign(assertionOf(said), said.assertionId, key);
const signedResponse = ({ said, key }: Wrapped) =>
  sign(responseOf(said, signedAssertion({ said, evil: said, key })), '_response', key).replace(
    // Of both signatures, that of the response alone.
    /(<saml:Assertion[\s\S]*?)<ds:Signature[\s\S]*?<\/ds:Signature>/,
    '$1',
  );
const evilAssertion = ({ evil }: Wrapped, assertionId = '_evil') => assertionOf({ ...evil, assertionId });
const withSignature = (given: Wrapped, signature: string, id?: string) =>
  evilAssertion(given, id).replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
const evilResponse = (given: Wrapped, more: string) =>
  responseOf(given.evil, evilAssertion(given), '_evil_response').replace(
    '</saml:Issuer>',
    `</saml:Issuer>${more}`,
  );
