import type { FastifyInstance } from 'fastify';
import { registerCallback, registerLogout, registerMetadata, registerResponse } from './calls/ssoProvider.ts';
import type { AuthServices } from './services.ts';

export { registerCalls } from './calling/routes.ts';
export * as calls from './calls/index.ts';
export { createSignIn } from './createSignIn.ts';
export { openAuthStore } from './database.ts';
export { createKeyring } from './keyring.ts';
export { prepareKeyring } from './prepareKeyring.ts';
export { createRates } from './rates.ts';
export type { AuthServices } from './services.ts';
export { createSamlReader } from './sso/saml/reader.ts';

/** Registers its routes beside the calls of the router. */
export function routes(app: FastifyInstance, services: AuthServices): void {
  registerCallback(app, services);
  registerLogout(app, services);
  registerResponse(app, services);
  registerMetadata(app, services);
}
