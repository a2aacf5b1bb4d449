import { titled } from '../../../title.ts';
import { PaidTab } from '../PaidTab.tsx';
import { ReportPanel } from './ReportPanel.tsx';

export const meta = titled('Reports');

/** Events of a subscribed organization as a file. */
export default function ReportsTab() {
  return (
    <PaidTab name="reports">
      <ReportPanel />
    </PaidTab>
  );
}
