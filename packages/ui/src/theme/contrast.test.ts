import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** A color of tokens.css: OKLCH lightness 0–1, chroma, hue in degrees. */
interface Color {
  lightness: number;
  chroma: number;
  hue: number;
}

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const number = String.raw`([\d.]+)`;
const oklch = String.raw`oklch\(${number} ${number} ${number}(?: / [\d.]+)?\)`;
const line = new RegExp(String.raw`--color-([a-z0-9-]+): light-dark\(${oklch}, ${oklch}\);`, 'g');

const tokens = new Map<string, { light: Color; dark: Color }>();
for (const [, name, ...values] of css.matchAll(line)) {
  const [l1, c1, h1, l2, c2, h2] = values.map(Number);
  tokens.set(name!, {
    light: { lightness: l1!, chroma: c1!, hue: h1! },
    dark: { lightness: l2!, chroma: c2!, hue: h2! },
  });
}

/** OKLCH to linear sRGB (Björn Ottosson's matrices); a component outside 0–1 is out of gamut. */
function linearRgb({ lightness, chroma, hue }: Color): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** WCAG 2.2 relative luminance. */
function luminance(color: Color): number {
  const [red, green, blue] = linearRgb(color).map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** WCAG 2.2 contrast ratio, 1–21. */
function contrast(one: Color, other: Color): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function token(name: string) {
  const found = tokens.get(name);
  if (!found) throw new Error(`tokens.css has no --color-${name} in the form light-dark(oklch(…), oklch(…))`);
  return found;
}

const grounds = ['surface-1', 'surface-2', 'surface-3', 'surface-popup', 'surface-field', 'surface-selected'];
const text = [
  'content',
  'content-muted',
  'content-faint',
  'accent',
  'positive',
  'fault',
  'severity-high',
  'severity-medium',
  'severity-low',
];
const marks = ['stroke-strong', 'focus', 'chart-blue', 'chart-red', 'chart-average', 'accent-fill'];

/** [foreground, backgrounds, minimum ratio]: 4.5 for text, 3 for control outlines and chart marks. */
const pairs: [string, string, number][] = [
  ...text.flatMap((name) => grounds.map((ground): [string, string, number] => [name, ground, 4.5])),
  ...marks.flatMap((name) =>
    ['surface-1', 'surface-2', 'surface-field'].map((ground): [string, string, number] => [name, ground, 3]),
  ),
  ['chart-blue', 'surface-3', 3],
  ['chart-red', 'surface-3', 3],
  ['stroke-strong', 'surface-popup', 3],
  ['focus', 'surface-selected', 3],
  ['accent-content', 'accent-fill', 4.5],
  ['accent-content', 'accent-fill-strong', 4.5],
  ['surface-1', 'content', 4.5],
];

/** Hues that read as red, orange or amber, around 0°. */
const REDS = { from: 340, until: 110 };

describe('contrast of the color tokens', () => {
  it('computes the WCAG ratios of black, white and a known pair', () => {
    const white = { lightness: 1, chroma: 0, hue: 0 };
    const black = { lightness: 0, chroma: 0, hue: 0 };
    expect(contrast(white, black)).toBeCloseTo(21, 3);
    expect(contrast(white, white)).toBe(1);
    // sRGB #ff0000 is oklch(0.627955 0.257683 29.2339); WCAG gives it 3.998 on white.
    expect(contrast({ lightness: 0.627955, chroma: 0.257683, hue: 29.2339 }, white)).toBeCloseTo(3.998, 2);
  });

  it.each(['light', 'dark'] as const)('is enough in the %s theme', (theme) => {
    const short = pairs
      .map(([name, ground, least]) => ({
        name,
        ground,
        least,
        ratio: contrast(token(name)[theme], token(ground)[theme]),
      }))
      .filter(({ ratio, least }) => ratio < least)
      .map(({ name, ground, least, ratio }) => `${name} on ${ground}: ${ratio.toFixed(2)} < ${least}`);
    expect(short).toEqual([]);
  });

  it('reads every color of the file in both themes', () => {
    const declared = [...css.matchAll(/--color-([a-z0-9-]+):/g)].map(([, name]) => name!);
    expect(declared.filter((name) => !tokens.has(name))).toEqual([]);
    expect(tokens.size).toBeGreaterThan(25);
  });

  it('stays inside sRGB, so that every display shows the checked color', () => {
    const outside = [...tokens].flatMap(([name, themes]) =>
      Object.entries(themes)
        .filter(([, color]) => linearRgb(color).some((part) => part < -0.002 || part > 1.002))
        .map(([theme]) => `${name} (${theme})`),
    );
    expect(outside).toEqual([]);
  });

  it('keeps red and amber for severity, and for the red bars that the specification names', () => {
    const reserved = ['severity-high', 'severity-medium', 'chart-red'];
    const tooNear = [...tokens].flatMap(([name, themes]) =>
      Object.entries(themes)
        .filter(
          ([, { hue, chroma }]) =>
            !reserved.includes(name) && chroma > 0.05 && (hue > REDS.from || hue < REDS.until),
        )
        .map(([theme]) => `${name} (${theme})`),
    );
    expect(tooNear).toEqual([]);
  });

  it('has a dark theme that is dark and not black, and surfaces that rise by lightness', () => {
    expect(token('surface-1').dark.lightness).toBeCloseTo(0.17, 2);
    const [page, panel, over] = ['surface-1', 'surface-2', 'surface-3'].map(
      (name) => token(name).dark.lightness,
    );
    expect(page! < panel! && panel! < over!).toBe(true);
  });
});
