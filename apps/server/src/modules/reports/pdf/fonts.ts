import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';

/** Fonts for text, headings, and names and numbers. */
export type Face = 'words' | 'strong' | 'mono';

/** A run of text in one font file. */
export interface Run {
  readonly font: string;
  readonly text: string;
}

/** Font files by script, in order of preference; the first with the character is used. */
const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;
const FACES: Readonly<Record<Face, readonly [family: string, weight: number]>> = {
  words: ['inter', 400],
  strong: ['inter', 600],
  mono: ['jetbrains-mono', 400],
};
const { resolve } = createRequire(import.meta.url);

interface FontFile {
  readonly id: string;
  readonly data: Buffer;
  has(codePoint: number): boolean;
}

const loaded = new Map<string, FontFile>();

function fontFile(face: Face, script: (typeof SCRIPTS)[number]): FontFile {
  const [family, weight] = FACES[face];
  const id = `${family}-${script}-${weight}-normal`;
  let found = loaded.get(id);
  if (found === undefined) {
    const data = readFileSync(resolve(`@fontsource/${family}/files/${id}.woff`));
    const font = fontkit.create(data) as fontkit.Font;
    found = { id, data, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
    loaded.set(id, found);
  }
  return found;
}

/** The bytes of a font by its id in runs. */
export const fontData = (id: string): Buffer => loaded.get(id)!.data;

const escaped = (character: string) => `\\u{${character.codePointAt(0)!.toString(16)}}`;
/** Control, bidirectional and other invisible characters, and lone surrogates. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u;
/** More than two marks on a letter overlap the neighboring lines. */
const PILED = /(\p{M}{2})\p{M}+/gu;

/**
 * Splits a text into runs with one font each. Characters without a font, invisible ones and bidirectional controls are written as
 * their code, such as `\u{202e}`; white space becomes one space.
 */
export function runsOf(text: string, face: Face): Run[] {
  const runs: { font: string; text: string }[] = [];
  const plain = text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(PILED, '$1');
  for (const character of plain) {
    const isSeen = !INVISIBLE.test(character);
    const script = SCRIPTS.find((each) => isSeen && fontFile(face, each).has(character.codePointAt(0)!));
    const { id } = fontFile(face, script ?? 'latin');
    const drawn = script === undefined ? escaped(character) : character;
    const last = runs.at(-1);
    if (last?.font === id) last.text += drawn;
    else runs.push({ font: id, text: drawn });
  }
  return runs;
}
