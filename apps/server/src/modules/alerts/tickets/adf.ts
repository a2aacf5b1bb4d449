import type { TicketText } from './ticketText.ts';

/** Text nodes are literal: Jira interprets no markup in them. https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/ */
const text = (value: string) => ({ type: 'text', text: value });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const strong = (value: string) => ({ type: 'text', text: value, marks: [{ type: 'strong' }] });

const list = (title: string, texts: readonly string[]) =>
  texts.length === 0
    ? []
    : [
        paragraph(strong(title)),
        {
          type: 'bulletList',
          content: texts.map((each) => ({ type: 'listItem', content: [paragraph(text(each))] })),
        },
      ];

/** A case as a document of Jira; the only link is the one to the case. */
export function documentOf(of: TicketText, heading?: string): object {
  return {
    type: 'doc',
    version: 1,
    content: [
      ...(heading === undefined ? [] : [paragraph(strong(heading))]),
      paragraph(text(of.sentence)),
      ...of.facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => paragraph(strong(`${label}: `), text(value))),
      ...list('Why', of.reasons),
      ...list('What to do', of.advice),
      paragraph({
        type: 'text',
        text: 'Open the case in Scout',
        marks: [{ type: 'link', attrs: { href: of.link } }],
      }),
    ],
  };
}

/** The plain text of a document of Jira, for names in one. */
export function textOfDocument(node: unknown, depth = 0): string {
  if (typeof node === 'string') return node;
  if (typeof node !== 'object' || node === null || depth > 20) return '';
  const { text: own, content } = node as { text?: unknown; content?: unknown };
  const inner = Array.isArray(content)
    ? content.map((each) => textOfDocument(each, depth + 1)).join('\n')
    : '';
  return `${typeof own === 'string' ? own : ''}${inner}`;
}
