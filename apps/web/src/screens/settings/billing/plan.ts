import { limits } from '@scout/contract';

export interface Plan {
  name: string;
  price: string;
  period: string;
  status: 'active' | 'inactive';
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** The plan of an organization (spec section 4, subscription). */
export function planOf(isSubscribed: boolean): Plan {
  return isSubscribed
    ? {
        name: limits.plan.name,
        price: dollars.format(limits.plan.pricePerMonth),
        period: 'monthly',
        status: 'active',
      }
    : { name: 'Demo', price: dollars.format(0), period: 'N/A', status: 'inactive' };
}
