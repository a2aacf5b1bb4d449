import { type ComponentType, createContext, createElement, type ReactNode, use } from 'react';

/** A separately hydrated part of a public page; app/islands.ts maps each name to its module. */
export type IslandName =
  | 'hero'
  | 'dashboards'
  | 'industries'
  | 'detection'
  | 'early-access'
  | 'return-home'
  | 'contact'
  | 'launch-countdown'
  | 'notify'
  | 'contact-widget';

export interface IslandEntry {
  /** The module whose default export is the island. */
  load: () => Promise<{ default: ComponentType<never> }>;
  /**
   * Time of loading its script: `soon` once the page has loaded and the browser is idle (forms); `visible` once the visitor has
   * scrolled near it; `touched` once it is hovered, focused or pressed (the press is replayed).
   */
  when: 'soon' | 'visible' | 'touched';
}

/**
 * Renders an island as a separate React tree, so that its generated ids match those of the browser, which hydrates it separately.
 * Provided by entry.server.tsx, which keeps the server renderer out of the browser.
 */
export const IslandRenderer = createContext<((island: ReactNode, identifierPrefix: string) => string) | null>(
  null,
);

interface IslandProps<Props extends object> {
  /** Unique on a page. */
  name: IslandName;
  /** The default export of the island's module. Without it nothing is prerendered, and `children` reserve its space. */
  component?: ComponentType<Props>;
  /** Serialized as JSON. */
  props?: Props;
  className?: string;
  /** The placeholder until the island is mounted; of the same size, to avoid layout shift. */
  children?: ReactNode;
}

/** An interactive part of a public page, hydrated by its own script while the rest of the page stays HTML. */
export function Island<Props extends object>({
  name,
  component,
  props,
  className,
  children,
}: IslandProps<Props>) {
  const render = use(IslandRenderer);
  const place = { className, 'data-island': name, 'data-props': props && JSON.stringify(props) };
  if (!component || !render) return <div {...place}>{children}</div>;
  const html = render(createElement(component, (props ?? {}) as Props), islandPrefix(name));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output.
  return <div {...place} data-prerendered="" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Makes the generated ids of several islands on a page unique. */
export const islandPrefix = (name: string) => `${name}-`;
