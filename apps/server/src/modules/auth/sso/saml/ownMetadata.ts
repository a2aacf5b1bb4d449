import type { samlAddressesOf } from '../addresses.ts';

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** This server's metadata for an organization's provider. @param certificate in DER as base64 */
export function ownMetadata(
  { entity_id, acs_url }: ReturnType<typeof samlAddressesOf>,
  certificate: string,
): string {
  const keyFor = (use: string, methods = '') => `
    <KeyDescriptor use="${use}">
      <ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${methods}
    </KeyDescriptor>`;
  const methods = [
    'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  ]
    .map((method) => `\n      <EncryptionMethod Algorithm="${method}"/>`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escaped(entity_id)}">
  <SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keyFor('signing')}${keyFor('encryption', methods)}
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(acs_url)}" index="0" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}
