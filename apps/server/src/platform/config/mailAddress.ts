const shape = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;

/**
 * Accepts exactly one plain address: no name, list or line break, so that no header can be injected.
 * @throws TypeError
 */
export function requireAddress(text: string): string {
  if (text.length > 254 || !shape.test(text)) throw new TypeError('Not one plain email address');
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

/** The server's public host in addresses; localhost if it has no name. */
export function publicHost(publicUrl: string | undefined): string {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
  return /[a-z]/i.test(host) && !host.includes(':') ? host : 'localhost';
}

/** Default without MAIL_FROM: no-reply at the server's public host. */
export function defaultSender(publicUrl: string | undefined): Sender {
  return { name: 'Scout', address: `no-reply@${publicHost(publicUrl)}` };
}
