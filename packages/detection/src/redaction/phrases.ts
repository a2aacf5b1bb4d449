import { REDACTED, type Span } from './span.ts';

/** A quote, optionally escaped as in a quoted word or in JSON. */
const QUOTE = String.raw`(?:\\?["'])`;
/** Extends to the closing quote, or to a blank without an opening one; `OPEN` is the group that may hold the quote. */
const inQuotes = (open: string) => String.raw`(?<secret>(?:(?!\k<${open}>)[^\r\n]){1,2048})`;

const pattern = (source: string): RegExp => new RegExp(source, 'dgi');

/**
 * Phrases with an obvious secret in any program: HTTP headers, SQL statements, constructors of credentials. The group `secret` is
 * replaced. Each quantifier is bounded, so that a search takes linear time.
 */
const PHRASES: readonly RegExp[] = [
  // Authorization: Bearer x. The scheme stays.
  pattern(
    String.raw`authorization${QUOTE}?\s{0,4}[:=]\s{0,4}${QUOTE}?(?:(?:bearer|basic|digest|negotiate|ntlm|token|apikey)\s{1,4})?(?<secret>[^\s"'\\;}]{1,8192})`,
  ),
  pattern(String.raw`\bbearer\s{1,4}(?<secret>[a-z0-9._~+/-]{16,8192}=*)`),
  // A cookie header extends to the closing quote.
  pattern(String.raw`(?<open>["'])cookie:\s{0,4}${inQuotes('open')}`),
  // SQL.
  pattern(
    String.raw`\bidentified\s{1,8}(?:with\s{1,8}\w{1,64}\s{1,8})?(?:by|as)\s{1,8}(?:password\s{1,8})?(?<open>\\?["'])${inQuotes('open')}`,
  ),
  pattern(String.raw`\bidentified\s{1,8}by\s{1,8}(?!password\b)(?<secret>[^\s"'\\;,]{1,256})`),
  pattern(String.raw`\bpassword\s{0,4}[\s(]\s{0,4}(?<open>')${inQuotes('open')}`),
  pattern(
    String.raw`\bset\s{1,8}password\s{1,8}for\s{1,8}\S{1,128}\s{0,8}=\s{0,8}(?<open>')${inQuotes('open')}`,
  ),
  pattern(String.raw`\bpragma\s{1,8}(?:re)?key\s{0,4}=\s{0,4}(?<open>')${inQuotes('open')}`),
  // PowerShell and .NET.
  pattern(
    String.raw`(?:network|ps)credential\]?(?:::new)?\s{0,4}\(\s{0,4}\\?["'](?:[^"'\\]|\\(?!["'])){0,256}\\?["']\s{0,4},\s{0,4}(?<open>\\?["'])${inQuotes('open')}`,
  ),
  // A variable for a secret; a path or an address is none.
  pattern(
    String.raw`\$p\s{0,4}=\s{0,4}(?<open>\\?["'])(?![a-z]:\\|\\\\|\.|https?:)(?=[^"'\r\n]{4})${inQuotes('open')}`,
  ),
  pattern(String.raw`\bsetpassword\s{0,4}\(\s{0,4}(?<open>\\?["'])${inQuotes('open')}`),
  // WebLogic's scripting.
  pattern(
    String.raw`\bconnect\s{0,4}\(\s{0,4}\\?["'][^"'\\]{0,256}\\?["']\s{0,4},\s{0,4}(?<open>\\?["'])${inQuotes('open')}`,
  ),
  // Hashes that work like passwords.
  pattern('/(?:ntlm|rc4|aes128|aes256)[:=](?<secret>[0-9a-f]{32,64})'),
  pattern(String.raw`(?<open>["'])(?<secret>[^"'|]{1,256})\k<open>\s{0,8}\|\s{0,8}ConvertTo-SecureString`),
  pattern(
    String.raw`["'][\w.:-]{0,64}(?:pass(?:word|wd|phrase)?|pwd|secret|token)[\w.:-]{0,16}["']\s{0,4},\s{0,4}(?<open>["'])${inQuotes('open')}`,
  ),
  // Input that a script types at a prompt.
  pattern(String.raw`\bsend\s{1,4}(?<open>\\?["'])(?<secret>(?:(?!\\r|\\n|\k<open>)[^\r\n]){1,256})\\r`),
  // Tokens with an identifying prefix.
  pattern(
    String.raw`(?<![a-z0-9])(?<secret>(?:gh[opsur]_|github_pat_|glpat-|xox[abprs]-|npm_|hvs\.|sqp_|scout_(?:enrol|person|org)_)[a-z0-9_.-]{6,512})`,
  ),
];

/** Cheap check before the patterns; most texts have none of these words. */
const WORTH =
  /authorization|bearer|cookie|identified|password|pragma|credential|securestring|pass|pwd|secret|token|send|\$p\s{0,4}=|connect\s{0,4}\(|\/(?:ntlm|rc4|aes)|gh[opsur]_|github_|glpat-|xox|npm_|hvs\.|sqp_|scout_/i;

/** Secrets identified by their phrase, in any text. */
export function phraseSpans(text: string): Span[] {
  if (!WORTH.test(text)) return [];
  const spans: Span[] = [];
  for (const phrase of PHRASES) {
    for (const match of text.matchAll(phrase)) {
      const [start, end] = match.indices?.groups?.secret ?? [0, 0];
      const found = text.slice(start, end);
      // An earlier redaction mark or a shell variable is not a secret.
      if (end > start && found !== REDACTED && !/^[$%]\{?\w+\}?%?$/.test(found)) {
        spans.push({ start, end, by: REDACTED });
      }
    }
  }
  return spans;
}
