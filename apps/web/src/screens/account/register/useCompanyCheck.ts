import { companyEmailProblem, type MemberStatus } from '@scout/contract';
import { useRef, useState } from 'react';
import { codeOf, messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { accountExists } from './signUp.ts';

/** The server's checks of an address and a company name while they are filled in. */
export interface CompanyCheck {
  /** Reason why the address cannot be used to sign up. */
  emailProblem: string | null;
  company: 'new' | 'join' | 'domain-mismatch' | null;
  /** The name of the company to join; fills the field and locks it. */
  joins: string | null;
  /** Joining instructions; null without a company to join. */
  admission: MemberStatus | null;
  /** True when the domain permits founding another company. */
  optional: boolean;
}

interface Question {
  email: string;
  companyName: string;
  /** True when the person declined the company of the domain. */
  otherCompany: boolean;
}

const nothing: CompanyCheck = {
  emailProblem: null,
  company: null,
  joins: null,
  admission: null,
  optional: false,
};

/** Checks the address and the company name when their fields lose the focus. */
export function useCompanyCheck() {
  const [check, setCheck] = useState(nothing);
  const latest = useRef(0);

  /** Resolves to the response, or null if the call failed or a newer one was started. Failures are ignored, because sign-up checks again. */
  async function ask({ email, companyName, otherCompany }: Question): Promise<CompanyCheck | null> {
    latest.current += 1;
    const sequence = latest.current;
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
    if (next === null || sequence !== latest.current) return null;
    setCheck(next);
    return next;
  }

  /** Clears the result when the address changes. */
  function forget() {
    latest.current += 1;
    setCheck(nothing);
  }

  /** Clears the result when the company name changes. */
  function forgetCompany() {
    latest.current += 1;
    setCheck(({ emailProblem }) => ({ ...nothing, emailProblem }));
  }

  return { check, ask, forget, forgetCompany };
}
