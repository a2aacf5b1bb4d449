import { createHash } from 'node:crypto';
import type { LinkedMails } from './mails.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

const style = `
:root { color-scheme: light dark; --line: light-dark(#e2e4e8, #2b2f37); --muted: light-dark(#4b5059, #a9afb9);
  --accent: light-dark(#1f5fa9, #8ab8ee); --accent-ink: light-dark(#ffffff, #0d1a2b); }
body { background: light-dark(#f7f8f9, #111419); color: light-dark(#16191f, #eceef1); margin: 0; padding: 48px 16px;
  font: 15px/24px Inter, "Helvetica Neue", Arial, sans-serif; }
main { background: light-dark(#ffffff, #171b21); border: 1px solid var(--line); border-radius: 6px; margin: 0 auto; max-width: 480px;
  padding: 28px 32px; box-sizing: border-box; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; margin: 0 0 12px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
p:last-child { color: var(--muted); font-size: 13px; line-height: 20px; margin: 0; }
b { font-weight: 600; }
button { background: var(--accent); border: 0; border-radius: 4px; color: var(--accent-ink); cursor: pointer; font: inherit;
  font-weight: 600; margin: 0 0 20px; padding: 8px 18px; }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** Headers of these pages: no scripts and no requests. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

function page(title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} | Scout</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

interface About {
  readonly email: string;
  readonly companyName: string;
}

/** Asks before any change: programs that check a mail's links also open this page. */
export const questionPage = ({ question, about, others }: LinkedMails, { email, companyName }: About) =>
  page(
    question,
    `<p>Scout will no longer email <b>${escaped(email)}</b> ${about} <b>${escaped(companyName)}</b>.</p>
<form method="post"><button>Unsubscribe</button></form>
<p>${others}</p>`,
  );

export const donePage = ({ about, again }: LinkedMails, { email, companyName }: About) =>
  page(
    'You are unsubscribed',
    `<p>Scout no longer emails <b>${escaped(email)}</b> ${about} <b>${escaped(companyName)}</b>.</p>
<p>${again}</p>`,
  );

export const unknownPage = ({ gone }: LinkedMails) =>
  page(
    'This link does not work',
    `<p>${gone}</p>
<p>Emails you still receive have their own working link.</p>`,
  );
