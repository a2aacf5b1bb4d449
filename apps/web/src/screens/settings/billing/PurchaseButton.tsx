import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { useIsAdmin } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { toast } from '../../../shell/toast.tsx';

interface PurchaseButtonProps {
  /** True when the operator permits the organization to purchase. */
  mayPurchase: boolean;
  /** The offer, if no checkout can be started. */
  children: ReactNode;
}

/** Starts a checkout at the payment provider if possible; otherwise shows the offer. */
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
    onError: (error) => toast.error('The checkout did not start', messageOf(error)),
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

/** Opens a separate tab, so that this one keeps its session; immediately, because browsers block a later one. Null: blocked. */
function openTab(): Window | null {
  const opened = window.open('about:blank', '_blank');
  if (opened) opened.opener = null;
  return opened;
}
