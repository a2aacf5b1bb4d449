import { describe, expect, it } from 'vitest';
import { alertSentence } from './alertSentence.ts';
import { samples } from './samples.ts';

const plainText = (row: Parameters<typeof alertSentence>[0]) =>
  alertSentence(row)
    ?.map((piece) => (typeof piece === 'string' ? piece : piece.name))
    .join(' ')
    .replace(' : ', ': ');

describe('the sentence of an event', () => {
  it.each([
    ['failed-logon', 'svc.billing was refused by PRD-SQL01: wrong password'],
    ['interactive-logon', 'svc.billing signed in at FIN-LAPTOP3'],
    ['client-start', 'svc.reporting used sqlcmd.exe on WS-1042 against PROD-LEDGER-02 by j.weber'],
  ] as const)('%s is worded as in the product', (id, sentence) => {
    expect(plainText(samples[id])).toBe(sentence);
  });

  it('follows what the visitor writes, and is none where no rule matches', () => {
    expect(plainText({ ...samples['interactive-logon'], system_context_computer_name: 'WS-7' })).toBe(
      'svc.billing signed in at WS-7',
    );
    expect(alertSentence({ ...samples['failed-logon'], target_user_name: 'j.weber' })).toBeNull();
  });
});
