import { use } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router';

/** Whether this document is a prerendered public page; the application's documents all start from the shell. */
export function usePublicPage(): boolean {
  return use(FrameworkContext)?.isSpaMode === false;
}

/** The one script of a public page, in the place of the router's own. */
export function EntryScript() {
  const manifest = use(FrameworkContext)!.manifest;
  return (
    <>
      {manifest.entry.imports.map((part) => (
        <link key={part} rel="modulepreload" href={part} />
      ))}
      {manifest.hmr?.runtime && <script type="module" src={manifest.hmr.runtime} />}
      <script type="module" src={manifest.entry.module} />
    </>
  );
}
