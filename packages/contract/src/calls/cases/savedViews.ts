import { declareCall } from '../../call.ts';
import { savedView } from '../../entities/savedView.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const all = z.object({ views: z.array(savedView).max(limits.savedViews.most) });

/** The caller's own saved views, by name. */
export const savedViews = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  method: 'GET',
  path: '/api/v1/saved-views',
  summary: 'Own saved views of lists',
  tag: 'Cases',
  input: z.object({}),
  output: all,
});

/** Saves a view for the caller alone; one of the same page and name is replaced. */
export const savedViewsSave = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  method: 'POST',
  path: '/api/v1/saved-views',
  summary: 'Save a view of a list',
  tag: 'Cases',
  input: savedView,
  output: all,
  errors: ['saved_view_limit'],
});

/** Removes a view of the caller's own. Harmless when repeated. */
export const savedViewsRemove = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  method: 'POST',
  path: '/api/v1/saved-views/remove',
  summary: 'Remove a saved view',
  tag: 'Cases',
  input: savedView.pick({ page: true, name: true }),
  output: all,
});
