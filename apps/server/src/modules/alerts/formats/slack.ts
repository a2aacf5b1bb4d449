import { caseWords, type Format } from './message.ts';
import { plainList, plainText, zonedTime } from './plainText.ts';

/**
 * Limits of Block Kit: characters of a header, a section and a field, and fields of a section.
 * https://docs.slack.dev/reference/block-kit/blocks (header, section)
 */
export const slackLimits = { header: 150, section: 3_000, field: 2_000, fields: 10, blocks: 50 } as const;

const NAMES = 10;
const NAME = 120;

/** `plain_text` is displayed literally, without markup and mentions. */
const plain = (text: string, most: number) => ({
  type: 'plain_text',
  text: text.length <= most ? text : `${text.slice(0, most - 1)}…`,
  emoji: false,
});

/** The three special characters of Slack's markup. https://docs.slack.dev/messaging/formatting-message-text */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('|', '%7C');

/** Block Kit. Names are only in plain text; the only markup is the link to the case. */
export const slackFormat: Format = {
  caseBody(message) {
    const words = caseWords(message, (iso) => zonedTime(iso, message.timeZone));
    const lines = (title: string, texts: readonly string[]) =>
      plain([title, ...texts.map((text) => `• ${plainText(text, 400)}`)].join('\n'), slackLimits.section);
    return JSON.stringify({
      text: words.title,
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: 'header', text: plain(words.title, slackLimits.header) },
        { type: 'section', text: plain(plainText(message.about.sentence, 800), slackLimits.section) },
        {
          type: 'section',
          fields: words.facts
            .slice(0, slackLimits.fields)
            .map(([label, values]) =>
              plain(`${label}\n${plainList(values, NAMES, NAME)}`, slackLimits.field),
            ),
        },
        ...(words.reasons.length > 0
          ? [{ type: 'section', text: lines('Why', words.reasons.slice(0, 5)) }]
          : []),
        ...(words.advice.length > 0 ? [{ type: 'section', text: lines('What to do', words.advice) }] : []),
        {
          type: 'section',
          text: { type: 'mrkdwn', text: `<${escaped(message.link)}|Open the case in Scout>`, verbatim: true },
        },
      ],
    });
  },
  testBody: ({ channel }) =>
    JSON.stringify({
      text: 'Scout: test message',
      blocks: [
        { type: 'header', text: plain('Test message', slackLimits.header) },
        {
          type: 'section',
          text: plain(`Cases reach this channel: ${plainText(channel, NAME)}`, slackLimits.section),
        },
      ],
    }),
};
