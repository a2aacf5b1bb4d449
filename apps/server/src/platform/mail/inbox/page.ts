import { createHash } from 'node:crypto';
import type { KeptMail } from './store.ts';

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
  --accent: light-dark(#1f5fa9, #8ab8ee); }
body { background: light-dark(#f7f8f9, #111419); color: light-dark(#16191f, #eceef1); margin: 0 auto; max-width: 60rem;
  padding: 24px 16px; font: 13px/20px Inter, "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; margin: 0; }
header { display: flex; gap: 16px; align-items: baseline; justify-content: space-between; margin-bottom: 16px; }
p { color: var(--muted); margin: 0 0 16px; }
a { color: var(--accent); }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: 8px 12px 8px 0; text-align: left; vertical-align: top; }
th { color: var(--muted); font-weight: 400; }
td:last-child { text-align: right; padding-right: 0; }
code, time, pre { font: 13px/20px "JetBrains Mono", ui-monospace, Menlo, Consolas, monospace; }
pre { border: 1px solid var(--line); border-radius: 6px; padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { border: 1px solid var(--line); border-radius: 6px; width: 100%; height: 640px; background: #fff; }
form { display: inline; }
button { font: inherit; color: var(--accent); background: none; border: none; padding: 0; cursor: pointer; text-decoration: underline; }
`;

/** Headers of the inbox's own pages: no scripts, no requests, and only the mail itself is framed. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** Headers of a mail's HTML: only for the inbox's frame, sandboxed without scripts and requests. */
export const mailHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
};

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${style}</style></head><body>
${body}
</body></html>
`;

const button = (action: string, label: string, about: string) =>
  `<form method="post" action="${action}"><button aria-label="${escaped(about)}">${label}</button></form>`;

const timeOf = (iso: string) => `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;

/** The list, newest first. */
export function listPage(mails: readonly KeptMail[]): string {
  const rows = mails.map(
    ({ id, to, subject, sentAt }) => `<tr><td>${timeOf(sentAt)}</td><td><code>${escaped(to)}</code></td>
<td><a href="/dev/inbox/${id}">${escaped(subject)}</a></td><td>${button(`/dev/inbox/${id}/delete`, 'Delete', `Delete ${subject}`)}</td></tr>`,
  );
  const list = `<table><thead><tr><th>Sent</th><th>To</th><th>Subject</th><th></th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`;
  const all = mails.length > 0 ? button('/dev/inbox/delete', 'Delete all', 'Delete all emails') : '';
  return page(
    'Inbox',
    `<header><h1>Inbox</h1>${all}</header>
<p>No mail server is configured, so Scout’s emails arrive only here. Set SMTP_URL to send them.</p>
${mails.length > 0 ? list : '<p>No emails yet. Sign up or request a new password, and the email appears here within seconds.</p>'}`,
  );
}

/** One mail: its HTML in a sandboxed frame, and its text below. */
export function mailPage({ id, to, subject, sentAt, text }: KeptMail): string {
  return page(
    subject,
    `<header><h1>${escaped(subject)}</h1>${button(`/dev/inbox/${id}/delete`, 'Delete', 'Delete this email')}</header>
<p><a href="/dev/inbox">Inbox</a> · to <code>${escaped(to)}</code> · ${timeOf(sentAt)}</p>
<iframe src="/dev/inbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" title="The email as HTML"></iframe>
<pre aria-label="The email as text">${escaped(text)}</pre>`,
  );
}
