import { companyEmailProblem } from '@scout/contract';
import { useRef, useState } from 'react';
import { api } from '../../../session/current.ts';
import { accountExists } from './signUp.ts';

/** What the server says of an address and a company name while they are filled in. */
export interface CompanyCheck {
  /** Said of the address: an account exists. Nobody can sign up with it. */
  emailProblem: string | null;
  company: 'new' | 'join' | 'domain-mismatch' | null;
  /** The name of the company to join; fills the field and locks it. */
  joins: string | null;
}

const nothing: CompanyCheck = { emailProblem: null, company: null, joins: null };

/** Asks about an address when its field is left, and about a company name when that is. */
export function useCompanyCheck() {
  const [check, setCheck] = useState(nothing);
  const latest = useRef(0);

  /** Resolves to the answer, or null when it failed or another question was asked since. A failure is silent: sign-up checks again. */
  async function ask(email: string, companyName: string): Promise<CompanyCheck | null> {
    latest.current += 1;
    const asked = latest.current;
    if (companyEmailProblem(email) !== undefined) {
      setCheck(nothing);
      return null;
    }
    const company_name = companyName.trim();
    const answers = await Promise.all([
      api.checkEmailExists({ email }),
      api.signupLookup({ email, ...(company_name !== '' && { company_name }) }),
    ]).catch(() => null);
    if (answers === null || asked !== latest.current) return null;
    const [{ exists }, found] = answers;
    const next: CompanyCheck = exists
      ? { emailProblem: accountExists, company: null, joins: null }
      : { emailProblem: null, company: found.company, joins: found.company_name };
    setCheck(next);
    return next;
  }

  /** The address changes: what was said of it no longer holds. */
  function forget() {
    latest.current += 1;
    setCheck(nothing);
  }

  /** The company's name changes. */
  function forgetCompany() {
    latest.current += 1;
    setCheck(({ emailProblem }) => ({ ...nothing, emailProblem }));
  }

  return { check, ask, forget, forgetCompany };
}
