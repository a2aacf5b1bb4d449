import { type DetectionSettings, NAME_KINDS } from '@scout/detection';
import { useState } from 'react';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { saveFile } from '../../../shell/saveFile.ts';
import type { Draft } from './entries.ts';
import { ImportNamesDialog } from './ImportNamesDialog.tsx';

interface NamesFilesProps {
  saved: DetectionSettings;
  draft: Draft;
  /** Undefined for members, who export only. */
  onImport: ((draft: Draft) => void) | undefined;
}

/** Saves the names in force as CSV; safe from formulas. */
async function exportNames(settings: DetectionSettings): Promise<void> {
  const [{ namesTable }, { byteOrderMark, csvLines }] = await Promise.all([
    import('@scout/contract/exports/names'),
    import('@scout/contract/exports/csv'),
  ]);
  const { headings, rows } = namesTable(settings);
  const text = byteOrderMark + csvLines([headings, ...rows]);
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'scout-names.csv');
}

/** A sentence about the page, and names from and to files. */
export function NamesFiles({ saved, draft, onImport }: NamesFilesProps) {
  const [importing, setImporting] = useState(false);
  const isEmpty = NAME_KINDS.every((kind) => saved[kind].entries.length === 0);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 text-body text-content-muted">
        Names by which Scout and its agents recognize accounts and machines. Agents, also on domain
        controllers, collect by them from their next heartbeat on, and do not read earlier events again.
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionButton
          command="Export names as CSV"
          access="member"
          size="small"
          disabled={isEmpty}
          onClick={() => void exportNames(saved)}
        >
          Export names
        </ActionButton>
        {onImport && (
          <ActionButton
            command="Import names…"
            access="admin"
            size="small"
            onClick={() => setImporting(true)}
          >
            Import names…
          </ActionButton>
        )}
      </div>
      {onImport && (
        <ImportNamesDialog
          draft={draft}
          open={importing}
          onClose={() => setImporting(false)}
          onAdd={onImport}
        />
      )}
    </div>
  );
}
