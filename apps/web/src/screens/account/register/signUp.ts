import { companyEmailMessages, errors, type SignUpFields } from '@scout/contract';
import { codeOf, messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';

/** The message for an address that already has a user (spec sections 5 and 8). */
export const accountExists = errors.email_exists.message;

/** Signs up. Resolves to true when the address still has to be confirmed. */
export async function signUp(fields: SignUpFields): Promise<{ needsConfirmation: boolean }> {
  const { email, password, first_name, last_name, company_name } = fields;
  const { user } = await api.authSignup({ email, password, data: { first_name, last_name, company_name } });
  return { needsConfirmation: user.email_confirmed_at === null };
}

/** The message for a failed sign-up (spec section 8), and its field, if any. */
export function signUpFailure(error: unknown): { field: 'email' | 'password' | null; message: string } {
  const message = messageOf(error);
  if (codeOf(error) === 'email_exists' || /already (registered|exists)/i.test(message)) {
    return { field: 'email', message: accountExists };
  }
  if (codeOf(error) === 'common_password') return { field: 'password', message };
  if (codeOf(error) === 'domain_mismatch' || message === companyEmailMessages.personal) {
    return { field: 'email', message };
  }
  const isWorded = codeOf(error) !== null && codeOf(error) !== 'internal' && codeOf(error) !== 'http_error';
  return { field: null, message: isWorded ? message : 'Registration failed. Please try again.' };
}
