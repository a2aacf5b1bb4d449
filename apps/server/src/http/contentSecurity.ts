import { createHash } from 'node:crypto';

/**
 * An inline script: what lies between its tags is hashed to the byte. Scripts with src are covered by 'self'; structured
 * data is never run.
 */
const inlineScript = /<script(?![^>]*\ssrc\s*=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/gi;
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/gi;

/** `'sha256-…'` sources for the inline scripts or styles of built pages, each once, in a fixed order. */
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
 * The content security policy: this origin only. Inline scripts of the built pages are allowed by their hash, so that
 * 'unsafe-inline' is not; no third-party request is possible.
 * @param https whether people reach the server by HTTPS; only then may a browser be told to insist on it
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
