import type { CaseRun } from '@scout/contract';
import { LOGON_TYPES } from '@scout/detection';
import { EVENT_NAMES } from '@scout/detection/catalogue/events';
import { visible } from '../../../incidents/rawText.ts';
import { hostText } from '../names.ts';

/** A part of a sentence; names use the monospace font. */
export interface Word {
  readonly text: string;
  readonly isName: boolean;
}

const name = (text: string): Word => ({ text, isName: true });
const plain = (text: string): Word => ({ text, isName: false });

const signIns: ReadonlyMap<string, string> = new Map([
  ['2', 'signed in at the console of'],
  ['3', 'signed in over the network to'],
  ['4', 'ran a batch job on'],
  ['5', 'ran as a service on'],
  ['8', 'signed in with a clear-text password to'],
  ['9', 'signed in with other credentials on'],
  ['10', 'signed in by remote desktop to'],
]);

/** A run as a sentence: "svc.billing from 192.0.2.113: account locked out at PROD-LEDGER-02". Each names its account. */
export function wordsOfRun({ account, kind, person, source, server, program }: CaseRun): Word[] {
  const used = name(visible(account));
  const who = person === null ? used : name(visible(person));
  const from = source === null || source === server ? [] : [plain(' from '), name(hostText(source))];
  const [what, detail = ''] = splitKind(kind);
  switch (what) {
    case 'refused': {
      const at = server === null ? [] : [plain(' at '), name(hostText(server))];
      return [used, ...from, plain(`: ${detail === '' ? 'refused' : visible(detail)}`), ...at];
    }
    case 'logon': {
      const at = server === null ? [] : [plain(' '), name(hostText(server))];
      return [used, plain(` ${signIns.get(detail) ?? loggedOn(detail)}`), ...at, ...from];
    }
    case 'command': {
      const opened =
        server === null ? [plain(' started a client')] : [plain(' opened '), name(hostText(server))];
      const as = person === null ? [] : [plain(' as '), used];
      return [who, ...opened, ...as, ...withProgram(program), ...from];
    }
    case 'explicit': {
      const to = server === null ? [] : [plain(' for '), name(hostText(server))];
      return [who, plain(' entered the password of '), used, ...to, ...withProgram(program), ...from];
    }
    case 'process': {
      const started = program === null ? '' : program.slice(program.indexOf('>') + 1);
      const on = server === null ? [] : [plain(' on '), name(hostText(server))];
      return [used, plain(' started '), name(visible(started)), ...on];
    }
    case 'change': {
      const title = EVENT_NAMES[Number(detail)] ?? `Change ${visible(detail)}`;
      const on = server === null ? [] : [plain(' on '), name(hostText(server))];
      return [
        used,
        plain(`: ${title.charAt(0).toLowerCase()}${title.slice(1)}`),
        ...on,
        ...(person === null ? [] : [plain(' by '), name(visible(person))]),
      ];
    }
    default: {
      const to = server === null ? [] : [plain(' for '), name(hostText(server))];
      return [used, plain(` ${tickets.get(what) ?? visible(kind)}`), ...to, ...from];
    }
  }
}

const tickets: ReadonlyMap<string, string> = new Map([
  ['service-ticket', 'got a Kerberos ticket'],
  ['ticket', 'got its own Kerberos ticket'],
  ['ntlm', 'had its NTLM credentials checked'],
]);

const loggedOn = (type: string): string =>
  Object.hasOwn(LOGON_TYPES, type) ? `logged on (${LOGON_TYPES[type]}) to` : 'logged on to';

const withProgram = (program: string | null): Word[] =>
  program === null ? [] : [plain(' with '), name(visible(program))];

function splitKind(kind: string): [string, string?] {
  const colon = kind.indexOf(':');
  return colon === -1 ? [kind] : [kind.slice(0, colon), kind.slice(colon + 1)];
}
