import type { MetaDescriptor, Params } from 'react-router';

/** A route's `meta` export: the tab title, '{screen} | Scout'. A screen of many things is named by its address's parameters. */
export function titled(screen: string | ((params: Params) => string)) {
  return ({ params }: { params: Params }): MetaDescriptor[] => [
    { title: `${typeof screen === 'string' ? screen : screen(params)} | Scout` },
  ];
}
