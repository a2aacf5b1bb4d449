import { contract } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeAsMember } from '../../auth/index.ts';
import { implementCall } from '../services.ts';
import { listSavedViews, removeSavedView, saveView } from '../sql/savedViews.ts';

export const savedViews = implementCall(contract.savedViews, async (_input, { tx, member }) => ({
  views: await listSavedViews(tx, member),
}));

export const savedViewsSave = implementCall(contract.savedViewsSave, (view, context) =>
  changeAsMember(context, async ({ tx, tenantId, userId, actor, now }) => {
    if (!(await saveView(tx, { tenantId, userId, email: actor }, view, now)))
      throw new Refusal('saved_view_limit');
    return { views: await listSavedViews(tx, { tenantId, userId }) };
  }),
);

export const savedViewsRemove = implementCall(contract.savedViewsRemove, (view, context) =>
  changeAsMember(context, async ({ tx, tenantId, userId }) => {
    await removeSavedView(tx, { tenantId, userId }, view);
    return { views: await listSavedViews(tx, { tenantId, userId }) };
  }),
);
