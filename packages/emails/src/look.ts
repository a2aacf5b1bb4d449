import type { CSSProperties } from 'react';

/** Paper, ink, hairlines and one accent: the light theme of the product, as hexadecimal colours that mail programs know. */
const colour = {
  page: '#f7f8f9',
  paper: '#ffffff',
  ink: '#16191f',
  muted: '#4b5059',
  hairline: '#e2e4e8',
  accent: '#1f5fa9',
  accentInk: '#ffffff',
} as const;

const words = 'Inter, "Helvetica Neue", Helvetica, Arial, sans-serif';
const figures = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

/** Styles by role. Mail programs read them from the element only. */
export const look = {
  page: { backgroundColor: colour.page, fontFamily: words, margin: 0, padding: '32px 12px' },
  sheet: {
    backgroundColor: colour.paper,
    border: `1px solid ${colour.hairline}`,
    borderRadius: '6px',
    margin: '0 auto',
    maxWidth: '520px',
    padding: '28px 32px',
  },
  brand: { color: colour.ink, fontSize: '14px', fontWeight: 600, lineHeight: '20px', margin: '0 0 24px' },
  title: { color: colour.ink, fontSize: '20px', fontWeight: 600, lineHeight: '28px', margin: '0 0 12px' },
  text: { color: colour.ink, fontSize: '15px', lineHeight: '24px', margin: '0 0 16px' },
  muted: { color: colour.muted, fontSize: '13px', lineHeight: '20px', margin: '0 0 8px' },
  code: {
    border: `1px solid ${colour.hairline}`,
    borderRadius: '6px',
    color: colour.ink,
    fontFamily: figures,
    fontSize: '30px',
    fontVariantNumeric: 'tabular-nums slashed-zero',
    letterSpacing: '8px',
    lineHeight: '40px',
    margin: '0 0 20px',
    padding: '12px 0 12px 8px',
    textAlign: 'center',
  },
  button: {
    backgroundColor: colour.accent,
    borderRadius: '4px',
    color: colour.accentInk,
    display: 'inline-block',
    fontSize: '15px',
    fontWeight: 600,
    lineHeight: '20px',
    padding: '10px 18px',
    textDecoration: 'none',
  },
  action: { margin: '4px 0 20px' },
  address: {
    color: colour.muted,
    fontFamily: figures,
    fontSize: '12px',
    lineHeight: '18px',
    margin: '0 0 8px',
    wordBreak: 'break-all',
  },
  label: { color: colour.muted, fontSize: '13px', lineHeight: '20px', margin: '0 0 8px' },
  quote: { borderLeft: `2px solid ${colour.hairline}`, margin: '0 0 20px', padding: '0 0 0 12px' },
  quoteLine: {
    color: colour.ink,
    fontSize: '15px',
    lineHeight: '24px',
    margin: 0,
    wordBreak: 'break-word',
  },
  rule: { border: 'none', borderTop: `1px solid ${colour.hairline}`, margin: '24px 0 16px' },
  facts: { borderCollapse: 'collapse', margin: '0 0 20px', width: '100%' },
  factName: {
    borderTop: `1px solid ${colour.hairline}`,
    color: colour.muted,
    fontSize: '13px',
    lineHeight: '20px',
    padding: '8px 16px 8px 0',
    textAlign: 'left',
    verticalAlign: 'top',
    width: '80px',
  },
  factValue: {
    borderTop: `1px solid ${colour.hairline}`,
    color: colour.ink,
    fontFamily: figures,
    fontSize: '13px',
    lineHeight: '20px',
    padding: '8px 0',
    wordBreak: 'break-word',
  },
} as const satisfies Record<string, CSSProperties>;
