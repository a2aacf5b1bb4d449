import type { MetaDescriptor } from 'react-router';

/** A route's `meta` export: the tab title, '{screen} | Scout'. */
export function titled(screen: string): () => MetaDescriptor[] {
  return () => [{ title: `${screen} | Scout` }];
}
