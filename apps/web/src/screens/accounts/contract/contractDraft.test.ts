import { expect, test } from 'vitest';
import { draftOf, emptyDraft, readDraft } from './contractDraft.ts';

const contract = { sources: ['app1', 'app2'], destinations: ['db*'], kinds: ['logon:3'], hours: [2] };

test('an untouched draft is the contract it was made from', () => {
  expect(readDraft(draftOf(contract))).toEqual({ contract });
});

test('names are read line by line, without blanks, case and domain', () => {
  const read = readDraft({ ...emptyDraft, sources: ' APP1.bank.example \n\n app1\r\nDB* ' });
  expect(read).toEqual({
    contract: { ...contract, sources: ['app1', 'db*'], destinations: [], kinds: [], hours: [] },
  });
});

test('errors are shown at the part that is wrong', () => {
  expect(readDraft(emptyDraft)).toEqual({
    problems: { all: expect.stringContaining('permits everything') },
  });
  expect(readDraft({ ...emptyDraft, sources: 'app1, app2', destinations: '*.bank.example' })).toEqual({
    problems: {
      sources: expect.stringContaining('one per line'),
      destinations: expect.stringContaining('without their domain'),
    },
  });
});
