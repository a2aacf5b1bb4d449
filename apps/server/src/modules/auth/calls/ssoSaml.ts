import { contract } from '@scout/contract';
import { signedInPerson } from '../calling/signedInPerson.ts';
import { implementCall } from '../services.ts';
import { createSamlSso } from '../sso/changeSso.ts';

export const ssoSamlCreate = implementCall(
  contract.ssoSamlCreate,
  async ({ password, ...given }, context) => {
    const { app, member } = context;
    await app.rates.consume('ssoPerOrganization', member.tenantId);
    await app.passwords.requirePassword(await signedInPerson(context), password);
    return createSamlSso(context, given);
  },
);
