import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { useIsAdmin } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { toast } from '../../../shell/toast.tsx';

interface PurchaseButtonProps {
  /** The operator lets the organization purchase. */
  mayPurchase: boolean;
  /** The offer, where no checkout can begin. */
  children: ReactNode;
}

/** Begins a checkout at the payment provider, where that is possible; elsewhere the offer. */
export function PurchaseButton({ mayPurchase, children }: PurchaseButtonProps) {
  const isAdmin = useIsAdmin();
  const checkout = useQuery({
    ...query.checkout.queryOptions({ input: {} }),
    enabled: mayPurchase && isAdmin,
  });
  const start = useMutation({
    mutationFn: (opened: Window | null) =>
      api.checkoutStart({}).then(
        ({ url }) => (opened ?? window).location.assign(url),
        (error: unknown) => {
          opened?.close();
          throw error;
        },
      ),
    onError: (error) => toast.error('The checkout did not begin', messageOf(error)),
  });
  if (!checkout.data?.is_available) return children;
  return (
    <ActionButton
      command="Purchase a subscription"
      access="admin"
      variant="primary"
      busy={start.isPending}
      onClick={() => start.mutate(openTab())}
    >
      Purchase Subscription
    </ActionButton>
  );
}

/** A tab of its own, so that the session goes on in this one; opened at once, as browsers let no later one open. Null: not permitted. */
function openTab(): Window | null {
  const opened = window.open('about:blank', '_blank');
  if (opened) opened.opener = null;
  return opened;
}
