import { type ComponentType, createContext, createElement, type ReactNode, use } from 'react';
import type { IslandName } from './islands.ts';

/**
 * Renders an island as a React tree of its own, so that the ids in its HTML are those that the browser makes when it
 * hydrates that tree alone. Provided by entry.server.tsx, which keeps the server's renderer out of the browser.
 */
export const IslandRenderer = createContext<((island: ReactNode, identifierPrefix: string) => string) | null>(
  null,
);

interface IslandProps<Props extends object> {
  /** Its line in islands.ts; once on a page. */
  name: IslandName;
  /** The default export of the island's module. Left out: nothing of it is prerendered, `children` hold its place. */
  component?: ComponentType<Props>;
  /** Plain data: they travel as JSON. */
  props?: Props;
  className?: string;
  /** What stands there until the island has come; as large as the island, so that nothing moves. */
  children?: ReactNode;
}

/** A part of a public page that comes to life in the browser, by its own script, while the page around it stays HTML. */
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

/** Keeps the ids of several islands on one page apart. */
export const islandPrefix = (name: string) => `${name}-`;
