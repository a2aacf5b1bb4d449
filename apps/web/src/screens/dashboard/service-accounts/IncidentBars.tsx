import { BarChart, type BarDatum } from '@scout/ui';

/** The two bar charts of Service Account Activity, with their colors (spec section 2). */
const charts = {
  account: { label: 'Incidents per service account', color: 'blue', heading: 'Service Account' },
  computer: { label: 'Incident count by workstation', color: 'red', heading: 'Workstation' },
} as const;

interface IncidentBarsProps {
  of: keyof typeof charts;
  data: readonly BarDatum[];
  /** Opens the incidents of a bar. */
  onSelect?: (name: string) => void;
}

/** Incidents per account or per workstation. */
export function IncidentBars({ of, data, onSelect }: IncidentBarsProps) {
  const { label, color, heading } = charts[of];
  return (
    <BarChart
      label={label}
      color={color}
      headings={[heading, 'Incidents', 'Acting users']}
      data={data}
      {...(onSelect && { onSelect: ({ name }: BarDatum) => onSelect(name) })}
    />
  );
}
