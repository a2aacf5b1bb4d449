import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What an authenticator does otherwise than a right one. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  /** False: the user only touched it. */
  readonly userVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly credentialId?: string;
  readonly type?: string;
}

interface Options {
  readonly challenge: string;
}

/** A software authenticator with one ES256 key and no attestation. */
export function createAuthenticator(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let handle: string | undefined;

  const clientData = (type: string, { challenge }: Options, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(deviation: Deviation, attested = Buffer.alloc(0)) {
    counter = deviation.counter ?? counter + 1;
    const data = Buffer.alloc(37);
    createHash('sha256')
      .update(deviation.rpId ?? hostname)
      .digest()
      .copy(data);
    data[32] = 0x01 | (deviation.userVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0);
    data.writeUInt32BE(counter, 33);
    return Buffer.concat([data, attested]);
  }

  return {
    /** Answers the options of a registration. */
    create(options: Options & { user: { id: string } }, deviation: Deviation = {}) {
      handle = options.user.id;
      const { x, y } = publicKey.export({ format: 'jwk' });
      // COSE: EC2, ES256, P-256, and the point.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x!, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y!, 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = authenticatorData(deviation, attested);
      // CBOR: { fmt: 'none', attStmt: {}, authData: bytes }.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options, deviation).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** Answers the options of a sign-in. */
    get(options: Options, deviation: Deviation = {}) {
      const client = clientData('webauthn.get', options, deviation);
      const data = authenticatorData(deviation);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const name = deviation.credentialId ?? id.toString('base64url');
      return {
        id: name,
        rawId: name,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: deviation.userHandle ?? handle,
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
