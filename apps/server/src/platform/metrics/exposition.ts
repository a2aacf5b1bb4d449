/** Labels of a sample; values are escaped on output. */
export type Labels = Readonly<Record<string, string | number>>;

/** One line: the family's name with a suffix, such as `_bucket`, labels and a number. */
export interface Sample {
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

/** A Prometheus metric. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

/** Content type of the text that {@link exposition} makes. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The families in Prometheus' text format, without empty ones. */
export function exposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(
          ({ suffix = '', labels = {}, value }) => `${name}${suffix}${braces(labels)} ${numeral(value)}`,
        ),
        '',
      ].join('\n'),
    )
    .join('');
}

function braces(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

function numeral(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}
