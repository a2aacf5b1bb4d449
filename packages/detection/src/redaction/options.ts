import { splitWords, type Word } from '../commandWords.ts';
import { commandSpans } from './commands.ts';
import { encodedSpans } from './encoded.ts';
import { PROGRAMS, programName, type SecretOptions } from './programs.ts';
import { REDACTED, type Span } from './span.ts';

/** Self-explanatory options of any program, followed by a secret: `--password x`, `-Password:x`, `/pass x`, `-pw x`. */
const TELLING =
  /^(?:--?|\/)[\w.-]*?(?:passwords?|passwd|passphrase|pass|pwd|pw|secret|token|bearer|api-?key|access-?key)(?:[=:]|$)/i;
const DENYING = /^(?:--?|\/)(?:no|skip|ignore|bypass|compass|without)/i;
/** `-storepass:file PATH`: the secret is stored elsewhere. */
const ELSEWHERE = /:(?:file|env)$/i;
/** Not secrets: empty values, names of files, of descriptors and of secrets stored elsewhere, and output of another command. */
const HARMLESS_VALUE = /^(?:$|id=|file:|env:|fd:|\((?:ConvertTo|Get|Read|New)-)/i;
/** Words that can only be an option, so that the previous option has no secret as value. */
const OPTION = /^(?:[-/][A-Za-z]$|-[US]|--[A-Za-z])/;
/** Long options of PowerShell and others that look like an attached `-P`. */
const LONG_P =
  /^-P(?:ath|aram|arent|ass(?:Thru|word[A-Z])|atch|attern|eriod|ersist|id$|ipe|latform|olicy|ool|ort|osition|refix|rincipal|rint|riority|roc|rofile|rogram|rogress|roject|rop|rotocol|rovider|roxy|S[A-Z]|ublic|ub)/i;
/** Maximum depth of nested quoted commands. */
const DEPTH = 3;

/**
 * Secrets in options and commands of a command line, including quoted command lines in it. `redact` cleans encoded scripts in it.
 * Linear for each level of depth.
 */
export function optionSpans(text: string, redact: (script: string) => string = (script) => script): Span[] {
  const spans: Span[] = [];
  collect(text, 0, DEPTH, spans, redact);
  return spans;
}

function collect(
  text: string,
  offset: number,
  depth: number,
  spans: Span[],
  redact: (script: string) => string,
): void {
  const words = splitWords(text);
  const known = words.map(({ text: word }) => PROGRAMS.get(programName(word)));
  const programs = [...new Set(known.filter((options) => options !== undefined))];
  const add = (start: number, end: number, by: string): void => {
    spans.push({ start: offset + start, end: offset + end, by });
  };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    const kept = optionBefore(word.text, programs);
    if (kept === word.text) {
      const next = words[index + 1];
      if (next === undefined || OPTION.test(next.text) || HARMLESS_VALUE.test(next.text)) continue;
      const end = wholeValue(text, next.start, next.end);
      add(next.start, end, next.text.startsWith('pass:') ? `pass:${REDACTED}` : REDACTED);
      while (words[index + 1] !== undefined && words[index + 1]!.start < end) index += 1;
    } else if (kept !== null) {
      const single = text.slice(word.start, word.end).indexOf("'");
      const end = single === -1 ? word.end : wholeValue(text, word.start + single, word.end);
      add(word.start, end, `${kept}${REDACTED}`);
    } else if (depth > 0) lookInside(text, word, offset, depth, spans, redact);
  }
  for (const options of programs) programSpans(text, words, options, add);
  for (const { start, end, by } of [...commandSpans(text, words, known), ...encodedSpans(words, redact)])
    add(start, end, by);
}

/** The part of a word to keep if the rest is a secret; the whole word if the next word is the secret; otherwise null. */
function optionBefore(word: string, programs: readonly SecretOptions[]): string | null {
  const first = word[0];
  if (ELSEWHERE.test(word)) return null;
  if (first !== '-' && first !== '/') return /^pass:./.test(word) ? 'pass:' : null;
  const telling = TELLING.exec(word)?.[0];
  const isFlag = programs.some(({ flags }) => flags?.includes(word));
  if (telling !== undefined && !DENYING.test(word) && !isFlag) return telling;
  for (const { value = [], attached = [], afterMark } of programs) {
    for (const option of value) {
      // `/p:SECRET` as well as `/pSECRET`.
      if (word.startsWith(option)) return word[option.length] === ':' ? `${option}:` : option;
    }
    for (const option of attached) if (word.startsWith(option) && word !== option) return option;
    if (afterMark?.options.some((option) => word.startsWith(option)) && word.includes(afterMark.mark)) {
      return word.slice(0, word.indexOf(afterMark.mark) + 1);
    }
  }
  if (!word.startsWith('-P') || programs.some(({ harmlessP }) => harmlessP)) return null;
  return LONG_P.test(word) ? null : '-P';
}

/** End of a single-quoted value; single quotes group words in a shell, but not on Windows. */
function wholeValue(text: string, start: number, end: number): number {
  if (text[start] !== "'") return end;
  const closing = text.indexOf("'", start + 1);
  return closing === -1 ? text.length : Math.max(end, closing + 1);
}

/** A quoted word with blanks may itself be a command line: `cmd /c "sqlcmd -P x"`. */
function lookInside(
  text: string,
  word: Word,
  offset: number,
  depth: number,
  spans: Span[],
  redact: (script: string) => string,
): void {
  if (!/\s/.test(word.text)) return;
  const raw = text.slice(word.start, word.end);
  const opening = raw.indexOf('"');
  const closing = raw.lastIndexOf('"');
  if (opening === -1) return;
  const inner = raw.slice(opening + 1, closing > opening ? closing : raw.length);
  collect(inner, offset + word.start + opening + 1, depth - 1, spans, redact);
}

/** Positional arguments of a program. */
function programSpans(
  line: string,
  words: readonly Word[],
  { oracleLogon, positional, afterMark, logonMark, cookie }: SecretOptions,
  add: (start: number, end: number, by: string) => void,
): void {
  let position = 0;
  let options = false;
  for (const [index, word] of words.entries()) {
    const { text } = word;
    if (text.startsWith('-')) {
      options ||= text.startsWith('-U') || text.startsWith('-P');
      continue;
    }
    if (PROGRAMS.has(programName(text))) {
      position = 0;
      options = false;
      continue;
    }
    position += 1;
    if (positional === position && !options) add(word.start, word.end, REDACTED);
    if (oracleLogon) {
      const raw = line.slice(word.start, word.end);
      const slash = raw.indexOf('/');
      const at = raw.lastIndexOf('@');
      if (slash > 0 && (at === -1 || at > slash) && !/[:\\@]/.test(raw.slice(0, slash))) {
        const closing = raw.startsWith('"') && raw.endsWith('"') ? 1 : 0;
        add(word.start + slash + 1, at === -1 ? word.end - closing : word.start + at, REDACTED);
      }
    }
    const before = words[index - 1]?.text;
    if (cookie && (before === '-b' || before === '--cookie') && text.includes('='))
      add(word.start, word.end, REDACTED);
    const logon = logonMark && /^([\w.-]{1,128}:)[^\s/]{1,256}(@[^@]*)$/.exec(text);
    if (logon) add(word.start, word.end, `${logon[1]}${REDACTED}${logon[2]}`);
    if (afterMark?.options.includes(before ?? '') && text.includes(afterMark.mark)) {
      add(word.start, word.end, `${text.slice(0, text.indexOf(afterMark.mark) + 1)}${REDACTED}`);
    }
  }
}
