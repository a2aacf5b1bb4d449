import { type Note, REDACTED, type Replaced } from './span.ts';

/** A secret of a record, and what stands for it elsewhere in the record. */
export interface Found {
  readonly text: string;
  readonly by: string;
  /** True: only where no letter or digit is beside it, so that a short secret does not cut other words. */
  readonly isWord: boolean;
}

/** Maximum secrets of a record that are looked for elsewhere in it. */
const MOST = 32;
/** A longer secret is no part of another word by chance. */
const TELLING = 8;
/** A shorter secret is only removed together with the text before it, and as an argument of its own. */
const LEAST = 4;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char]!);

/** Collects what is replaced in a record, for {@link withoutFound}. */
export function findings(found: Found[]): Note {
  return (replaced) => {
    if (found.length >= 3 * MOST) return;
    const { before, text, by } = replaced;
    found.push({ text: before + text, by: before + by, isWord: false });
    const secret = secretOf(replaced);
    if (secret !== text) found.push({ text, by, isWord: text.length < TELLING });
    if (secret !== '')
      found.push({
        text: secret,
        by: by.includes(REDACTED) ? REDACTED : by,
        isWord: secret.length < TELLING,
      });
  };
}

/** What the replacement stands for, without an option before it (`-Phunter2`) and without quotes around it. */
function secretOf({ text, by }: Replaced): string {
  const at = by.indexOf(REDACTED);
  if (at === -1) return text;
  const [prefix, suffix] = [by.slice(0, at), by.slice(at + REDACTED.length)];
  const isKept =
    text.startsWith(prefix) && text.endsWith(suffix) && text.length > prefix.length + suffix.length;
  const own = isKept ? text.slice(prefix.length, text.length - suffix.length) : text;
  return /^(\\?["'])([\s\S]+)\1$/.exec(own)?.[2] ?? own;
}

/**
 * A record without the secrets that were found in some of its fields, in all of its texts: as they are, and escaped as in XML and in
 * JSON. A field whose whole value equals a secret stays, because an account's name may be its password; an argument does not.
 */
export function withoutFound(value: unknown, found: readonly Found[]): unknown {
  const longestFirst = [...found].sort((a, b) => b.text.length - a.text.length);
  const forms = longestFirst.flatMap(formsOf);
  const secrets = new Set(found.map(({ text }) => text));
  const clean = (text: string): string => forms.reduce((left, form) => form(left), text);
  const visit = (node: unknown, isArgument: boolean): unknown => {
    if (typeof node === 'string') {
      if (secrets.has(node)) return isArgument ? REDACTED : node;
      return clean(node);
    }
    if (Array.isArray(node)) return node.map((inner) => visit(inner, true));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, visit(inner, false)]));
  };
  return visit(value, false);
}

/** Replaces a secret, in each of the ways in which it may be written. */
function formsOf({ text, by, isWord }: Found): ((within: string) => string)[] {
  if (text.length < LEAST) return [];
  const inJson = (plain: string): string => JSON.stringify(plain).slice(1, -1);
  const written = new Map([
    [text, by],
    [escapeXml(text), escapeXml(by)],
    [inJson(text), inJson(by)],
    [inJson(escapeXml(text)), inJson(escapeXml(by))],
  ]);
  return [...written].map(([secret, mark]) => (within) => {
    if (!within.includes(secret)) return within;
    return isWord ? replaceWord(within, secret, mark) : within.replaceAll(secret, () => mark);
  });
}

const WORD = /[\p{L}\p{N}_]/u;

/** Replaces a text where it stands alone. Linear: each place is looked at once. */
function replaceWord(within: string, secret: string, mark: string): string {
  let result = '';
  let kept = 0;
  for (let at = within.indexOf(secret); at !== -1; at = within.indexOf(secret, at + secret.length)) {
    const end = at + secret.length;
    if (WORD.test(within[at - 1] ?? '') || WORD.test(within[end] ?? '')) continue;
    result += within.slice(kept, at) + mark;
    kept = end;
  }
  return result + within.slice(kept);
}
