import { errors } from '@scout/contract/errors';
import type { CompanyCheck } from './useCompanyCheck.ts';

/** What signing up does to the company, under its field; undefined while nothing is known. */
export function companyHint({ company, joins, admission }: CompanyCheck, isInvited: boolean) {
  if (company === 'join') {
    const name = <strong className="font-medium text-content">{joins}</strong>;
    if (isInvited) return <>You will join {name} once you accept the invitation.</>;
    return admission === 'active' ? (
      <>You will join {name}.</>
    ) : (
      <>You will join {name}. An admin will let you in.</>
    );
  }
  if (company === 'new') {
    return 'A new organization will be created and you will become its admin.';
  }
  return undefined;
}

/** Why this company cannot be chosen, or undefined. */
export function companyProblem({ company }: CompanyCheck): string | undefined {
  return company === 'domain-mismatch' ? errors.domain_mismatch.message : undefined;
}
