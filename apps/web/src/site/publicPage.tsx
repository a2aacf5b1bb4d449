import { use } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router';

/** True in a prerendered public page; the application's documents all start from the shell. */
export function usePublicPage(): boolean {
  return use(FrameworkContext)?.isSpaMode === false;
}

/** The only script of a public page, instead of the router's. */
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
