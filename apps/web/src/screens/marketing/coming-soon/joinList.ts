import { mailingListMessages } from '@scout/contract/validation/mailingList';
import { CallFailure, callPublicly } from '../../../api/publicCall.ts';

/** The result for an address. */
export type Joined = { joined: true } | { joined: false; message: string };

/** The page's result for each error code of the server (spec section 8). */
const byCode: Record<string, Joined> = {
  // The address is already on the list, which counts as success.
  '23505': { joined: true },
  '42501': { joined: false, message: mailingListMessages.denied },
  '42P01': { joined: false, message: mailingListMessages.tableMissing },
  rate_limited: { joined: false, message: mailingListMessages.tooMany },
};

/** Puts an address on the mailing list. */
export async function joinList(
  email: string,
  signs: { website: string; elapsed_ms: number },
): Promise<Joined> {
  try {
    await callPublicly('mailingList', { email, ...signs });
    return { joined: true };
  } catch (error) {
    const failure = error instanceof CallFailure ? error : new CallFailure(null, String(error));
    return (
      byCode[failure.code ?? ''] ?? { joined: false, message: mailingListMessages.other(failure.message) }
    );
  }
}
