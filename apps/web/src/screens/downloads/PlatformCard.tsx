import { isConfigurable, type PackageKind, packagePath, type ReleaseFile } from '@scout/contract/releases';
import { AlertIcon, CheckIcon, cx, DownloadIcon, Field, Panel, Select, Spinner } from '@scout/ui';
import { useState } from 'react';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { CopyLine } from '../settings/CopyLine.tsx';
import { type Absence, absenceOf, type BuildState } from './absence.ts';
import type { DownloadRecord } from './agentDownload.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { installLines, installPlace } from './installLines.ts';
import { formatBytes, type Platform, packageName, packagesOf, plainUrl } from './platforms.ts';
import { useAgentDownload } from './useAgentDownload.ts';

interface PlatformCardProps {
  platform: Platform;
  /** The newest release; null when there is none, undefined while unknown. */
  release: { readonly files: readonly ReleaseFile[] } | null | undefined;
  build: BuildState;
  /** False when the server has no address to write into a download. */
  carriesAddress: boolean;
  /** True for the platform of this browser. */
  here: boolean;
}

const buttonWords: Readonly<Record<DownloadRecord['status'], string>> = {
  idle: 'Download',
  building: 'Preparing download...',
  completed: 'Download again',
  failed: 'Retry',
};

/** One platform: its packages, and the download of a self-enrolling package. */
export function PlatformCard({
  platform: { platform, name, runsOn, needs },
  release,
  build,
  carriesAddress,
  here,
}: PlatformCardProps) {
  const packages = packagesOf(platform);
  const [path, setPath] = useState(() => packagePath(packages[0]!));
  const { record, start, reset } = useAgentDownload();
  const wanted = packages.find((one) => packagePath(one) === path) ?? packages[0]!;
  const file = release?.files.find((one) => one.path === path);
  const absence = absenceOf(path, release, build);
  return (
    <Panel title={name} description={runsOn} span={4}>
      <div className="flex h-full flex-col gap-4 pt-1">
        {packages.length > 1 ? (
          <Field label="Package">
            <Select
              options={packages.map((one) => ({ value: packagePath(one), label: packageName(one) }))}
              value={path}
              onValueChange={(next) => {
                setPath(next);
                reset();
              }}
            />
          </Field>
        ) : (
          <div className="flex flex-col gap-1.5 pb-1.5 text-body">
            <span className="font-medium">Package</span>
            <span className="flex h-9 items-center">{packageName(wanted)}</span>
          </div>
        )}
        {needs !== undefined && <p className="text-label text-content-muted">{needs}</p>}
        {absence && <AbsenceNote {...absence} />}
        {!isConfigurable(wanted) && (
          <p className="text-label text-content-muted">
            It holds no settings: give them at the installation, as under Unattended rollout.
          </p>
        )}
        {file && carriesAddress && isConfigurable(wanted) && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <ActionButton
              command={`Download ${name} agent`}
              access="subscriber"
              call="downloadsAgentWithConfig"
              variant={here ? 'primary' : 'secondary'}
              busy={record.status === 'building'}
              icon={<DownloadIcon />}
              aria-label={
                record.status === 'building'
                  ? buttonWords.building
                  : `${buttonWords[record.status]} ${name} agent`
              }
              onClick={() => void start(wanted)}
            >
              {buttonWords[record.status]}
            </ActionButton>
            <span className="text-label text-content-muted">
              <ExtensionOf kind={wanted.kind} /> · {formatBytes(file.bytes)}
            </span>
          </div>
        )}
        <Status record={record} holds={file !== undefined} />
        {record.status === 'completed' && isConfigurable(wanted) && (
          <CodeBlock label={installPlace(wanted)} lines={installLines(wanted)} />
        )}
        {file && (
          <div className="mt-auto flex flex-col gap-2">
            <CopyLine label="SHA-256 of the plain package" value={file.sha256} />
            <p className="flex flex-wrap gap-x-4 text-label">
              <a href={plainUrl(wanted)} download="" className="text-accent">
                Plain package
              </a>
              <a href={`${plainUrl(wanted)}.sig`} download="" className="text-accent">
                Signature
              </a>
            </p>
          </div>
        )}
      </div>
    </Panel>
  );
}

function ExtensionOf({ kind }: { kind: PackageKind }) {
  return <span className="font-mono">.{kind}</span>;
}

/** Replaces a download that is not available. */
function AbsenceNote({ state, title, text }: Absence) {
  return (
    <div className="flex items-start gap-2 text-body">
      {state === 'missing' ? (
        <span className="mt-0.5 text-content">
          <AlertIcon />
        </span>
      ) : (
        <span className="mt-0.5">
          <Spinner />
        </span>
      )}
      <div>
        <p className={state === 'looking' ? 'text-content-muted' : 'font-medium text-content'}>{title}</p>
        {text && <p className="text-content-muted">{text}</p>}
      </div>
    </div>
  );
}

/** The status of a download, announced on changes. `holds` reserves its line, to avoid layout shift. */
function Status({ record, holds }: { record: DownloadRecord; holds: boolean }) {
  return (
    <p
      role="status"
      className={cx(
        'flex items-start gap-1.5 text-body',
        holds ? 'min-h-5' : 'empty:-mt-4',
        record.status === 'failed' ? 'text-fault' : 'text-content-muted',
      )}
    >
      {record.status === 'building' && <Spinner />}
      {record.status === 'completed' && (
        <span className="mt-0.5 text-positive">
          <CheckIcon />
        </span>
      )}
      {record.message}
    </p>
  );
}
