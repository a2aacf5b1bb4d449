const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
const plain = /^[\x20-\x7e]*$/;

/** The graphemes of a text. Plain ASCII, the common case, skips the segmenter, which is fifty times slower. */
function charactersOf(text: string): string[] {
  return plain.test(text) ? text.split('') : Array.from(segments.segment(text), (part) => part.segment);
}

/**
 * Shortens a name to at most `max` graphemes by removing its middle, so that both the prefix (`svc.`, `PRD-`) and the
 * distinguishing suffix (`-02`) stay. Never splits an emoji or an accented letter.
 */
export function truncateMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = charactersOf(text);
  if (characters.length <= max) return text;
  if (max <= 1) return '…';
  const kept = max - 1;
  const head = Math.ceil(kept / 2);
  const tail = kept - head;
  return `${characters.slice(0, head).join('')}…${tail === 0 ? '' : characters.slice(-tail).join('')}`;
}

/**
 * Splits a name into a head that may be truncated and a tail that stays, for cells whose width only the browser knows. The tail
 * starts at the last separator of names (`.`, `-`, `_`, `\`, `/`, `@`) when that leaves it 3 to 12 characters, else it is 6 long.
 */
export function splitTail(text: string): { head: string; tail: string } {
  const characters = charactersOf(text);
  if (characters.length <= 12) return { head: text, tail: '' };
  let length = 6;
  for (let index = characters.length - 3; index >= characters.length - 12; index--) {
    if (/[.\-_\\/@]/.test(characters[index]!)) {
      length = characters.length - index;
      break;
    }
  }
  return { head: characters.slice(0, -length).join(''), tail: characters.slice(-length).join('') };
}
