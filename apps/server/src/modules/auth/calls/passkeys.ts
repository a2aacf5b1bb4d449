import { contract } from '@scout/contract';
import { callerOf } from '../../../platform/http/caller.ts';
import { signedInPerson } from '../calling/signedInPerson.ts';
import { implementCall } from '../services.ts';

export const authPasskeysList = implementCall(contract.authPasskeysList, (_input, { app, claims }) =>
  app.passkeys.list(claims.sub),
);

export const authPasskeysAddOptions = implementCall(
  contract.authPasskeysAddOptions,
  async ({ current_password }, context) =>
    context.app.passkeys.addOptions(await signedInPerson(context), current_password),
);

export const authPasskeysAdd = implementCall(
  contract.authPasskeysAdd,
  async ({ friendly_name, credential }, context) => {
    const { app, claims } = context;
    const owner = await signedInPerson(context);
    const { passkey, recoveryCodes } = await app.passkeys.add(
      owner,
      friendly_name,
      credential,
      callerOf(context),
    );
    const user = await app.users.userOf(claims);
    if (!user) throw new Error('The user was deleted meanwhile');
    return {
      passkey,
      session: await app.sessions.issueToken(claims.sub, claims.session_id),
      user,
      ...(recoveryCodes && { recovery_codes: recoveryCodes }),
    };
  },
);

export const authPasskeysRename = implementCall(
  contract.authPasskeysRename,
  async ({ id, friendly_name }, context) =>
    context.app.passkeys.rename(await signedInPerson(context), id, friendly_name, callerOf(context)),
);

export const authPasskeysRemove = implementCall(
  contract.authPasskeysRemove,
  async ({ id, current_password }, context) => {
    const owner = await signedInPerson(context);
    await context.app.passkeys.remove(owner, id, current_password, callerOf(context));
    return { id };
  },
);

export const authPasskeysProveOptions = implementCall(
  contract.authPasskeysProveOptions,
  async (_input, context) => context.app.passkeySignIn.proveOptions(await signedInPerson(context)),
);

export const authPasskeysProve = implementCall(
  contract.authPasskeysProve,
  async ({ credential }, context) => {
    const { app, claims } = context;
    const owner = await signedInPerson(context);
    await app.passkeySignIn.prove(owner, credential, callerOf(context));
    const user = await app.users.userOf(claims);
    if (!user) throw new Error('The user was deleted meanwhile');
    return { session: await app.sessions.issueToken(claims.sub, claims.session_id), user };
  },
);

export const authPasskeySignInOptions = implementCall(
  contract.authPasskeySignInOptions,
  async (_input, context) => {
    const { options, cookie } = await context.app.passkeySignIn.signInOptions(callerOf(context));
    context.setHeader('set-cookie', [cookie]);
    return options;
  },
);

export const authPasskeySignIn = implementCall(
  contract.authPasskeySignIn,
  async ({ credential }, context) => {
    const { session, user, cookies } = await context.app.passkeySignIn.signIn(credential, callerOf(context));
    context.setHeader('set-cookie', cookies);
    return { session, user };
  },
);
