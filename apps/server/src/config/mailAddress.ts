const shape = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;

/**
 * One plain address and nothing else: no name, no list, no line break, so that no header can be slipped in.
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

/** Reads `address` or `Name <address>`; undefined when it is neither. */
export function parseSender(text: string): Sender | undefined {
  const [, name = '', address = ''] = /^(?:"?([^"<>\p{Cc}]*?)"? *<([^<>]*)>|)$/u.exec(text.trim()) ?? [];
  const given = { name: name.trim(), address: address || text.trim() };
  return shape.test(given.address) && given.address.length <= 254 ? given : undefined;
}

/** Without MAIL_FROM: no-reply at the host that people know the server by. */
export function defaultSender(publicUrl: string | undefined): Sender {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
  const named = /[a-z]/i.test(host) && !host.includes(':');
  return { name: 'Scout', address: `no-reply@${named ? host : 'localhost'}` };
}
