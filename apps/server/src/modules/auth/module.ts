export { registerCalls } from './calling/routes.ts';
export * as calls from './calls/index.ts';
export { createSignIn } from './createSignIn.ts';
export { openAuthStore } from './database.ts';
export { createKeyring } from './keyring.ts';
export { prepareKeyring } from './prepareKeyring.ts';
export { createRates } from './rates.ts';
export type { AuthServices } from './services.ts';
