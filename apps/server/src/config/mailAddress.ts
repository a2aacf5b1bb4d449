const shape = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;

/**
 * Accepts exactly one plain address: no name, list or line break, so that no header can be injected.
 * @throws TypeError
 */
export function requireAddress(text: string): string {
  if (text.length > 254 || !shape.test(text)) throw new TypeError('Not one plain e-mail address');
  return text;
}

/** The sender of mail. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Reads `address` or `Name <address>`; undefined for anything else. */
export function parseSender(text: string): Sender | undefined {
  const [, name = '', address = ''] = /^(?:"?([^"<>\p{Cc}]*?)"? *<([^<>]*)>|)$/u.exec(text.trim()) ?? [];
  const given = { name: name.trim(), address: address || text.trim() };
  return shape.test(given.address) && given.address.length <= 254 ? given : undefined;
}

/** Default without MAIL_FROM: no-reply at the server's public host. */
export function defaultSender(publicUrl: string | undefined): Sender {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
  const named = /[a-z]/i.test(host) && !host.includes(':');
  return { name: 'Scout', address: `no-reply@${named ? host : 'localhost'}` };
}
