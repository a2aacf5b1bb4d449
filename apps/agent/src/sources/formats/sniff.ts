/** Format and encoding of a log. */
export interface Layout {
  readonly encoding: Encoding;
  /** Windows event XML, or one JSON value per line. */
  readonly format: 'xml' | 'lines';
  /** Length of the byte order mark. */
  readonly mark: number;
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Bytes at the start of a file that suffice to detect its layout. */
export const SNIFF_BYTES = 4096;

const startsWith = (bytes: Buffer, ...values: number[]): boolean =>
  values.every((value, index) => bytes[index] === value);

function encodingOf(start: Buffer): { encoding: Encoding; mark: number } {
  if (startsWith(start, 0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', mark: 3 };
  if (startsWith(start, 0xff, 0xfe)) return { encoding: 'utf-16le', mark: 2 };
  if (startsWith(start, 0xfe, 0xff)) return { encoding: 'utf-16be', mark: 2 };
  // Without a mark: XML and JSON both begin with an ASCII character.
  if (start.length >= 2 && start[0] !== 0 && start[1] === 0) return { encoding: 'utf-16le', mark: 0 };
  if (start.length >= 2 && start[0] === 0 && start[1] !== 0) return { encoding: 'utf-16be', mark: 0 };
  return { encoding: 'utf-8', mark: 0 };
}

/**
 * Detects a log's layout from its first bytes (up to {@link SNIFF_BYTES}). Null for only white space, and while the first bytes
 * can still become a byte order mark.
 */
export function sniff(start: Buffer): Layout | null {
  const [first] = start;
  if (first === undefined || (start.length < 4 && (first === 0 || first >= 0x80))) return null;
  const { encoding, mark } = encodingOf(start);
  const text = decode(start.subarray(mark), encoding).trimStart();
  if (text === '') return start.length < SNIFF_BYTES ? null : { encoding, format: 'lines', mark };
  return { encoding, format: text.startsWith('<') ? 'xml' : 'lines', mark };
}

/** Bytes of one code unit. */
export const unitOf = (encoding: Encoding): 1 | 2 => (encoding === 'utf-8' ? 1 : 2);

/** Decoded text of complete characters; invalid UTF-8 becomes U+FFFD, an odd last byte of UTF-16 is dropped. */
export function decode(bytes: Buffer, encoding: Encoding): string {
  if (encoding === 'utf-8') return bytes.toString('utf8');
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return (encoding === 'utf-16le' ? whole : Buffer.from(whole).swap16()).toString('utf16le');
}

/** The bytes of ASCII text in an encoding. */
export function encodeAscii(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'latin1');
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}
