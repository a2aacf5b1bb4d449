import { type CaseMessage, type CaseWords, caseWords, type Format } from './message.ts';
import { firstThatFits, plainList, plainText, zonedTime } from './plainText.ts';

/** Maximum UTF-8 bytes of a message: Teams accepts 28 KB. https://learn.microsoft.com/microsoftteams/limits-specifications-teams */
export const teamsBytes = 24 * 1024;

/** A text run is displayed literally; Markdown is interpreted in a TextBlock and a FactSet. https://adaptivecards.io/explorer/TextRun.html */
const run = (text: string, look: object = {}) => ({ type: 'TextRun', text, ...look });
const paragraph = (...inlines: object[]) => ({ type: 'RichTextBlock', inlines, spacing: 'Small' });

/** Message that a flow "When a Teams webhook request is received" posts as a card. */
const cardMessage = (body: readonly object[], actions: readonly object[] = []): string =>
  JSON.stringify({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body,
          actions,
        },
      },
    ],
  });

const heading = (text: string) => paragraph(run(text, { size: 'Large', weight: 'Bolder' }));

function caseCard({ link }: CaseMessage, words: CaseWords, names: number): string {
  const list = (title: string, texts: readonly string[]) =>
    texts.length === 0
      ? []
      : [
          paragraph(run(title, { weight: 'Bolder' })),
          ...texts.map((text) => paragraph(run(`• ${plainText(text, 400)}`))),
        ];
  return cardMessage(
    [
      heading(words.title),
      paragraph(run(plainText(words.sentence, 800))),
      ...words.facts.map(([label, values]) =>
        paragraph(run(`${label}: `, { weight: 'Bolder' }), run(plainList(values, names, 120))),
      ),
      ...list('Why', words.reasons.slice(0, 5)),
      ...list('What to do', words.advice),
    ],
    [{ type: 'Action.OpenUrl', title: 'Open the case in Scout', url: link }],
  );
}

/** An Adaptive Card for a webhook of Teams' Workflows. Names are only in text runs. */
export const teamsFormat: Format = {
  caseBody(message) {
    const words = caseWords(message, (iso) => zonedTime(iso, message.timeZone));
    return firstThatFits(
      [10, 5, 1].map((names) => () => caseCard(message, words, names)),
      teamsBytes,
    );
  },
  testBody: ({ channel }) =>
    cardMessage([
      heading('Test message'),
      paragraph(run(`Cases reach this channel: ${plainText(channel, 120)}`)),
    ]),
};
