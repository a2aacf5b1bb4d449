import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, inlineHashes } from './contentSecurity.ts';

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('inlineHashes', () => {
  it('hashes the exact bytes between the tags', () => {
    const page = '<script> a("é");\n</script><SCRIPT type="module" async="">import "/x.js";</SCRIPT>';
    expect(inlineHashes([page], 'script')).toEqual([sha(' a("é");\n'), sha('import "/x.js";')].sort());
  });

  it('omits external scripts, and counts equal ones once', () => {
    const page = '<script type="module" src="/assets/a.js"></script><script>b</script>';
    expect(inlineHashes([page, page], 'script')).toEqual([sha('b')]);
  });

  it('omits structured data, which is never run', () => {
    const page = '<script type="application/ld+json">{"@type":"Organization"}</script><script>b</script>';
    expect(inlineHashes([page], 'script')).toEqual([sha('b')]);
  });

  it('hashes styles separately from scripts', () => {
    const page = '<style media="print">p{}</style><script>s</script>';
    expect(inlineHashes([page], 'style')).toEqual([sha('p{}')]);
  });
});

describe('contentSecurityPolicy', () => {
  it('names this origin only and never allows inline code in general', () => {
    const policy = contentSecurityPolicy(['<script>s</script>'], false);
    expect(policy['script-src']).toEqual(["'self'", sha('s')]);
    expect(JSON.stringify(policy)).not.toMatch(/unsafe|https?:|\*/);
    expect(policy).not.toHaveProperty('upgrade-insecure-requests');
    expect(contentSecurityPolicy([], true)).toHaveProperty('upgrade-insecure-requests');
  });
});
