import { describe, expect, test } from 'vitest';
import { slackFormat, slackLimits } from './slack.ts';
import { teamsBytes, teamsFormat } from './teams.ts';
import { caseMessage, HOSTILE_NAMES } from './testing/caseMessage.ts';

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/** All objects of a JSON document, outer ones first. */
function* objectsOf(value: Json): Generator<{ [key: string]: Json }> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield value;
  for (const each of Object.values(value)) yield* objectsOf(each);
}
const parsed = (body: string) => JSON.parse(body) as Json;

/** All texts of a case, built from one name. */
const hostile = (name: string) =>
  caseMessage(
    {
      account: name,
      sentence: `${name} used ${name} from ${name}.`,
      persons: [{ name, level: 'acted' }],
      sources: Array.from({ length: 100 }, () => name),
      destinations: Array.from({ length: 100 }, () => name),
    },
    { added: Array.from({ length: 100 }, () => name), organization: name },
  );

test('Slack gets what happened, who it was, why, what to do, and where to look', () => {
  const body = parsed(slackFormat.caseBody(caseMessage()));
  expect(body).toMatchObject({
    text: 'C-12 got worse: Critical, A person uses it',
    unfurl_links: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text' } },
      { type: 'section', text: { type: 'plain_text', text: 'm.keller used svc.billing from WS-1042.' } },
      {
        type: 'section',
        fields: expect.arrayContaining([
          { type: 'plain_text', text: 'Account\nsvc.billing', emoji: false },
          { type: 'plain_text', text: 'Person\nm.keller', emoji: false },
          { type: 'plain_text', text: 'New in this case\nj.frei', emoji: false },
          {
            type: 'plain_text',
            text: 'Last seen\n22 Nov 2026, 11:00 Europe/Zurich (22 Nov, 10:00 UTC)',
            emoji: false,
          },
        ]),
      },
      { text: { text: 'Why\n• First time from this machine' } },
      { text: { text: expect.stringMatching(/^What to do\n• Ask the person/) } },
      { text: { type: 'mrkdwn', text: '<https://scout.example/cases/12|Open the case in Scout>' } },
    ],
  });
});

test('a case about several accounts names all of them', () => {
  const message = caseMessage({ account: 'svc.atm', otherAccounts: ['svc.branch', 'svc.crm'] });
  for (const body of [slackFormat.caseBody(message), teamsFormat.caseBody(message)])
    expect(body).toContain('svc.atm, svc.branch, svc.crm');
});

test('Teams gets the same, as a card that opens the case', () => {
  const body = teamsFormat.caseBody(caseMessage());
  expect(parsed(body)).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          actions: [{ type: 'Action.OpenUrl', url: 'https://scout.example/cases/12' }],
        },
      },
    ],
  });
  for (const text of ['C-12 got worse', 'svc.billing', 'm.keller', 'WS-1042, 10.20.1.7', 'PRD-DB01', 'Why'])
    expect(body).toContain(text);
});

describe.each(HOSTILE_NAMES.map((name) => ({ begin: JSON.stringify(name.slice(0, 40)), name })))(
  'the name $begin',
  ({ name }) => {
    test('is plain text in Slack, within its limits', () => {
      for (const body of [
        slackFormat.caseBody(hostile(name)),
        slackFormat.testBody({ id: 'test', channel: name, now: 0 }),
      ]) {
        const all = [...objectsOf(parsed(body))];
        const [message] = all;
        expect((message!.blocks as Json[]).length).toBeLessThanOrEqual(slackLimits.blocks);
        expect(message!.text).toMatch(/^(C-12 got worse: Critical, A person uses it|Scout: test message)$/);
        for (const { type, text, fields } of all) {
          if (type === 'mrkdwn') expect(text).toBe('<https://scout.example/cases/12|Open the case in Scout>');
          if (type === 'plain_text') expectPlain(text as string, slackLimits.section);
          if (type === 'header')
            expect((text as { text: string }).text.length).toBeLessThanOrEqual(slackLimits.header);
          const texts = ((fields ?? []) as { text: string }[]).map((field) => field.text);
          expect(texts.length).toBeLessThanOrEqual(slackLimits.fields);
          for (const field of texts) expect(field.length).toBeLessThanOrEqual(slackLimits.field);
        }
      }
    });

    test('is a text run in Teams, within its limit', () => {
      for (const body of [
        teamsFormat.caseBody(hostile(name)),
        teamsFormat.testBody({ id: 'test', channel: name, now: 0 }),
      ]) {
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(teamsBytes);
        for (const { type, text, url } of objectsOf(parsed(body))) {
          // TextBlock, FactSet and mentions interpret markup.
          expect([
            undefined,
            'message',
            'AdaptiveCard',
            'RichTextBlock',
            'TextRun',
            'Action.OpenUrl',
          ]).toContain(type);
          if (type === 'TextRun') expectPlain(text as string, 2_000);
          if (type === 'Action.OpenUrl') expect(url).toBe('https://scout.example/cases/12');
        }
        expect(body).not.toContain('"entities"');
      }
    });
  },
);

function expectPlain(text: string, most: number): void {
  expect(text.length).toBeLessThanOrEqual(most);
  expect(text).not.toMatch(/[<>]|:\/\/|\{\{|@\w|www\.|[\u202a-\u202e]/);
  // Only Scout's own text contains line ends.
  expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(text.isWellFormed()).toBe(true);
}
