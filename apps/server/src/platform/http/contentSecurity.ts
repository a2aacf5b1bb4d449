import { createHash } from 'node:crypto';

/** An inline script: its exact content is hashed. Scripts with src are covered by 'self'; structured data is never executed. */
const inlineScript = /<script(?![^>]*\ssrc\s*=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/gi;
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/gi;

/** Unique `'sha256-…'` sources of inline scripts or styles in built pages, in a fixed order. */
export function inlineHashes(pages: readonly string[], kind: 'script' | 'style'): string[] {
  const pattern = kind === 'script' ? inlineScript : inlineStyle;
  const hashes = pages.flatMap((html) =>
    Array.from(
      html.matchAll(pattern),
      ([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`,
    ),
  );
  return [...new Set(hashes)].sort();
}

/**
 * The content security policy: this origin only. Inline scripts of built pages are allowed by hash, without 'unsafe-inline'; no
 * third-party request is possible.
 * @param https true if people reach the server by HTTPS; only then may browsers be told to require it
 */
export function contentSecurityPolicy(pages: readonly string[], https: boolean): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineHashes(pages, 'script')],
    'style-src': ["'self'", ...inlineHashes(pages, 'style')],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(https && { 'upgrade-insecure-requests': [] }),
  };
}
