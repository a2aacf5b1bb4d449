import { companyEmailProblem, type MemberStatus } from '@scout/contract';
import { useRef, useState } from 'react';
import { codeOf, messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { accountExists } from './signUp.ts';

/** What the server says of an address and a company name while they are filled in. */
export interface CompanyCheck {
  /** Said of the address: nobody can sign up with it. */
  emailProblem: string | null;
  company: 'new' | 'join' | 'domain-mismatch' | null;
  /** The name of the company to join; fills the field and locks it. */
  joins: string | null;
  /** What joining means; null unless there is a company to join. */
  admission: MemberStatus | null;
  /** Another company may be founded at this domain instead. */
  optional: boolean;
}

interface Question {
  email: string;
  companyName: string;
  /** The company of the domain was offered and is not the person's. */
  otherCompany: boolean;
}

const nothing: CompanyCheck = {
  emailProblem: null,
  company: null,
  joins: null,
  admission: null,
  optional: false,
};

/** Asks about an address when its field is left, and about a company name when that is. */
export function useCompanyCheck() {
  const [check, setCheck] = useState(nothing);
  const latest = useRef(0);

  /** Resolves to the answer, or null when it failed or another question was asked since. A failure is silent: sign-up checks again. */
  async function ask({ email, companyName, otherCompany }: Question): Promise<CompanyCheck | null> {
    latest.current += 1;
    const asked = latest.current;
    if (companyEmailProblem(email) !== undefined) {
      setCheck(nothing);
      return null;
    }
    const company_name = companyName.trim();
    const next = await Promise.all([
      api.checkEmailExists({ email }),
      api.signupLookup({
        email,
        ...(company_name !== '' && { company_name }),
        other_company: otherCompany,
      }),
    ]).then(
      ([{ exists }, { company_name: joins, ...found }]): CompanyCheck =>
        exists ? { ...nothing, emailProblem: accountExists } : { emailProblem: null, joins, ...found },
      // The server knows more mail providers than this page does.
      (error: unknown) =>
        codeOf(error) === 'invalid_input' ? { ...nothing, emailProblem: messageOf(error) } : null,
    );
    if (next === null || asked !== latest.current) return null;
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
