import type { Word } from '../commandWords.ts';
import { programName, type SecretCommand, type SecretOptions } from './programs.ts';
import { REDACTED, type Span } from './span.ts';

/** Separators between the commands of a line. */
const SEPARATOR = /^(?:\||\|\||&|&&|;)$/;
/** Programs that read a secret from a pipe. */
const READS_SECRET =
  /^(?:sudo .{0,64}-S\b|(?:sudo )?(?:chpasswd|kinit)\b|(?:sudo )?passwd .{0,64}--stdin|.{1,256}--(?:password|passwd|pass|token)-(?:on-)?stdin|gpg .{0,256}--passphrase-fd)/;
/** PowerShell's switches next to the text that becomes a secure string. */
const SECURE_SWITCH = /^-(?:AsPlainText|Force|String)$/i;
const SECURE_STRING = /(?:^|[(,=])ConvertTo-SecureString$/i;
/** Maximum number of programs whose arguments are examined; a real line has a handful. */
const PROGRAMS_LIMIT = 32;
const ARGUMENTS_LIMIT = 256;

/**
 * Secrets given by a program and its command: `net user NAME SECRET`, `aws configure set aws_secret_access_key SECRET`. `known`
 * holds, for each word, its program, if any.
 */
export function commandSpans(
  text: string,
  words: readonly Word[],
  known: readonly (SecretOptions | undefined)[],
): Span[] {
  const spans: Span[] = /securestring/i.test(text) ? secureStrings(words) : [];
  if (text.includes('|')) spans.push(...pipedSecrets(words));
  let programs = 0;
  for (const [index, options] of known.entries()) {
    const commands = options?.commands;
    if (commands === undefined) continue;
    programs += 1;
    if (programs > PROGRAMS_LIMIT) break;
    const behind = words.slice(index + 1, index + 1 + ARGUMENTS_LIMIT);
    const end = behind.findIndex((word) => SEPARATOR.test(word.text));
    const args = end === -1 ? behind : behind.slice(0, end);
    for (const command of commands) spans.push(...spansOf(command, args));
  }
  return spans;
}

function spansOf(command: SecretCommand, args: readonly Word[]): Span[] {
  const rest = argumentsBehind(command.words, args);
  if (rest === null || (command.when && !args.some(({ text }) => command.when?.test(text)))) return [];
  return [
    ...optionSecrets(command, rest),
    ...freeSecrets(command, rest),
    ...wordsAfter(command, rest),
    ...namedSecret(command, rest),
    ...thirdSecret(command, rest),
    ...markedSecret(command, rest),
    ...targetSecret(command, rest),
  ];
}

/** The arguments after a command's words; null if the words do not match. Ignores leading options. */
function argumentsBehind(words: string, args: readonly Word[]): readonly Word[] | null {
  let at = 0;
  for (const wanted of words === '' ? [] : words.split(' ')) {
    while (args[at] !== undefined && /^-/.test(args[at]!.text) && !wanted.startsWith('-')) at += 1;
    if (args[at]?.text.toLowerCase() !== wanted.toLowerCase()) return null;
    at += 1;
  }
  return args.slice(at);
}

const whole = ({ start, end }: Word): Span => ({ start, end, by: REDACTED });

function optionSecrets({ options = [] }: SecretCommand, args: readonly Word[]): Span[] {
  return args.flatMap((word, index) => {
    const next = args[index + 1];
    if (options.includes(word.text))
      return next === undefined || next.text.startsWith('-') ? [] : [whole(next)];
    const option = options.find((each) => each.startsWith('--') && word.text.startsWith(`${each}=`));
    return option === undefined ? [] : [{ ...whole(word), by: `${option}=${REDACTED}` }];
  });
}

function freeSecrets({ free }: SecretCommand, args: readonly Word[]): Span[] {
  if (free === undefined) return [];
  const { place, skip = /^-/, only } = free;
  const words = args.filter(({ text }) => !skip.test(text));
  const word = words[place - 1];
  return word === undefined || (only && !only.test(words[place - 2]?.text ?? '')) ? [] : [whole(word)];
}

function wordsAfter({ after }: SecretCommand, args: readonly Word[]): Span[] {
  return args.flatMap((word, index) => {
    const next = args[index + 1];
    return next !== undefined && !next.text.startsWith('-') && after?.test(word.text) ? [whole(next)] : [];
  });
}

function namedSecret({ named }: SecretCommand, args: readonly Word[]): Span[] {
  if (named === undefined) return [];
  const after = (option: string) => args[args.findIndex(({ text }) => text.toLowerCase() === option) + 1];
  const has = (option: string) => args.some(({ text }) => text.toLowerCase() === option);
  const value = after(named.value);
  const isSecret = has(named.name) && has(named.value) && named.only.test(after(named.name)?.text ?? '');
  // A boolean switch is not a secret.
  return isSecret && value !== undefined && !/^[01]$/.test(value.text) ? [whole(value)] : [];
}

function thirdSecret({ third }: SecretCommand, args: readonly Word[]): Span[] {
  const at = third === undefined ? -1 : args.findIndex(({ text }) => text === third);
  const word = at === -1 ? undefined : args[at + 3];
  return word === undefined ? [] : [whole(word)];
}

function markedSecret({ firstAfterMark: mark }: SecretCommand, [word]: readonly Word[]): Span[] {
  if (mark === undefined || word === undefined || !word.text.includes(mark)) return [];
  return [{ ...whole(word), by: keptAround(word.text, word.text.indexOf(mark) + 1, word.text.length) }];
}

function targetSecret({ target = false }: SecretCommand, args: readonly Word[]): Span[] {
  const word = target ? args.find(({ text }) => !text.startsWith('-') && text.includes(':')) : undefined;
  if (word === undefined) return [];
  const start = word.text.indexOf(':') + 1;
  const host = word.text.lastIndexOf('@');
  const end = host > start ? host : word.text.length;
  return start === end ? [] : [{ ...whole(word), by: keptAround(word.text, start, end) }];
}

/** A word with a part of it redacted; a single quote that opens before the part closes after it. */
function keptAround(text: string, start: number, end: number): string {
  const quote = end === text.length && text.startsWith("'") && text.endsWith("'") ? "'" : '';
  return text.slice(0, start) + REDACTED + quote + text.slice(end);
}

/** `ConvertTo-SecureString x -AsPlainText`, with arguments in any order. */
function secureStrings(words: readonly Word[]): Span[] {
  return words.flatMap((word, index) => {
    if (!SECURE_STRING.test(word.text)) return [];
    let at = index + 1;
    while (words[at] !== undefined && SECURE_SWITCH.test(words[at]!.text)) at += 1;
    const value = words[at];
    if (value === undefined || /^(?:[|)]|-|\$)/.test(value.text)) return [];
    // Closing brackets belong to the surrounding text.
    const closing = /(?<!\))\)+[,;]?$/.exec(value.text)?.[0] ?? '';
    return [{ ...whole(value), by: `${REDACTED}${closing}` }];
  });
}

/** `echo SECRET | sudo -S …`: text before the pipe. The name in NAME:SECRET stays. */
function pipedSecrets(words: readonly Word[]): Span[] {
  const pipe = words.findIndex(({ text }) => text === '|');
  if (pipe === -1) return [];
  const next = words.slice(pipe + 1, pipe + 32).map(({ text }) => text);
  if (!READS_SECRET.test(next.join(' '))) return [];
  const said = words[pipe - 1];
  const teller = words
    .slice(0, pipe)
    .some(({ text }) => /^(?:echo|printf|Write-Output)$/i.test(programName(text)));
  if (!teller || said === undefined) return [];
  const name = /chpasswd/.test(next.slice(0, 2).join(' ')) ? (/^[^:]*:/.exec(said.text)?.[0] ?? '') : '';
  return [{ ...whole(said), by: `${name}${REDACTED}` }];
}
