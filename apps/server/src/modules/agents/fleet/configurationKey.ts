import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

/** An organization's key for the configurations of its machines (Ed25519), which never signs a release. Both parts are base64. */
export interface ConfigurationKeyPair {
  /** SPKI. */
  readonly publicKey: string;
  /** PKCS #8. */
  readonly privateKey: string;
}

export function newConfigurationKey(): ConfigurationKeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}

/** Signs documents with a private part; signatures are base64. */
export function configurationSigner(privateKey: string): (document: string) => string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  return (document) => sign(null, Buffer.from(document), key).toString('base64');
}
